import { expect, it } from 'vitest';
import { coverageOf, type Covered } from './corpus/coverage.ts';
import { readRecording } from './corpus/store.ts';
import { ONE_SIDED, UNCOVERED } from './corpus/uncovered.ts';

const covered = coverageOf(readRecording());

const isOpen = (one: Covered): boolean => one.failing === 0 || one.passing === 0;

it('every rule of every CRD is met by a recorded object and broken by another', () => {
  const rules = covered.filter((one) => one.rule !== undefined);
  expect(rules.length).toBeGreaterThan(400);
  const open = rules
    .filter((one) => isOpen(one) && !ONE_SIDED.includes(one.rule?.rule ?? ''))
    .map((one) => `${one.crd} ${one.path} ${one.rule?.rule ?? ''}`);
  expect(open.toSorted()).toEqual(Object.keys(UNCOVERED).toSorted());
});

it('every keyword of the real CRDs is met and broken, too', () => {
  const real = covered.filter((one) => !/^(programs-|formats|keywords|rules|top)/.test(one.crd));
  const open = real
    .filter((one) => one.rule === undefined && isOpen(one))
    .map((one) => `${one.crd} ${one.path} ${one.keyword}`);
  expect(real.length).toBeGreaterThan(2500);
  expect(open).toEqual([]);
});

it('figures', async () => {
  const kinds = [...new Set(covered.map((one) => one.crd))];
  const lines = kinds.flatMap((kind) => {
    const own = covered.filter((one) => one.crd === kind);
    const keywords = groups(own);
    return [
      kind,
      ...[...keywords].map(
        ([keyword, ones]) =>
          `  ${keyword}: ${ones.length} places, ${sum(ones, 'failing')} refusals, broken at ${ones.filter((one) => one.failing > 0).length}, met at ${ones.filter((one) => one.passing > 0).length}`,
      ),
    ];
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('corpus/data/coverage.txt');
});

function groups(ones: readonly Covered[]): Map<string, Covered[]> {
  const found = new Map<string, Covered[]>();
  for (const one of ones) {
    const keyword = one.keyword.replace(/:.*/, '');
    found.set(keyword, [...(found.get(keyword) ?? []), one]);
  }
  return found;
}

const sum = (ones: readonly Covered[], field: 'failing' | 'passing'): number =>
  ones.reduce((total, one) => total + one[field], 0);
