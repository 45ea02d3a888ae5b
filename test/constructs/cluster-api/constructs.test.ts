import { Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import * as library from '../../../constructs/index.ts';
import { chart } from '../harness.ts';
import { type Subject, SUBJECTS } from './constructs.ts';
import { changed } from './refused.ts';

function synth({ make }: Subject, spec: unknown): any {
  const scope = chart();
  make(scope, spec, { name: 'workers' });
  return Testing.synth(scope)[0];
}

describe.each(SUBJECTS.map((subject) => [subject.title, subject] as const))('%s', (title, subject) => {
  const { apiVersion, kind, accepted, refused } = subject;

  it('writes what it was given, every field of it', () => {
    for (const spec of accepted) {
      expect(synth(subject, spec)).toEqual({ apiVersion, kind, metadata: { name: 'workers' }, spec });
    }
  });

  it.each(refused.map((one) => [one.title, one] as const))('refuses %s', (_title, { change, problem }) => {
    const spec = changed(accepted[0], change);
    expect(spec).not.toEqual(accepted[0]);
    expect(() => synth(subject, spec)).toThrow(problem);
  });

  it('knows its own', () => {
    const known = (library as unknown as Record<string, Record<string, (x: unknown) => boolean>>)[title];
    const object = subject.make(chart(), accepted[0], {});
    expect([object, {}, null, 'x'].map((x) => known?.[`is${title}`]?.(x))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

it.each(
  SUBJECTS.filter(({ title }) => /(Machine|Config)Template$/.test(title)).map(
    (subject) => [subject.title, subject] as const,
  ),
)('%s has a reference for MachineDeployments', (_title, { make, accepted, apiVersion, kind }) => {
  const object = make(chart(), accepted[0], { name: 'a' }) as unknown as { readonly ref: unknown };
  expect(object.ref).toEqual({ apiGroup: apiVersion.split('/')[0], kind, name: 'a' });
});
