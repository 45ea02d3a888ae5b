import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPlainScalar } from '../../src/documents/plain-scalar.ts';

const WORDS = [
  '~',
  'null',
  'Null',
  'NULL',
  'nULL',
  'none',
  'true',
  'True',
  'TRUE',
  'tRUE',
  'false',
  'False',
  'FALSE',
  'yes',
  'no',
  'on',
  'y',
  'N',
  '0',
  '00',
  '-0',
  '+0',
  '7',
  '+7',
  '-7',
  '010',
  '0o17',
  '0o18',
  '-0o17',
  '0O17',
  '0x1F',
  '0X1F',
  '-0x1',
  '0xg',
  '0b11',
  '1_000',
  '1e3',
  '1E3',
  '1e+3',
  '1e-3',
  '1.',
  '.5',
  '-.5',
  '+.5',
  '.',
  '1.5.2',
  '1.30',
  '1.5e3',
  'e3',
  '.e3',
  '1e',
  '.inf',
  '-.inf',
  '+.Inf',
  '.INF',
  '.iNF',
  '.nan',
  '.NaN',
  '-.nan',
  '12:30',
  '2026-01-01',
  '100Gi',
  '9007199254740991',
  '-9007199254740991',
  'a b',
  'x',
];

describe('readPlainScalar', () => {
  it('reads every kind of word like the core schema', () => {
    const read = WORDS.map((word) => [word, readPlainScalar(word)]);
    expect(read).toEqual(WORDS.map((word) => [word, plusZero(parse(word))]));
  });

  it('keeps large integers exact', () => {
    expect(readPlainScalar('9007199254740993')).toBe(9007199254740993n);
    expect(readPlainScalar('-9007199254740993')).toBe(-9007199254740993n);
    expect(readPlainScalar('+9007199254740993')).toBe(9007199254740993n);
    expect(readPlainScalar('0x20000000000001')).toBe(0x20000000000001n);
    expect(readPlainScalar('9'.repeat(1_000))).toBe(Number.POSITIVE_INFINITY);
  });

  it('reads nothing as null', () => {
    expect(readPlainScalar('')).toBe(null);
  });
});

/** We do not tell -0 from 0. */
function plusZero(value: unknown): unknown {
  return value === 0 ? 0 : value;
}
