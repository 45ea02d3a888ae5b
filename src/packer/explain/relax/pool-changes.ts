import type { NodeRequirement, NodeTaint } from '../../../kubernetes/api/node-pool.ts';
import { untolerated } from '../../../kubernetes/toleration.ts';
import type { Level } from '../../karpenter/pod-class.ts';
import type { PackerPool } from '../../karpenter/problem.ts';
import type { Step, PoolFunnel } from '../step.ts';
import type { Change } from './change.ts';

/** Tolerating what keeps a pod from a pool, all of its taints at once. */
export function tolerations(pool: PackerPool, level: Level): readonly Change[] {
  const { tolerations: given } = level.preferences;
  const taints = (pool.spec.template?.spec.taints ?? []).flatMap((taint: NodeTaint, index) =>
    taint.effect !== 'PreferNoSchedule' && untolerated([taint], given) !== undefined
      ? [{ index, taint }]
      : [],
  );
  return taints.length === 0 ? [] : [{ kind: 'tolerate', nodePool: pool.metadata.name, taints }];
}

/** Changes that a funnel suggests by itself: labels that the pool lacks, values that it does not list, `minValues`. */
export function suggestedChanges(
  pool: PackerPool,
  { steps }: PoolFunnel,
  aliases: ReadonlyMap<string, string>,
): readonly Change[] {
  return steps.flatMap((step) => [
    ...labelChanges(pool, step),
    ...valueChanges(pool, step, aliases),
    ...minValuesChanges(pool, step),
  ]);
}

function labelChanges(pool: PackerPool, { obstacle }: Step): readonly Change[] {
  if (obstacle.kind !== 'requirement' || obstacle.failure !== 'undefined') return [];
  const [value] = obstacle.asked.complement ? [] : [...obstacle.asked.values].sort();
  if (value === undefined) return [];
  return [{ kind: 'add-label', nodePool: pool.metadata.name, key: obstacle.key, value }];
}

/** A value that the pod asks for and the pool's requirement on the same key excludes. */
function valueChanges(
  pool: PackerPool,
  { obstacle }: Step,
  aliases: ReadonlyMap<string, string>,
): readonly Change[] {
  if (obstacle.kind !== 'requirement' || obstacle.failure !== 'conflict' || obstacle.asked.complement)
    return [];
  const value = [...obstacle.asked.values].sort()[0];
  if (value === undefined) return [];
  return requirementsOf(pool).flatMap((from, index) => {
    if ((aliases.get(from.key) ?? from.key) !== obstacle.key) return [];
    const to = allowing(from, value);
    return to === undefined
      ? []
      : [{ kind: 'widen', nodePool: pool.metadata.name, index, from, to, added: value }];
  });
}

function minValuesChanges(pool: PackerPool, { obstacle }: Step): readonly Change[] {
  if (obstacle.kind !== 'min-values') return [];
  return obstacle.unmet.flatMap(({ key, reached }) =>
    requirementsOf(pool).flatMap((from, index): readonly Change[] => {
      if (from.key !== key || from.minValues === undefined) return [];
      const { minValues: _, ...rest } = from;
      const to = reached > 0 ? { ...rest, minValues: reached } : rest;
      const added = `minValues ${Math.max(1, reached)}`;
      return [{ kind: 'widen', nodePool: pool.metadata.name, index, from, to, added }];
    }),
  );
}

export function requirementsOf(pool: PackerPool): readonly NodeRequirement[] {
  return pool.spec.template?.spec.requirements ?? [];
}

/** A requirement that allows one value more; undefined where it allows it already, or cannot be written so. */
export function allowing(from: NodeRequirement, value: string): NodeRequirement | undefined {
  const values = from.values ?? [];
  const isNumber = /^\d+$/.test(value);
  const bound = BigInt(/^\d+$/.test(values[0] ?? '') ? (values[0] ?? '0') : '0');
  switch (from.operator) {
    case 'In':
      return values.includes(value) ? undefined : { ...from, values: [...values, value] };
    case 'NotIn':
      return values.includes(value) ? { ...from, values: values.filter((one) => one !== value) } : undefined;
    case 'Gt':
      return isNumber && BigInt(value) <= bound && value !== '0'
        ? bounded(from, BigInt(value) - 1n)
        : undefined;
    case 'Gte':
      return isNumber && BigInt(value) < bound ? bounded(from, BigInt(value)) : undefined;
    case 'Lt':
      return isNumber && BigInt(value) >= bound ? bounded(from, BigInt(value) + 1n) : undefined;
    case 'Lte':
      return isNumber && BigInt(value) > bound ? bounded(from, BigInt(value)) : undefined;
    case 'Exists':
    case 'DoesNotExist':
      return undefined;
  }
}

function bounded(from: NodeRequirement, bound: bigint): NodeRequirement {
  return { ...from, values: [`${bound}`] };
}
