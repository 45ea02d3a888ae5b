import { describe, expect, it } from 'vitest';
import { addBit, emptyBits, pick } from '../../src/selection/bitset.ts';
import { IntegerValues } from '../../src/selection/integer-values.ts';

const VALUES = [
  '10',
  '2',
  'x',
  '+2',
  '-3',
  '9223372036854775807',
  '9223372036854775808',
  '9007199254740993',
  '',
];

/** The texts within the bounds, each standing for one type. */
function between(gte: number | bigint | undefined, lte: number | bigint | undefined): readonly string[] {
  const bitsets = VALUES.map((value, i) => {
    const bits = emptyBits(VALUES.length);
    addBit(bits, i);
    return [value, bits] as const;
  });
  const target = emptyBits(VALUES.length).fill(0xffffffff);
  new IntegerValues(new Map(bitsets), VALUES.length).fillBetween(target, gte, lte);
  return pick(VALUES, target);
}

describe('IntegerValues', () => {
  it('includes both bounds', () => {
    expect(between(2, 10)).toEqual(['10', '2', '+2']);
    expect(between(3, 9)).toEqual([]);
    expect(between(undefined, 2)).toEqual(['2', '+2', '-3']);
  });

  it('is exact at the end of 64 bits and leaves larger integers out', () => {
    expect(between(2n ** 63n - 1n, undefined)).toEqual(['9223372036854775807']);
    expect(between(9007199254740993n, 9007199254740993n)).toEqual(['9007199254740993']);
    expect(between(9007199254740992, 9007199254740992)).toEqual([]);
  });

  it('has nothing below the smallest or between crossed bounds', () => {
    expect(between(undefined, -4)).toEqual([]);
    expect(between(10, 2)).toEqual([]);
  });
});
