import { originAt } from '../diagnostics/origin-at.ts';
import type { CompiledPool } from '../model/compilation.ts';
import type { PoolReview } from '../model/review.ts';
import type { ClusterReviewInput, SideCluster } from '../model/review-input.ts';
import { applyDangerPolicy } from './apply-danger-policy.ts';
import { costChange } from './cost-change.ts';
import { refusedNodeClass } from './dangers/refused-node-class.ts';

/** Pools whose NodePool refers to another provider's node class in one state: they are there, and nothing else is known. */
export function foreignPoolReview(input: ClusterReviewInput): readonly PoolReview[] {
  const { base, head } = input;
  return [
    ...ownOnly(base, head).map((basePool) => refused(input, { basePool })),
    ...ownOnly(head, base).map((headPool) => refused(input, { headPool })),
  ];
}

/** Those of one state that the other one has of another provider. */
function ownOnly(side: SideCluster | undefined, other: SideCluster | undefined): readonly CompiledPool[] {
  const foreign = other?.compiled.cluster.foreignNodePools;
  return foreign === undefined
    ? []
    : (side?.compiled.pools ?? []).filter(({ pool }) => foreign.has(pool.name));
}

type Own = { readonly basePool: CompiledPool } | { readonly headPool: CompiledPool };

function refused(input: ClusterReviewInput, own: Own): PoolReview {
  const { base, head } = input;
  const isBase = 'basePool' in own;
  const { pool, backend, nodePool } = isBase ? own.basePool : own.headPool;
  const [side, other] = isBase ? [base, head] : [head, base];
  const theirs = other?.compiled.cluster.foreignNodePools?.get(pool.name);
  const { apiGroup = '', nodeClassKind = '' } = side?.provider ?? {};
  const ours = {
    group: apiGroup,
    kind: nodeClassKind,
    span:
      nodePool?.origins.has('') === true
        ? originAt(nodePool.origins, '/spec/template/spec/nodeClassRef/kind').span
        : pool.keySpan,
  };
  const [before, after] = isBase ? [ours, theirs ?? ours] : [theirs ?? ours, ours];
  const danger = refusedNodeClass({ pool: pool.name, before, after, span: after.span });
  return {
    name: pool.name,
    change: 'changed',
    backend,
    summary: [`node class of kind ${before.kind} → ${after.kind}, not compared further`],
    fields: [],
    rotation: {
      scope: 'none',
      causes: [],
      undecided: [
        'The API server refuses the change, so nothing happens to the nodes; with the NodePool deleted first, all of them go.',
      ],
    },
    dangers: applyDangerPolicy([danger], input),
    cost: costChange({
      ...(base === undefined ? {} : { base }),
      ...(head === undefined ? {} : { head }),
      ...own,
    }),
    source: isBase ? after.span : pool.keySpan,
  };
}
