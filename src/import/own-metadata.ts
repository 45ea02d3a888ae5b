import { isJsonMap } from '../diagnostics/json-value.ts';
import type { LiveObject } from './live-objects.ts';

/** What tools and controllers write for themselves: it belongs to how the object was applied, not to what it says. */
const BOOKKEEPING =
  /^(?:kubectl\.kubernetes\.io\/last-applied-configuration|poolwright\.dev\/source|app\.kubernetes\.io\/(?:managed-by|instance)|argocd\.argoproj\.io\/.*|(?:kustomize|helm)\.toolkit\.fluxcd\.io\/.*|meta\.helm\.sh\/.*|helm\.sh\/chart|(?:[\w.-]+\.)?karpenter\.(?:sh|k8s\.aws)\/.*)$/;

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

/** What Cluster API labels its objects with, and notes on them for itself. */
export function isOfClusterApi(key: string): boolean {
  return OF_CLUSTER_API.test(key);
}

const OF_CLUSTER_API =
  /^(?:cluster\.x-k8s\.io\/(?:cluster-name|deployment-name|conversion-data|set-name|cloned-from-.*)|topology\.cluster\.x-k8s\.io\/.*|machinedeployment\.clusters\.x-k8s\.io\/.*)$/;

/** What poolwright labels objects with, under a domain that can be chosen; nobody else has a pool of that name. */
export function isPoolLabel(key: string, labels: Readonly<Record<string, string>>): boolean {
  const [domain = '', name] = key.split('/');
  return Object.hasOwn(labels, `${domain}/pool`) && (name === 'pool' || name === 'autoscaler');
}
