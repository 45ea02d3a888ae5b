import { expect, test } from 'vitest';
import type { PlanReport } from '../../src/report/plan-contract.ts';
import { CLEAN, poolwright } from './harness.ts';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c}]}\n';
const RUNNING = `${POD}---\n${POD.replace('name: a', 'name: b')}`.replace(
  /spec: \{(?!.*spec: \{)/s,
  'spec: {nodeName: n, ',
);

async function severities(rules: string, manifest: string): Promise<string[]> {
  const definition = CLEAN.replace('poolwright:\n', `poolwright:\n  rules: {${rules}}\n`);
  const files = { 'clusters/production.yaml': definition, 'clusters/production/workloads/a.yaml': manifest };
  const { stdout } = await poolwright(['plan', 'production', '--format', 'json'], { files });
  const { diagnostics } = JSON.parse(stdout) as PlanReport;
  return diagnostics.filter(({ code }) => code === 'PW7034').map(({ severity }) => severity);
}

test('findings in manifests have the level that the cluster gives them', async () => {
  expect(await severities('', RUNNING)).toEqual(['info']);
  expect(await severities('PW7034: warning', RUNNING)).toEqual(['warning']);
  expect(await severities('PW7034: off', RUNNING)).toEqual([]);
});

test('comments in manifests silence what is found on their line, or in their file', async () => {
  const comment = '# poolwright-ignore PW7034: planned from scratch\n';
  expect(await severities('', RUNNING.replace('spec: {nodeName', `${comment}spec: {nodeName`))).toEqual([]);
  expect(await severities('', comment + RUNNING)).toEqual([]);
  expect(
    await severities('', RUNNING.replace('\nmetadata: {name: b}', `\n${comment}metadata: {name: b}`)),
  ).toEqual(['info']);
});
