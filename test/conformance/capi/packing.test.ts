import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkFile } from '../check-file.ts';
import { readDocuments } from '../read-documents.ts';
import { checkBalance, checkPacking } from './check-packing.ts';
import type { BalanceCase, PackingScenario } from './packing-format.ts';

const PACKING = 'test/conformance/capi/binpacking.json.gz';
const BALANCE = 'test/conformance/capi/balance.json.gz';

it.each([
  [PACKING, 264],
  [BALANCE, 132],
])('decides all of %s as the autoscaler does', (file, count) => {
  const results = checkFile(file);
  expect(results).toHaveLength(count);
  expect(results.flatMap(({ name, differences }) => differences.map((one) => `${name}: ${one}`))).toEqual([]);
});

it('holds 228 scenarios with one outcome and 36 with several', () => {
  const kinds = checkFile(PACKING).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'exact')).toHaveLength(228);
  expect(kinds.filter((kind) => kind === 'envelope, closed')).toHaveLength(36);
});

it('notices another outcome', () => {
  const [{ scenarios }] = readDocuments(PACKING).map(({ value }) => value) as [
    { scenarios: readonly PackingScenario[] },
  ];
  const results = scenarios
    .slice(0, 5)
    .map((one) => checkPacking({ ...one, outcomes: { 'nodes=7,pods=1': 1 } }));
  expect(results.map(({ differences }) => differences)).toEqual([
    ['expected nodes=7,pods=1, got nodes=5,pods=10'],
    ['expected nodes=7,pods=1, got nodes=2,pods=20'],
    ['expected nodes=7,pods=1, got nodes=3,pods=7'],
    ['expected nodes=7,pods=1, got nodes=2,pods=7'],
    ['expected nodes=7,pods=1, got nodes=3,pods=25'],
  ]);
});

it('notices other sizes', () => {
  const [{ cases }] = readDocuments(BALANCE).map(({ value }) => value) as [{ cases: readonly BalanceCase[] }];
  const first = cases[0] as BalanceCase;
  expect(checkBalance({ ...first, newSizes: [6, 5, 4] })).toMatchObject({
    name: '18 more for [{"Current":0,"Max":5},{"Current":2,"Max":6},{"Current":4,"Max":4}]',
    differences: ['expected sizes 6,5,4, got 5,6,4'],
  });
});

it('reads scenarios and cases however they are wrapped', () => {
  const folder = mkdtempSync(join(tmpdir(), 'poolwright-packing-'));
  const [packing] = readDocuments(PACKING).map(({ value }) => value) as [{ scenarios: readonly object[] }];
  const [balance] = readDocuments(BALANCE).map(({ value }) => value) as [{ cases: readonly object[] }];
  const count = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return checkFile(join(folder, name)).filter(({ differences }) => differences.length === 0).length;
  };
  expect(count('bare.json', JSON.stringify({ scenarios: packing.scenarios.slice(0, 3) }))).toBe(3);
  expect(count('list.json', JSON.stringify(balance.cases.slice(0, 4)))).toBe(4);
  const lines = [packing.scenarios[0], balance.cases[0]].map((one) => JSON.stringify(one));
  expect(count('lines.jsonl', lines.join('\n'))).toBe(2);
  expect(() => count('empty.json', '{"scenarios": []}')).toThrow('this is no recorded case');
  expect(() => count('other.json', '{"cases": [{"groups": []}]}')).toThrow('this is no recorded case');
  rmSync(folder, { recursive: true });
});
