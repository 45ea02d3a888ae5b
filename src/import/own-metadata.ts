import { isJsonMap } from '../diagnostics/json-value.ts';
import type { LiveObject } from './live-objects.ts';

/** What tools and controllers write for themselves: it belongs to how the object was applied, not to what it says. */
const BOOKKEEPING =
  /^(?:kubectl\.kubernetes\.io\/last-applied-configuration|poolwright\.dev\/source|app\.kubernetes\.io\/managed-by|argocd\.argoproj\.io\/.*|(?:kustomize|helm)\.toolkit\.fluxcd\.io\/.*|meta\.helm\.sh\/.*|helm\.sh\/chart|(?:[\w.-]+\.)?karpenter\.(?:sh|k8s\.aws)\/.*)$/;

/** Labels and annotations of an object itself. Its drift hashes stay among the annotations. */
export function ownMetadata(metadata: unknown): Pick<LiveObject, 'labels' | 'annotations'> {
  const of = (field: string) => {
    const map = isJsonMap(metadata) ? metadata[field] : undefined;
    const entries = Object.entries(isJsonMap(map) ? map : {});
    return Object.fromEntries(
      entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
    );
  };
  return { labels: of('labels'), annotations: of('annotations') };
}

/** Whether somebody put the label or annotation there, and would miss it. */
export function isBookkeeping(key: string): boolean {
  return BOOKKEEPING.test(key);
}
