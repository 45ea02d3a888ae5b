import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLEAN, type CliResult, poolwright } from '../harness.ts';
import { type Files, repositories } from './random-repository.ts';
import { atDepth } from '../../at-depth.ts';

const RUNS = atDepth(10);

function output({ files, read }: CliResult): Record<string, string | undefined> {
  return Object.fromEntries(
    files()
      .filter((file) => file.startsWith('dist/'))
      .map((file) => [file, read(file)]),
  );
}

/** Output of `before`, then the definitions of `after`. */
async function repository(before: Files, after: Files): Promise<CliResult> {
  const made = await poolwright(['synth'], { files: before });
  for (const file of Object.keys(before)) made.remove(file);
  for (const [file, text] of Object.entries(after)) made.write(file, text);
  return made;
}

test('the shards together write and remove what the whole run does', async () => {
  await fc.assert(
    fc.asyncProperty(
      repositories,
      repositories,
      fc.integer({ min: 1, max: 5 }),
      async (before, after, of) => {
        const whole = await repository(before, after);
        await whole.again(['synth']);
        const divided = await repository(before, after);
        for (let i = 1; i <= of; i++) await divided.again(['synth', '--shard', `${i}/${of}`]);
        expect(output(divided)).toEqual(output(whole));
      },
    ),
    { numRuns: RUNS },
  );
}, 300_000);

/** Definitions of which some are gone, renamed or emptied. */
const BEFORE: Files = Object.fromEntries(
  ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`clusters/${name}.yaml`, CLEAN]),
);
const GONE: Files = Object.fromEntries(Object.entries(BEFORE).filter(([file]) => /[ace]\.yaml/.test(file)));

test.each([
  ['clusters that are gone', GONE, ['b', 'd', 'f']],
  [
    'a cluster in another file',
    { ...GONE, 'clusters/moved.yaml': `poolwright: {cluster: b}\n${inner()}` },
    ['d', 'f'],
  ],
  ['a file that defines nothing any more', { ...GONE, 'clusters/b.yaml': 'other: 1\n' }, ['d', 'f']],
  ['an error in some definition', { ...GONE, 'clusters/e.yaml': 'node_pools: {a: {limts: {}}}' }, []],
])(
  '%s: removed by one shard, as the whole run does',
  async (_, after, removed) => {
    const whole = await repository(BEFORE, after);
    await whole.again(['synth']);
    const left = new Set(whole.files().map((file) => file.split('/')[1]));
    for (const name of ['b', 'd', 'f'])
      expect(left.has(name)).toBe(!removed.includes(name) || after[`clusters/${name}.yaml`] !== undefined);
    for (const of of [2, 3, 7]) {
      const divided = await repository(BEFORE, after);
      const said: string[] = [];
      for (let i = 1; i <= of; i++)
        said.push((await divided.again(['synth', '--shard', `${i}/${of}`])).stderr);
      expect(output(divided)).toEqual(output(whole));
      for (const name of removed) {
        expect(said.filter((text) => text.includes(`${name}: nothing defines`))).toHaveLength(1);
      }
    }
  },
  60_000,
);

function inner(): string {
  return CLEAN.slice(CLEAN.indexOf('karpenter:'));
}

test('--check in shards finds what the whole --check does', async () => {
  const whole = await repository(BEFORE, GONE);
  const expected = await whole.again(['synth', '--check', '--format', 'json']);
  const reports: string[] = [];
  for (let i = 1; i <= 3; i++) {
    const { stdout } = await whole.again(['synth', '--check', '--shard', `${i}/3`, '--format', 'json']);
    whole.write(`reports/${i}.json`, stdout);
    reports.push(`reports/${i}.json`);
  }
  const merged = await whole.again(['merge', ...reports, '--format', 'json']);
  expect(merged.stdout).toBe(expected.stdout);
  expect(merged.code).toBe(1);
}, 60_000);
