import { describe, expect, it } from 'vitest';
import type { MachineOption } from '../../src/expansion/machine-option.ts';
import { priceTiers } from '../../src/expansion/price-tiers.ts';
import { priorityOf } from '../../src/expansion/priority.ts';

function tiersOf(prices: readonly (number | undefined)[], tiers: number): readonly (number | undefined)[] {
  const options = prices.map(
    (price): MachineOption =>
      (price === undefined ? {} : { pricePerHourUsd: price }) as unknown as MachineOption,
  );
  const found = priceTiers(options, tiers);
  return options.map((option) => found.get(option));
}

describe('price tiers', () => {
  it.each([
    [[3, 1, 2], 1, [1, 1, 1]],
    [[3, 1, 2, 4], 2, [2, 1, 1, 2]],
    [[1, 2, 3], 3, [1, 2, 3]],
    [[1, 1, 1, 2], 4, [1, 1, 1, 4]],
    [[1, undefined, 2], 3, [1, 3, 2]],
    [[], 3, []],
  ])('of %o, %i of them, are %o', (prices, tiers, expected) => {
    expect(tiersOf(prices, tiers)).toEqual(expected);
  });
});

describe('a priority', () => {
  it('is one more than the weight', () => {
    expect(priorityOf({ weight: 0, step: 1, tier: 1, tiers: 1 })).toBe(1);
    expect(priorityOf({ weight: 100, step: 1, tier: 1, tiers: 1 })).toBe(101);
  });

  it('is higher for a cheaper tier, and every tier of a higher weight is above', () => {
    const of = (weight: number, tier: number) => priorityOf({ weight, step: 1000, tier, tiers: 3 });
    expect([of(0, 1), of(0, 2), of(0, 3)]).toEqual([3, 2, 1]);
    expect(of(1, 3)).toBeGreaterThan(of(0, 1));
  });
});
