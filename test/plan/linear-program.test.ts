import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LinearProgram, maximise } from '../../src/plan/linear-program.ts';
import { linear, optimum } from './highs.ts';
import { atDepth } from '../at-depth.ts';

const SEED = 20261121;

const amount = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 400 }) },
);

const program: fc.Arbitrary<LinearProgram> = fc
  .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 4 }))
  .chain(([columns, rows]) =>
    fc.record({
      objective: fc.array(
        fc.integer({ min: 0, max: 5000 }).map((price) => price / 1000),
        {
          minLength: columns,
          maxLength: columns,
        },
      ),
      rows: fc.array(fc.array(amount, { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
      bounds: fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: rows, maxLength: rows }),
    }),
  );

function model({ objective, rows, bounds }: LinearProgram): string {
  const terms = (amounts: readonly number[]) => linear(amounts.map((value, j) => [value, `x${j}`]));
  return [
    'Maximize',
    ` obj: ${terms(objective) || '0 x0'}`,
    'Subject To',
    ...rows.flatMap((row, i) => (terms(row) === '' ? [] : [` r${i}: ${terms(row)} <= ${bounds[i]}`])),
    'Bounds',
    ...objective.map((_, j) => ` x${j} >= 0`),
    'End',
  ].join('\n');
}

describe('maximise', () => {
  it('finds what HiGHS finds', () => {
    fc.assert(
      fc.property(program, (one) => {
        const ours = maximise(one);
        const theirs = optimum(model(one));
        if (ours.kind === 'unbounded') {
          expect(theirs).toBeUndefined();
          return;
        }
        expect(theirs).toBeDefined();
        const scale = Math.max(1, Math.abs(theirs ?? 0));
        expect(Math.abs(ours.value - (theirs ?? 0)) / scale).toBeLessThan(1e-7);
        expect(ours.upperBound).toBeGreaterThanOrEqual((theirs ?? 0) * (1 - 1e-9) - 1e-9);
        expect(Math.abs(ours.upperBound - (theirs ?? 0)) / scale).toBeLessThan(1e-7);
      }),
      { seed: SEED, numRuns: atDepth(1000) },
    );
  });

  it('keeps every bound', () => {
    fc.assert(
      fc.property(program, (one) => {
        const ours = maximise(one);
        if (ours.kind === 'unbounded') return;
        one.rows.forEach((row, i) => {
          const used = row.reduce((sum, value, j) => sum + value * (ours.x[j] ?? 0), 0);
          expect(used).toBeLessThanOrEqual((one.bounds[i] ?? 0) * (1 + 1e-9) + 1e-9);
        });
        for (const x of ours.x) expect(x).toBeGreaterThanOrEqual(0);
      }),
      { seed: SEED, numRuns: atDepth(500) },
    );
  });

  it('names a column that nothing holds back', () => {
    expect(maximise({ objective: [1, 2], rows: [[1, 0]], bounds: [5] })).toEqual({
      kind: 'unbounded',
      column: 1,
    });
    expect(maximise({ objective: [1], rows: [], bounds: [] })).toEqual({ kind: 'unbounded', column: 0 });
  });

  it('spends nothing where there is nothing to spend on', () => {
    expect(maximise({ objective: [], rows: [[]], bounds: [5] })).toMatchObject({ value: 0, upperBound: 0 });
    expect(maximise({ objective: [3], rows: [[1]], bounds: [0] })).toMatchObject({ value: 0, upperBound: 0 });
  });

  it('mixes bytes and milli-CPU without losing digits', () => {
    const GIB = 2 ** 30;
    // 0.2 $ for 4 cores and 8 GiB, 0.25 $ for 4 cores and 32 GiB, within 100 cores and 400 GiB.
    const solved = maximise({
      objective: [0.2, 0.25],
      rows: [
        [4000, 4000],
        [8 * GIB, 32 * GIB],
      ],
      bounds: [100_000, 400 * GIB],
    });
    // x + y = 25, 8x + 32y = 400.
    expect(solved).toMatchObject({ kind: 'bounded' });
    expect(solved.kind === 'bounded' && solved.upperBound).toBeCloseTo(
      (0.2 * 400) / 24 + (0.25 * 200) / 24,
      9,
    );
  });
});
