import { describe, expect, it } from 'vitest';
import { createAdmissionCheck } from '../../../src/checks/admission/admission-check.ts';
import { readCrd } from '../../../src/checks/admission/read-crd.ts';
import type { JsonValue } from '../../../src/diagnostics/json-value.ts';
import type { AdmissionCheck, AdmissionRequest, Refusal } from '../../../src/model/admission.ts';
import type { RecordedCase } from './corpus/case.ts';
import { compare } from './corpus/compare.ts';
import { baseOf, corpus, crdOf } from './corpus/corpus.ts';
import { DIFFERENCES } from './corpus/differences.ts';
import { edited } from './corpus/edit.ts';
import { readRecording } from './corpus/store.ts';

const recording = readRecording();
const checks = new Map<string, AdmissionCheck>();

function checkOf(name: string): AdmissionCheck {
  const known = checks.get(name);
  if (known !== undefined) return known;
  const crd = crdOf(name);
  const reading = readCrd(crd as unknown as JsonValue);
  expect(reading.problems, name).toEqual([]);
  if (reading.crd === undefined) throw new Error(`${name} is not read`);
  const { check, problems } = createAdmissionCheck(reading.crd, crd.spec.versions[0]?.name ?? '');
  expect(problems, name).toEqual([]);
  checks.set(name, check);
  return check;
}

const bases = new Map<string, JsonValue>();

function requestOf({ crd, base, edits, before }: RecordedCase): AdmissionRequest {
  const key = `${crd} ${base}`;
  const object = bases.get(key) ?? baseOf(crd, base);
  bases.set(key, object);
  return {
    object: edited(object, edits),
    ...(before === undefined ? {} : { oldObject: edited(object, before) }),
  };
}

const nameOf = (one: RecordedCase): string => `${one.crd}: ${one.title}`;

const shown = (one: RecordedCase, refusals: readonly Refusal[]): string => {
  const server = one.verdict.causes.map((cause) => `${cause.field}: ${cause.message.slice(0, 160)}`);
  const ours = refusals.map(
    (refusal) => `${refusal.pointer} ${refusal.reason}: ${refusal.message.slice(0, 160)}`,
  );
  return `${nameOf(one)}\n  server: ${server.join('; ') || 'admits'}${one.verdict.apply === undefined ? '' : ` (apply: ${one.verdict.apply.causes.map((cause) => cause.message.slice(0, 80)).join('; ')})`}\n  ours:   ${ours.join('; ') || 'admits'}`;
};

describe('the recorded verdicts of the API server', () => {
  it('are those of the cases that the generator makes today', () => {
    const wanted = corpus().map(({ object: _object, ...told }) => JSON.stringify(told));
    const held = recording.map(({ verdict: _verdict, ...told }) => JSON.stringify(told));
    expect(held.length).toBeGreaterThan(10_000);
    // What cannot be asked any more, and what nobody asked: record again (README of the corpus).
    expect(new Set(held)).toEqual(new Set(wanted));
  });

  it('are ours, too', () => {
    const wrong: string[] = [];
    const fields: string[] = [];
    const unneeded = new Set(Object.keys(DIFFERENCES));
    let refusedByBoth = 0;
    for (const one of recording) {
      const refusals = checkOf(one.crd).admit(requestOf(one));
      const found = compare(one, refusals);
      const known = DIFFERENCES[nameOf(one)];
      if (!found.agrees) {
        if (known === undefined) wrong.push(shown(one, refusals));
        unneeded.delete(nameOf(one));
      }
      if (found.refusedByBoth) {
        refusedByBoth += 1;
        if (found.onlyServer.length + found.onlyOurs.length > 0) fields.push(shown(one, refusals));
      }
    }
    const same = (100 * (refusedByBoth - fields.length)) / Math.max(refusedByBoth, 1);
    console.log(
      `${recording.length} verdicts, ${wrong.length} differ; of ${refusedByBoth} refused by both, ${same.toFixed(2)} % blame the same fields`,
    );
    expect(wrong.join('\n')).toBe('');
    expect([...unneeded]).toEqual([]);
    expect(same, fields.slice(0, 20).join('\n')).toBeGreaterThan(99.5);
  }, 300_000);
});
