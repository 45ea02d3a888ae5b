import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from '../../src/kubernetes/duration.ts';

const SECOND = 1_000_000_000n;

describe('parseDuration', () => {
  it.each([
    ['0', 0n],
    ['-0', 0n],
    ['0s', 0n],
    ['720h', 2_592_000n * SECOND],
    ['1h30m', 5_400n * SECOND],
    ['90m', 5_400n * SECOND],
    ['30m1h', 5_400n * SECOND],
    ['1.5s', 1_500_000_000n],
    ['.5s', 500_000_000n],
    ['1.s', SECOND],
    ['-2us', -2_000n],
    ['+2\u00b5s', 2_000n],
    ['3\u03bcs', 3_000n],
    ['100ms', 100_000_000n],
    ['1.9ns', 1n],
    ['0.1234567891h', 444_444_440_760n],
    ['9223372036854775807ns', 2n ** 63n - 1n],
    ['-9223372036854775808ns', -(2n ** 63n)],
  ])('%s', (text, nanoseconds) => {
    expect(parseDuration(text)).toBe(nanoseconds);
  });

  it.each(['', '+', '1', '1.5', 's', '.s', '1d', '1h ', ' 1h', '1 h', '1H', 'Never', '1h-30m', '1e3s'])(
    'refuses %j',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );

  it.each(['9223372036854775808ns', '2562048h', `${'9'.repeat(150)}h`])('refuses the overflow %s', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it('stays linear on texts made to backtrack', () => {
    expect(parseDuration('1'.repeat(1_000_000))).toBeUndefined();
  });
});

describe('formatDuration', () => {
  it.each([
    [0n, '0s'],
    [1n, '1ns'],
    [1_500n, '1.5\u00b5s'],
    [250_000_000n, '250ms'],
    [1_500_000_000n, '1.5s'],
    [60n * SECOND, '1m0s'],
    [5_400n * SECOND, '1h30m0s'],
    [-5_400n * SECOND, '-1h30m0s'],
    [2_592_000n * SECOND, '720h0m0s'],
    [3_600n * SECOND + 1n, '1h0m0.000000001s'],
  ])('%s ns is %s', (nanoseconds, text) => {
    expect(formatDuration(nanoseconds)).toBe(text);
  });

  it('is read back to the same value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (nanoseconds) => {
        expect(parseDuration(formatDuration(nanoseconds))).toBe(nanoseconds);
      }),
    );
  });
});
