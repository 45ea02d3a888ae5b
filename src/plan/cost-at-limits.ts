import type { CompiledPool } from '../model/compilation.ts';
import { offeringFilter } from '../selection/offering-filter.ts';
import type { LabelVocabulary } from '../model/provider.ts';
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
  table: PlanTable,
  vocabulary: LabelVocabulary,
): CostAtLimits {
  const limits = poolLimits(pool);
  const admits = offeringFilter({ ...pool, vocabulary });
  const usable = selection.types.flatMap((listed) => {
    const type = table.byName.get(listed.name);
    const offerings = type?.offerings.filter(admits) ?? [];
    if (type === undefined || offerings.length === 0) return [];
    const { capacity } = table.resourcesOf(type);
    const amounts = limits.map((limit) => limit.of(capacity));
    if (amounts.some((amount, i) => amount > (limits[i]?.amount ?? 0))) return [];
    const prices = offerings.flatMap(({ price }) => price?.perHourUsd ?? []);
    return [{ type, amounts, price: prices.length === 0 ? undefined : Math.max(...prices) }];
  });
  if (pool.replicas !== undefined) return staticCost(pool.replicas.value, usable);
  const priced = usable.filter(({ price }) => price !== undefined);
  const solution = maximise({
    objective: priced.map(({ price }) => price ?? 0),
    rows: limits.map((_, i) => priced.map(({ amounts }) => amounts[i] ?? 0)),
    bounds: limits.map(({ amount }) => amount),
  });
  if (solution.kind === 'bounded') {
    return { perHourUsd: solution.upperBound, unpricedTypes: usable.length - priced.length };
  }
  const name = priced[solution.column]?.type.name ?? '';
  return {
    perHourUsd: null,
    reason:
      limits.length === 0
        ? `pool \`${pool.name}\` has no limits`
        : `no limit of pool \`${pool.name}\` holds back \`${name}\``,
  };
}

/** A static pool has as many nodes as it says. */
function staticCost(
  replicas: number,
  usable: readonly { readonly price: number | undefined }[],
): CostAtLimits {
  return {
    perHourUsd: replicas * Math.max(0, ...usable.map(({ price }) => price ?? 0)),
    unpricedTypes: usable.filter(({ price }) => price === undefined).length,
  };
}
