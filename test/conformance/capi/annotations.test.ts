import { expect, it } from 'vitest';
import { checkFile } from '../check-file.ts';
import { readDocuments } from '../read-documents.ts';
import type { AnnotationRecording } from './annotations-format.ts';
import { checkAnnotations } from './check-annotations.ts';

const FILE = 'test/conformance/capi/annotations.json.gz';

it('reads every row as the autoscaler does', () => {
  const results = checkFile(FILE);
  expect(results).toHaveLength(77 + 74 + 14 + 7 + 1);
  expect(results.flatMap(({ name, differences }) => differences.map((one) => `${name}: ${one}`))).toEqual([]);
});

it('notices a row of each kind that says something else', () => {
  const recording = readDocuments(FILE)[0]?.value as AnnotationRecording;
  const row = recording.cases.find(({ name }) => name === 'taints two');
  if (row === undefined) throw new Error('the row is gone');
  const results = checkAnnotations({
    cases: [
      { ...row, out: { ...row.out, taints: [] } },
      { ...row, out: { ...row.out, canScaleFromZero: false } },
      { ...row, annotations: {} },
    ],
    quantities: [
      { in: '1E', canonical: '1E', value: 1e18, milli: 1, format: 'DecimalSI' },
      { in: '1', err: 'unable to parse' },
    ],
    managedLabels: { 'example.com/a': true },
    normalizedProviderIDs: { 'aws:///eu-west-1a/i-0123': 'eu-west-1a' },
    onebadMachineDeploymentPoisonsAll: { error: 'parsing "5"', nodeGroupCount: 0 },
  });
  expect(results.map(({ differences }) => differences.length > 0)).toEqual(Array(8).fill(true));
});
