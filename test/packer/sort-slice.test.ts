import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortSlice } from '../../src/packer/karpenter/sort-slice.ts';
import { readDocuments } from '../conformance/read-documents.ts';

interface Vector {
  readonly n: number;
  readonly kind: string;
  readonly input: readonly number[];
  /** By position: where the element that ends up there came from. */
  readonly output: readonly number[];
}

const [file] = readDocuments('test/conformance/vectors/sort-slice.json.gz');
const vectors = file?.value as readonly Vector[];

/** Positions 0 to n-1 sorted by the value there. */
function sorted(input: readonly number[], n = input.length): readonly number[] {
  const positions = Int32Array.from(input.keys());
  sortSlice(positions, n, Float64Array.from(input));
  return [...positions];
}

describe("Go's sort.Slice, recorded", () => {
  it('has all 217 vectors', () => {
    expect(vectors).toHaveLength(217);
  });

  it.each(vectors.map((vector, i) => [i, vector.kind, vector.n, vector] as const))(
    'number %i: %s, %i elements',
    (_i, _kind, _n, { input, output }) => {
      expect(sorted(input)).toEqual(output);
    },
  );
});

describe('sortSlice', () => {
  const inputs = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 300 });

  it('sorts, and loses nothing', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const positions = sorted(input);
        expect([...positions].sort((a, b) => a - b)).toEqual([...input.keys()]);
        const values = positions.map((position) => input[position] ?? 0);
        expect(values).toEqual([...input].sort((a, b) => a - b));
      }),
    );
  });

  it('leaves what is behind the slice alone', () => {
    fc.assert(
      fc.property(inputs, fc.nat(), (input, at) => {
        const n = at % (input.length + 1);
        const positions = sorted(input, n);
        expect(positions.slice(n)).toEqual([...input.keys()].slice(n));
        expect(positions.slice(0, n)).toEqual(sorted(input.slice(0, n)));
      }),
    );
  });

  it('keeps the order of equal elements up to twelve', () => {
    expect(sorted([1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0])).toEqual([1, 3, 5, 7, 9, 11, 0, 2, 4, 6, 8, 10]);
  });
});
