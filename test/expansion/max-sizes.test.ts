import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxSizes, overshoot } from '../../src/expansion/max-sizes.ts';
import { usedOf } from '../../src/expansion/pool-limits.ts';
import { parseQuantity, type Quantity } from '../../src/kubernetes/quantity.ts';
import type { Resources } from '../../src/kubernetes/resources.ts';

/** Printed by a failure, and changed by `SEED=…`. */
const seed = Number(process.env['SEED'] ?? 20261121);

function machine(cpu: number, memoryGiB: number, extended: Resources['extended'] = {}): Resources {
  return {
    cpuMilli: cpu * 1000,
    memoryBytes: memoryGiB * 2 ** 30,
    ephemeralStorageBytes: 20 * 2 ** 30,
    pods: 110,
    extended,
  };
}

function limits(entries: Readonly<Record<string, string>>): ReadonlyMap<string, Quantity> {
  return new Map(
    Object.entries(entries).map(([name, text]) => {
      const read = parseQuantity(text);
      if (!read.ok) throw new Error(text);
      return [name, read.quantity];
    }),
  );
}

const THREE = [machine(4, 16), machine(4, 16), machine(4, 16)];

describe('largest sizes, each alone', () => {
  it('are what the tightest limit allows, counted in capacity', () => {
    const { sizes } = maxSizes({
      capacities: [machine(4, 16), machine(8, 16), machine(4, 64)],
      limits: limits({ cpu: '40', memory: '160Gi' }),
      strategy: 'floors',
    });
    expect(sizes).toEqual([10, 5, 2]);
  });

  it('are exact where floating point is not', () => {
    const capacities = [{ ...machine(1, 1), cpuMilli: 1 }];
    expect(maxSizes({ capacities, limits: limits({ cpu: '0.3' }), strategy: 'floors' }).sizes).toEqual([300]);
    const odd = [{ ...machine(1, 1), memoryBytes: 2 ** 53 - 1 }];
    expect(
      maxSizes({ capacities: odd, limits: limits({ memory: '9007199254740990' }), strategy: 'floors' }).sizes,
    ).toEqual([0]);
  });

  it('count nodes, and heed `max_size`', () => {
    expect(maxSizes({ capacities: THREE, limits: limits({ nodes: '7' }), strategy: 'floors' }).sizes).toEqual(
      [7, 7, 7],
    );
    expect(
      maxSizes({ capacities: THREE, limits: limits({ nodes: '7' }), maxSize: 5, strategy: 'floors' }).sizes,
    ).toEqual([5, 5, 5]);
  });

  it('are 100 where nothing bounds them, which is told', () => {
    const found = maxSizes({
      capacities: [machine(4, 16), machine(4, 16, { 'nvidia.com/gpu': 1 })],
      limits: limits({ 'nvidia.com/gpu': '3' }),
      strategy: 'floors',
    });
    expect(found).toEqual({ sizes: [100, 3], unbounded: [0] });
  });
});

describe('largest sizes, split', () => {
  it('share a limit evenly, the first in order getting what is left over', () => {
    const { sizes } = maxSizes({ capacities: THREE, limits: limits({ cpu: '44' }), strategy: 'split' });
    expect(sizes).toEqual([4, 4, 3]);
  });

  it('give what one cannot take to the others', () => {
    const capacities = [machine(4, 16), machine(4, 100), machine(4, 16)];
    const { sizes } = maxSizes({
      capacities,
      limits: limits({ cpu: '40', memory: '200Gi' }),
      strategy: 'split',
    });
    expect(sizes).toEqual([3, 1, 3]);
  });

  it('starve those at the end of a budget that is too small', () => {
    expect(maxSizes({ capacities: THREE, limits: limits({ cpu: '7' }), strategy: 'split' }).sizes).toEqual([
      1, 0, 0,
    ]);
  });

  it('never exceed a limit together, and leave no room for one more', () => {
    fc.assert(
      fc.property(fc.array(capacity, { minLength: 1, maxLength: 12 }), limitMap, (capacities, bounds) => {
        const { sizes } = maxSizes({ capacities, limits: bounds, maxSize: 50, strategy: 'split' });
        for (const [resource, { nano }] of bounds) {
          expect(totalOf(resource, capacities, sizes)).toBeLessThanOrEqual(nano);
        }
        capacities.forEach((own, i) => {
          if ((sizes[i] ?? 0) >= 50) return;
          const fits = [...bounds].every(
            ([resource, { nano }]) => totalOf(resource, capacities, sizes) + usedOf(resource, own) <= nano,
          );
          expect(fits).toBe(false);
        });
      }),
      { numRuns: 1000, seed },
    );
  });
});

function totalOf(resource: string, capacities: readonly Resources[], sizes: readonly number[]): bigint {
  return capacities.reduce((sum, one, i) => sum + BigInt(sizes[i] ?? 0) * usedOf(resource, one), 0n);
}

const capacity: fc.Arbitrary<Resources> = fc.record({
  cpuMilli: fc.integer({ min: 1, max: 9000 }),
  memoryBytes: fc.integer({ min: 1, max: 2 ** 40 }),
  ephemeralStorageBytes: fc.constant(1),
  pods: fc.integer({ min: 1, max: 110 }),
  extended: fc.constantFrom({}, { 'nvidia.com/gpu': 1 }, { 'nvidia.com/gpu': 8 }),
});

const limitMap = fc
  .record(
    {
      cpu: fc.bigInt({ min: 0n, max: 10n ** 14n }),
      memory: fc.bigInt({ min: 0n, max: 10n ** 24n }),
      pods: fc.bigInt({ min: 0n, max: 10n ** 13n }),
      nodes: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      'nvidia.com/gpu': fc.bigInt({ min: 0n, max: 10n ** 11n }),
    },
    { requiredKeys: [] },
  )
  .map(
    (entries) =>
      new Map(
        Object.entries(entries).map(([name, nano]): [string, Quantity] => [
          name,
          { nano, format: 'DecimalSI' },
        ]),
      ),
  );

describe('the overshoot of sizes that share a limit', () => {
  it('is that of the limit exceeded most, rounded up', () => {
    const machines = THREE.map((one) => ({ capacity: one, size: 10 }));
    expect(overshoot(machines, limits({ cpu: '40', memory: '470Gi' }))).toEqual({
      resource: 'cpu',
      tenths: 30n,
    });
    expect(overshoot(machines, limits({ cpu: '119' }))).toEqual({ resource: 'cpu', tenths: 11n });
  });

  it('is none within all limits', () => {
    expect(
      overshoot(
        THREE.map((one) => ({ capacity: one, size: 1 })),
        limits({ cpu: '12' }),
      ),
    ).toBe(undefined);
  });
});
