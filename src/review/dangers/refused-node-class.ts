import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../diagnostics/span.ts';

export interface RefusedNodeClass {
  readonly pool: string;
  readonly before: { readonly group: string; readonly kind: string };
  readonly after: { readonly group: string; readonly kind: string };
  readonly span: Span;
}

/** Karpenter 1.14, rules of the CRD: group and kind of `nodeClassRef` may not change. */
export function refusedNodeClass({ pool, before, after, span }: RefusedNodeClass): Diagnostic {
  return diagnostic(
    'PW9605',
    span,
    `NodePool \`${pool}\` refers to ${after.group}/${after.kind} instead of ${before.group}/${before.kind}, and the API server refuses that`,
    {
      help: 'Group and kind cannot be changed. Give the pool another name, or delete the NodePool first; either replaces its nodes.',
    },
  );
}
