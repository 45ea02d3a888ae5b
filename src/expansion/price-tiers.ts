import { comparePrices, type MachineOption } from './machine-option.ts';

/**
 * Splits options into so many tiers of about equal number by the price of a machine, 1 being the cheapest. Equal prices
 * stay together, so a tier can be empty; what has no price is in the last.
 */
export function priceTiers(
  options: readonly MachineOption[],
  tiers: number,
): ReadonlyMap<MachineOption, number> {
  const sorted = [...options].sort((a, b) => comparePrices(a.pricePerHourUsd, b.pricePerHourUsd));
  const result = new Map<MachineOption, number>();
  let tier = 1;
  sorted.forEach((option, i) => {
    const isSame = option.pricePerHourUsd === sorted[i - 1]?.pricePerHourUsd;
    if (i > 0 && !isSame) tier = Math.floor((i * tiers) / sorted.length) + 1;
    result.set(option, option.pricePerHourUsd === undefined ? tiers : tier);
  });
  return result;
}
