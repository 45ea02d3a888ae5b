import type { NodeRequirement } from '../../../kubernetes/api/node-pool.ts';
import { type Bitset, pick } from '../../../selection/bitset.ts';
import { CAPACITY_TYPE, ZONE } from '../../karpenter/core-labels.ts';
import { type Encoded, encode } from '../../karpenter/encode.ts';
import type { PackerPool, PendingPod } from '../../karpenter/problem.ts';
import type { RequirementState } from '../../karpenter/requirement-space.ts';
import { Scheduler } from '../../karpenter/scheduler.ts';
import type { OfferingKind } from '../../karpenter/type-columns.ts';
import type { TypeTable } from '../../karpenter/type-table.ts';
import { lastLevel } from '../explainer.ts';
import { poolFunnel, type TracedPool } from '../pool-funnel.ts';
import { queuedPod } from '../replay.ts';
import type { PoolFunnel } from '../step.ts';
import type { Change } from './change.ts';
import { allowing, requirementsOf } from './pool-changes.ts';

/**
 * The requirements without which a pool would have types for a pod, with the value that lets the cheapest of them in, or
 * moves a bound least. Looks at the pod alone; whether that helps is for the whole problem to say. Of a pool that would
 * take the pod if it were alone only those on keys over which topology constrains it.
 */
export function widenings(
  earlier: Encoded,
  pod: PendingPod,
  funnels: readonly PoolFunnel[],
): readonly Change[] {
  const { nodePools } = earlier.problem;
  const rounds = Math.max(0, ...nodePools.map((pool) => requirementsOf(pool).length));
  const admitting = new Set(
    tracedPools(earlier, nodePools, pod).flatMap((traced, at) =>
      traced !== undefined && traced.funnel.left > 0 ? [nodePools[at]?.metadata.name] : [],
    ),
  );
  const constrained = new Set(
    funnels.flatMap(({ steps }) =>
      steps.flatMap(({ obstacle }) => (obstacle.kind === 'topology' ? [obstacle.key] : [])),
    ),
  );
  return Array.from({ length: rounds }, (_, index) => round(earlier, pod, index))
    .flat()
    .filter((change) => !admitting.has(change.nodePool) || constrained.has(change.from.key));
}

type Widening = Extract<Change, { readonly kind: 'widen' }>;

/** Every pool without its requirement at one position. */
function round(earlier: Encoded, pod: PendingPod, index: number): readonly Widening[] {
  const pools = earlier.problem.nodePools;
  const variants = pools.map((pool) => withoutRequirement(pool, index));
  return tracedPools(earlier, variants, pod).flatMap((traced, at): readonly Widening[] => {
    const pool = pools[at];
    const from = pool === undefined ? undefined : requirementsOf(pool)[index];
    if (pool === undefined || from === undefined || from.minValues !== undefined) return [];
    if (traced === undefined || traced.funnel.left === 0) return [];
    const nodePool = pool.metadata.name;
    if (from.operator === 'Exists' || from.operator === 'DoesNotExist') {
      return [{ kind: 'widen', nodePool, index, from, added: 'any value, or none' }];
    }
    const best = bestValue(from, traced);
    return best === undefined
      ? []
      : [{ kind: 'widen', nodePool, index, from, to: best.to, added: best.value }];
  });
}

/** What pools would have for a pod if it were the only one, and they had no limits. */
function tracedPools(
  earlier: Encoded,
  nodePools: readonly PackerPool[],
  pod: PendingPod,
): readonly (TracedPool | undefined)[] {
  const encoded = encode({ ...earlier.problem, nodePools, pods: [pod] }, earlier);
  const run = { encoded, scheduler: new Scheduler(encoded.scheduler) };
  const queued = queuedPod(run, pod.uid);
  if (queued === undefined) return [];
  const level = lastLevel(queued, false, run);
  return nodePools.map((pool) => poolFunnel(run, pool, { queued, level }, { withoutLimits: 'all' }));
}

function withoutRequirement(pool: PackerPool, index: number): PackerPool {
  const { template } = pool.spec;
  if (template === undefined || requirementsOf(pool)[index] === undefined) return pool;
  const requirements = template.spec.requirements.filter((_, at) => at !== index);
  return {
    ...pool,
    spec: { ...pool.spec, template: { ...template, spec: { ...template.spec, requirements } } },
  };
}

interface Best {
  readonly value: string;
  readonly to: NodeRequirement;
}

function bestValue(from: NodeRequirement, { template, types, funnel, state }: TracedPool): Best | undefined {
  const { cheapest } = funnel;
  if (template === undefined || cheapest === undefined || state === undefined) return undefined;
  const { table } = template;
  if (from.key === ZONE)
    return widened(
      from,
      offered(table, types, state, ({ zone }) => zone),
    );
  if (from.key === CAPACITY_TYPE) {
    return widened(
      from,
      offered(table, types, state, ({ capacityType }) => capacityType),
    );
  }
  const positions = pick([...table.types.keys()], types);
  const valuesOf = (type: number) => [...table.valuesOf(from.key, type)];
  if (['In', 'NotIn'].includes(from.operator)) {
    const at = positions.find((type) => table.types[type]?.name === cheapest.instanceType);
    return at === undefined ? undefined : widened(from, valuesOf(at).sort());
  }
  const numbers = [...new Set(positions.flatMap(valuesOf))].filter((value) => /^\d+$/.test(value));
  const ascending = numbers.sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  return widened(from, from.operator.startsWith('G') ? ascending.reverse() : ascending);
}

/** Values of the offerings that are left, in order of price. */
function offered(
  table: TypeTable,
  types: Bitset,
  state: RequirementState,
  read: (kind: OfferingKind) => string,
): readonly string[] {
  const { kinds } = table.admitted(state);
  const lowest = new Map<string, number>();
  for (const type of pick([...table.types.keys()], types)) {
    const end = table.offerStart[type + 1] as number;
    for (let offer = table.offerStart[type] as number; offer < end; offer++) {
      const kind = table.kinds[table.offerKind[offer] as number];
      if (kind === undefined || kinds[table.offerKind[offer] as number] !== 1) continue;
      const price = table.offerPrice[offer] as number;
      lowest.set(read(kind), Math.min(price, lowest.get(read(kind)) ?? price));
    }
  }
  return [...lowest]
    .sort(([a, priceA], [b, priceB]) => (priceA === priceB ? (a < b ? -1 : 1) : priceA - priceB))
    .map(([value]) => value);
}

/** With the first of some values that it does not allow yet. */
function widened(from: NodeRequirement, values: readonly string[]): Best | undefined {
  for (const value of values) {
    const to = allowing(from, value);
    if (to !== undefined) return { value, to };
  }
  return undefined;
}
