import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rng } from './rng.ts';

const seed = fc.string();

describe('the generator of random numbers', () => {
  it('gives the same for the same seed, and something else for another', () => {
    const numbers = (text: string) =>
      Array.from(
        { length: 20 },
        (
          (rng) => () =>
            rng.below(1000)
        )(new Rng(text)),
      );
    fc.assert(
      fc.property(seed, seed, (a, b) => {
        expect(numbers(a)).toEqual(numbers(a));
        if (a !== b) expect(numbers(a)).not.toEqual(numbers(b));
      }),
    );
  });

  it('stays within its bounds and reaches both', () => {
    const rng = new Rng('bounds');
    const seen = new Set(Array.from({ length: 500 }, () => rng.between(3, 7)));
    expect(seen).toEqual(new Set([3, 4, 5, 6, 7]));
  });

  it('draws samples without repeating, never more than there are', () => {
    fc.assert(
      fc.property(seed, fc.uniqueArray(fc.integer()), fc.nat(20), (text, items, count) => {
        const sample = new Rng(text).sample(items, count);
        expect(sample).toHaveLength(Math.min(count, items.length));
        expect(new Set(sample).size).toBe(sample.length);
        expect(items).toEqual(expect.arrayContaining(sample));
      }),
    );
  });

  it('keeps to weights and probabilities', () => {
    const rng = new Rng('weights');
    const draws = Array.from({ length: 4000 }, () =>
      rng.weighted([
        [3, 'often'],
        [1, 'seldom'],
        [0, 'never'],
      ]),
    );
    const share = draws.filter((draw) => draw === 'often').length / draws.length;
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(0.8);
    expect(draws).not.toContain('never');
    const hits = Array.from({ length: 4000 }, () => rng.chance(0.1)).filter(Boolean).length;
    expect(hits).toBeGreaterThan(300);
    expect(hits).toBeLessThan(500);
  });
});
