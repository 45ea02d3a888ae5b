import { labelRequirements, Requirement, requirementOf } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import type { CompiledPool, NodePoolObject } from '../../model/compilation.ts';
import { poolLimits } from '../limits.ts';
import type { PoolView } from '../pool-view.ts';
import { groupTable, knownGroups } from './group-table.ts';
import type { GroupView } from './group-view.ts';

/** A pool of a Cluster API backend as the plan looks at it: its node groups in place of instance types. */
export function groupPoolView(compiled: CompiledPool, groups: readonly GroupView[]): PoolView {
  const { pool, backend } = compiled;
  const nodePools = backend === 'karpenter-cluster-api' ? nodePoolsOf(compiled) : undefined;
  const [nodePool] = nodePools ?? [];
  return {
    name: pool.name,
    compiled,
    table: groupTable(groups),
    requirements:
      nodePools === undefined ? requirementsOfLabels(groups) : requirementsOfNodePools(pool.name, nodePools),
    taints:
      nodePool?.spec.template.spec.taints ??
      pool.taints.map(({ key, value, effect }) => ({
        key: key.value,
        ...(value === undefined ? {} : { value: value.value }),
        effect: effect.value,
      })),
    limits: poolLimits(pool),
    groups,
    ...(nodePools === undefined ? {} : { nodePools }),
  };
}

/** One, or one for each price tier, which are among the objects then. */
function nodePoolsOf({ nodePool, machines }: CompiledPool): readonly NodePoolObject[] {
  if (nodePool !== undefined) return [nodePool];
  return (machines?.objects ?? []).flatMap((object) =>
    object.kind === 'NodePool' && object.pool !== undefined ? [object as NodePoolObject] : [],
  );
}

/** What the NodePools say: instance types by name instead of what the definition requires of them. */
function requirementsOfNodePools(name: string, nodePools: readonly NodePoolObject[]): Requirements {
  const values = new Map<string, Set<string>>();
  for (const { spec } of nodePools) {
    for (const { key, operator, values: own = [] } of spec.template.spec.requirements) {
      if (operator === 'In') values.set(key, new Set([...(values.get(key) ?? []), ...own]));
    }
  }
  const [first] = nodePools;
  const { template } = first?.spec ?? {};
  return Requirements.of([
    ...(template?.spec.requirements ?? []).map((one) =>
      requirementOf(one.operator === 'In' ? { ...one, values: [...(values.get(one.key) ?? [])] } : one),
    ),
    ...labelRequirements(template?.metadata?.labels),
    ...labelRequirements({ 'karpenter.sh/nodepool': name }),
  ]);
}

/** Of each label that all groups have, the values that there are: no pod can have another one. */
function requirementsOfLabels(groups: readonly GroupView[]): Requirements {
  const known = knownGroups(groups);
  const [first, ...others] = known;
  const shared = [...(first?.believed.labels.keys() ?? [])].filter((key) =>
    others.every(({ believed }) => believed.labels.has(key)),
  );
  return Requirements.of(
    shared.map(
      (key) =>
        new Requirement({
          key,
          complement: false,
          values: new Set(known.map(({ believed }) => believed.labels.get(key) ?? '')),
        }),
    ),
  );
}
