import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillTables } from '../docs/markdown.ts';
import type { CaseKind } from './check-case.ts';
import { checkFile, type LocatedResult } from './check-file.ts';
import { clusterAutoscalerFiles, corpusFiles } from './corpus.ts';

/** How many cases were recorded, by family: no file and no line may get lost. */
const EXACT: Readonly<Record<string, number>> = {
  'aws-600': 5,
  'aws-small': 9,
  'aws-spread': 1,
  'aws-subset': 7,
  daemonsets: 18,
  'existing-nodes': 20,
  found: 105,
  'host-ports': 3,
  'min-values': 10,
  nodepools: 26,
  overrides: 4,
  packing: 25,
  'pod-affinity': 26,
  'price-order': 10,
  'rand-basic': 39,
  'rand-daemons': 36,
  'rand-existing-limits': 20,
  'rand-existing': 39,
  'rand-gapspread': 29,
  'rand-gpu': 16,
  'rand-hostaff': 26,
  'rand-hostanti': 32,
  'rand-hostspread': 32,
  'rand-limits': 32,
  'rand-many-claims': 20,
  'rand-many-pods': 16,
  'rand-minvalues': 29,
  'rand-mixed': 20,
  'rand-ports-init': 29,
  'rand-preferred': 32,
  'rand-reserved': 29,
  'rand-taints': 29,
  'rand-tiny-zonespread': 10,
  'rand-volumes': 26,
  'rand-zoneaff': 6,
  'rand-zonespread': 5,
  relaxation: 8,
  requirements: 18,
  reserved: 10,
  'sort-regimes': 18,
  spread: 22,
  validation: 5,
  volumes: 16,
};
const ENVELOPE: Readonly<Record<string, number>> = {
  'aws-600': 1,
  'aws-small': 1,
  'aws-spread': 4,
  'aws-subset': 3,
  'pod-affinity': 1,
  'rand-mixed': 19,
  'rand-tiny-zonespread': 29,
  'rand-zoneaff': 14,
  'rand-zonespread': 25,
  relaxation: 1,
  spread: 19,
};

const PAGE = 'docs/conformance.md';

const results: LocatedResult[] = [];

describe.each([
  ['exact', EXACT],
  ['envelope', ENVELOPE],
] as const)('%s', (folder, families) => {
  const files = corpusFiles().filter((file) => file.includes(`/${folder}/`));

  it('has a file for each family', () => {
    expect(files.map(familyOf).sort()).toEqual(Object.keys(families).sort());
  });

  it.each(files.map((file) => [familyOf(file), file] as const))('%s', (family, file) => {
    const found = checkFile(file);
    results.push(...found);
    expect(found).toHaveLength(families[family] ?? 0);
    expect(found.flatMap(mismatch)).toEqual([]);
  });
});

/** The tables of the page say how the run above went. */
it(`${PAGE} publishes the score`, async () => {
  const filled = fillTables(readFileSync(PAGE, 'utf8'), table);
  await expect(filled).toMatchFileSnapshot(`../../${PAGE}`);
});

it('is compressed without names and times, so that the same content has the same bytes', () => {
  const marked = corpusFiles().filter((file) => {
    const header = readFileSync(file).subarray(3, 8);
    return header.some((byte) => byte !== 0);
  });
  expect(marked).toEqual([]);
});

function familyOf(file: string): string {
  return basename(file).replace('.jsonl.gz', '');
}

function mismatch({ name, differences }: LocatedResult): readonly string[] {
  return differences.slice(0, 1).map((difference) => `${name}: ${difference}`);
}

const KINDS: Readonly<Record<CaseKind, string>> = {
  exact: 'exact: Karpenter always decides the same',
  'envelope, closed': 'envelope, closed: Karpenter picks at random, all its decisions are recorded',
  'envelope, open': 'envelope, open: too many decisions to record, their bounds are',
};

function table(name: string): readonly string[] {
  if (name === 'score') return scoreTable();
  if (name === 'autoscaler') return autoscalerTable();
  expect(name).toBe('reasons');
  const same = results.reduce((sum, { reasons }) => sum + reasons.same, 0);
  const of = results.reduce((sum, { reasons }) => sum + reasons.of, 0);
  return [
    '| pods without a place in exact scenarios | same classes of reasons | |',
    '|---|---|---|',
    `| ${of} | ${same} | ${percent(same, of)} |`,
  ];
}

function scoreTable(): readonly string[] {
  const row = (title: string, of: readonly LocatedResult[]) => {
    const agreeing = of.filter(({ differences }) => differences.length === 0).length;
    return `| ${title} | ${of.length} | ${agreeing} | ${percent(agreeing, of.length)} |`;
  };
  const kinds = Object.entries(KINDS).map(([kind, title]) => {
    const ofKind = results.filter((result) => result.kind === kind);
    return row(title, ofKind);
  });
  return ['| scenarios | recorded | agree | |', '|---|---|---|---|', ...kinds, row('all', results)];
}

const RECORDED: Readonly<Record<string, string>> = {
  annotations: 'annotations, quantities and labels, as the provider for Cluster API reads them',
  balance: 'new nodes shared out among similar node groups',
  binpacking: 'nodes that the estimator comes to, and pods that they take',
};

function autoscalerTable(): readonly string[] {
  const rows = clusterAutoscalerFiles().map((file) => {
    const found = checkFile(file);
    const agreeing = found.filter(({ differences }) => differences.length === 0).length;
    const what = RECORDED[basename(file, '.json.gz')] ?? file;
    return `| ${what} | ${found.length} | ${agreeing} | ${percent(agreeing, found.length)} |`;
  });
  return ['| what | recorded | agree | |', '|---|---|---|---|', ...rows];
}

/** Rounded down: 100 % is all of them. */
function percent(part: number, whole: number): string {
  return `${Math.floor((part * 1000) / whole) / 10} %`;
}
