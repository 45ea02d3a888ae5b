import { describe, expect, it } from 'vitest';
import { minValuesShortfalls } from '../../src/selection/min-values.ts';
import { selectTypes } from '../../src/selection/select-types.ts';
import { constraints, originAt, typesFrom } from './harness.ts';

const TYPES = typesFrom(`
  one   arch=amd64 cpu=2 tenancy=default,dedicated @ a/spot b/on-demand (c/spot)
  two   arch=arm64 cpu=4 tenancy=default,dedicated @ a/spot
  three arch=amd64 cpu=4 tenancy=default           @ b/on-demand
`);

function shortfalls(requirements: string): readonly object[] {
  const pool = constraints(requirements);
  return minValuesShortfalls(pool, selectTypes({ types: TYPES, ...pool }).types);
}

describe('minValuesShortfalls', () => {
  it('is empty where the types offer enough values', () => {
    expect(shortfalls('cpu Exists min=2\n arch Exists min=2')).toEqual([]);
  });

  it('counts distinct values over the admitted types only', () => {
    expect(shortfalls('arch In amd64\n cpu Exists min=3')).toEqual([
      { key: 'cpu', minValues: 3, found: 2, origin: originAt(1) },
    ]);
  });

  it('counts only the values the pool allows', () => {
    expect(shortfalls('tenancy NotIn default min=2')).toEqual([
      { key: 'tenancy', minValues: 2, found: 1, origin: originAt(0) },
    ]);
  });

  it('takes the largest of several on one key, aliases included, and blames it', () => {
    expect(shortfalls('arch Exists min=2\n old-arch Exists min=3')).toEqual([
      { key: 'old-arch', minValues: 3, found: 2, origin: originAt(1) },
    ]);
  });

  it('counts zones and capacity types over available offerings', () => {
    expect(shortfalls('topology.kubernetes.io/zone Exists min=3')).toMatchObject([{ found: 2 }]);
    expect(shortfalls('karpenter.sh/capacity-type In spot min=2')).toMatchObject([{ found: 1 }]);
  });

  it('finds no values for keys that types do not have', () => {
    expect(shortfalls('team In x,y min=2')).toMatchObject([{ key: 'team', found: 0 }]);
  });
});
