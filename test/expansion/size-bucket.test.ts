import { describe, expect, it } from 'vitest';
import { roundedLog2, sizeBucket } from '../../src/expansion/size-bucket.ts';

describe('a rounded binary logarithm', () => {
  it.each([
    [1n, 1n, 0],
    [2n, 1n, 1],
    [3n, 1n, 2],
    [11n, 4n, 1],
    [12n, 4n, 2],
    [1n, 2n, -1],
    [3n, 4n, 0],
    [2n, 3n, -1],
    [1n << 200n, 1n, 200],
    [0n, 1n, Number.NEGATIVE_INFINITY],
  ])('of %s/%s is %s', (numerator, denominator, expected) => {
    expect(roundedLog2(numerator, denominator)).toBe(expected);
  });

  it('agrees with that of a number', () => {
    for (let n = 1; n < 3000; n++) expect(roundedLog2(BigInt(n), 7n)).toBe(Math.round(Math.log2(n / 7)) + 0);
  });
});

describe('the bucket of a machine', () => {
  it.each([
    ['c5.xlarge', 4, 7577, { ratio: 1, size: 2 }],
    ['m5.xlarge', 4, 15155, { ratio: 2, size: 2 }],
    ['r5.24xlarge', 96, 727450, { ratio: 3, size: 7 }],
  ])('%s is known by its shape although the hypervisor keeps some memory', (_, cpu, mebibytes, bucket) => {
    const capacity = {
      cpuMilli: cpu * 1000,
      memoryBytes: mebibytes * 2 ** 20,
      ephemeralStorageBytes: 0,
      pods: 58,
      extended: {},
    };
    expect(sizeBucket(capacity)).toEqual(bucket);
  });
});
