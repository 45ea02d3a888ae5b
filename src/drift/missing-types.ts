import type { SideCluster } from '../model/review-input.ts';
import type { CompiledPool } from '../model/compilation.ts';
import type { Replacement } from './replacement.ts';
import { typesWords } from './types-words.ts';

export interface CatalogueInput {
  readonly base: SideCluster;
  readonly head: SideCluster;
  readonly basePool: CompiledPool;
  readonly headPool: CompiledPool;
}

/** Nodes of types that base's catalogue sells and head's does not: Karpenter finds it out within the hour. */
export function missingTypes({ base, head, basePool, headPool }: CatalogueInput): readonly Replacement[] {
  // Of node groups, Karpenter knows no catalogue.
  if (base.provider === head.provider || basePool.machines !== undefined) return [];
  const there = new Set(headPool.table.types.map(({ name }) => name));
  for (const { types } of headPool.table.exclusions ?? []) for (const { name } of types) there.add(name);
  const all = basePool.selection.types.map(({ name }) => name);
  const gone = new Set(all.filter((name) => !there.has(name)));
  if (gone.size === 0) return [];
  const isAll = gone.size === all.length;
  const which = typesWords([...gone], all);
  return [
    {
      cause: {
        kind: headPool.nodePool?.kind ?? 'NodePool',
        path: '',
        message: `the catalogue does not sell instances ${which} any more`,
        scope: isAll ? 'all' : 'partial',
        reason: 'InstanceTypeNotFound',
        source: headPool.pool.keySpan,
      },
      ...(isAll ? {} : { which }),
      concerns: (node) =>
        node.basis === 'nodes'
          ? gone.has(node.labels['node.kubernetes.io/instance-type'] ?? '')
          : node.instanceTypes.some((name) => gone.has(name)),
    },
  ];
}
