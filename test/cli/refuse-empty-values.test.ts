import { expect, it } from 'vitest';
import { CLEAN, poolwright } from './harness.ts';

const RUNS = [
  ['check', '--crds', ''],
  ['check', '--crds', 'crds', '--base', ''],
  ['check', '--manifests', ''],
  ['check', '--manifests=clusters', '--manifests='],
  ['check', '--defaults', ''],
  ['plan', '-f', ''],
  ['plan', '--nodes', ''],
  ['diff', 'clusters', '--definitions', ''],
  ['synth', '--out', ''],
  ['catalogue', 'list', '--catalogue', ''],
  ['catalogue', 'import', 'clusters', '--out', ''],
  ['import', 'clusters', '-o', ''],
  ['init', '--folder', ''],
  ['explain', 'unschedulable', 'web', '--workloads', ''],
  ['check', ''],
  ['synth', 'web', ''],
  ['diff', ''],
];

it.each(RUNS.map((args) => [JSON.stringify(args), args] as const))('%s', async (_, args) => {
  const { code, stdout, stderr, files } = await poolwright(args, { files: { 'clusters/web.yaml': CLEAN } });
  expect([code, stdout, stderr]).toEqual([
    2,
    '',
    expect.stringMatching(/is empty: name a path, or leave it away/),
  ]);
  expect(files()).toEqual(['clusters/web.yaml']);
});
