import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addAll,
  addBit,
  type Bitset,
  countBits,
  countCommon,
  emptyBits,
  keepCommon,
  meet,
  pick,
  removeAll,
} from '../../src/selection/bitset.ts';

const SIZE = 100;

function bitsOf(members: readonly number[]): Bitset {
  const bits = emptyBits(SIZE);
  for (const member of members) addBit(bits, member);
  return bits;
}

function membersOf(bits: Bitset): readonly number[] {
  return pick(
    Array.from({ length: SIZE }, (_, i) => i),
    bits,
  );
}

function after(
  operation: (target: Bitset, other: Bitset) => void,
  a: readonly number[],
  b: readonly number[],
) {
  const target = bitsOf(a);
  operation(target, bitsOf(b));
  return membersOf(target);
}

describe('bitset', () => {
  it('behaves like a set', () => {
    const members = fc.uniqueArray(fc.nat(SIZE - 1)).map((list) => list.toSorted((x, y) => x - y));
    fc.assert(
      fc.property(members, members, (a, b) => {
        const common = a.filter((i) => b.includes(i));
        expect(membersOf(bitsOf(a))).toEqual(a);
        expect(countBits(bitsOf(a))).toBe(a.length);
        expect(countCommon(bitsOf(a), bitsOf(b))).toBe(common.length);
        expect(meet(bitsOf(a), bitsOf(b))).toBe(common.length > 0);
        expect(after(keepCommon, a, b)).toEqual(common);
        expect(after(removeAll, a, b)).toEqual(a.filter((i) => !b.includes(i)));
        expect(after(addAll, a, b)).toEqual([...new Set([...a, ...b])].sort((x, y) => x - y));
      }),
    );
  });
});
