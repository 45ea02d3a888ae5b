import { describe, expect, it } from 'vitest';
import { minSizes } from '../../src/expansion/min-sizes.ts';

const machines = (...rows: readonly (readonly [zone: string, maxSize: number])[]) =>
  rows.map(([zone, maxSize]) => ({ zone, maxSize }));

describe('smallest sizes', () => {
  it.each([
    [0, [0, 0, 0, 0, 0, 0]],
    [3, [1, 1, 1, 0, 0, 0]],
    [5, [2, 2, 1, 0, 0, 0]],
    [8, [2, 2, 2, 1, 1, 0]],
    [9, [2, 2, 2, 1, 1, 1]],
  ])(
    'of %i warm nodes are spread over the zones, the first machines of each before the next',
    (total, sizes) => {
      const two = machines(['a', 2], ['b', 2], ['c', 2], ['a', 5], ['b', 5], ['c', 5]);
      expect(minSizes({ machines: two, total })).toEqual({ sizes, left: 0 });
    },
  );

  it('go to other zones where one is full, and tell what is left', () => {
    expect(minSizes({ machines: machines(['a', 1], ['b', 9]), total: 6 })).toEqual({
      sizes: [1, 5],
      left: 0,
    });
    expect(minSizes({ machines: machines(['a', 1], ['b', 2]), total: 6 })).toEqual({
      sizes: [1, 2],
      left: 3,
    });
    expect(minSizes({ machines: [], total: 2 })).toEqual({ sizes: [], left: 2 });
  });
});
