import type { CompiledPool } from '../model/compilation.ts';
import type { InstanceType, Offering } from '../model/instance-type.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import { offeringFilter } from '../selection/offering-filter.ts';
import type { PlanTable } from './instance-tables.ts';
import { maximise } from './linear-program.ts';
import { poolLimits } from './limits.ts';

/** The most a pool can cost in an hour, or why nobody can say. */
export type CostAtLimits =
  | { readonly perHourUsd: number; readonly unpricedTypes: number }
  | { readonly perHourUsd: null; readonly reason: string };

/**
 * A bound on what a pool can ever cost: the dearest mix of its types within its limits, parts of machines allowed, each
 * type at its dearest offering. Not a forecast. Types that exceed a limit alone are left out, because Karpenter never
 * launches them, and so are types without a price.
 */
export function costAtLimits(
  { pool, selection }: CompiledPool,
  table: Pick<PlanTable, 'byName' | 'resourcesOf'>,
  vocabulary: LabelVocabulary,
): CostAtLimits {
  const limits = poolLimits(pool);
  const admits = offeringFilter({ ...pool, vocabulary });
  const types: InstanceType[] = [];
  const prices: number[] = [];
  const rows = limits.map((): number[] => []);
  let unpricedTypes = 0;
  for (const { name } of selection.types) {
    const type = table.byName.get(name);
    const dearest = type === undefined ? undefined : dearestOffering(type, admits);
    if (type === undefined || dearest === undefined) continue;
    const { capacity } = table.resourcesOf(type);
    const amounts = limits.map((limit) => limit.of(capacity));
    if (limits.some(({ amount }, i) => (amounts[i] ?? 0) > amount)) continue;
    if (dearest === UNPRICED) {
      unpricedTypes++;
      continue;
    }
    types.push(type);
    prices.push(dearest);
    amounts.forEach((amount, i) => rows[i]?.push(amount));
  }
  // A static pool has as many nodes as it says.
  if (pool.replicas !== undefined) {
    return { perHourUsd: pool.replicas.value * Math.max(0, ...prices), unpricedTypes };
  }
  const solution = maximise({ objective: prices, rows, bounds: limits.map(({ amount }) => amount) });
  if (solution.kind === 'bounded') return { perHourUsd: solution.upperBound, unpricedTypes };
  const name = types[solution.column]?.name ?? '';
  return {
    perHourUsd: null,
    reason:
      limits.length === 0
        ? `pool \`${pool.name}\` has no limits`
        : `no limit of pool \`${pool.name}\` holds back \`${name}\``,
  };
}

/** Below any price. */
const UNPRICED = -1;

/** The dearest offering that a pool may have; `UNPRICED` where none has a price, undefined where there is none. */
function dearestOffering(
  { offerings }: InstanceType,
  admits: (offering: Offering) => boolean,
): number | undefined {
  let dearest: number | undefined;
  for (const offering of offerings) {
    if (admits(offering)) dearest = Math.max(dearest ?? UNPRICED, offering.price?.perHourUsd ?? UNPRICED);
  }
  return dearest;
}
