import { expect, inject, it } from 'vitest';
import { corpus, crdOf } from '../../checks/admission/corpus/corpus.ts';
import type { Verdict } from '../../checks/admission/corpus/case.ts';
import { readRecording } from '../../checks/admission/corpus/store.ts';
import { applyCrds } from './apply-crds.ts';
import { ask } from './ask.ts';
import { httpSend } from './http-send.ts';
import { recordAll } from './record-all.ts';

/** Of the recorded cases, the share that is asked about afresh; `MUTATIONS=all` asks about each. */
const EVERY = process.env['MUTATIONS'] === 'all' ? 1 : 4;

/** Of an apply only the decision: its texts are those of another code path and name its own internals. */
const told = ({ admitted, causes, apply }: Verdict) => ({ admitted, apply: apply?.admitted, causes });

it('the API server says today what was recorded of the mutated objects', async () => {
  const send = httpSend(inject('aws').server, inject('aws').token);
  const recorded = new Map(readRecording().map((one) => [`${one.crd}: ${one.title}`, one.verdict]));
  const cases = corpus().filter((one, index) => index % EVERY === 0 || one.before !== undefined);
  await applyCrds(send, [...new Set(cases.map((one) => one.crd))].map(crdOf));
  const answers = await recordAll(cases, (one) => ask(send, crdOf(one.crd), one.object, one));
  expect(answers.length).toBeGreaterThan(1500);
  const changed = answers.flatMap((one) => {
    const before = recorded.get(`${one.crd}: ${one.title}`);
    const [was, is] = [before === undefined ? undefined : told(before), told(one.verdict)];
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ case: `${one.crd}: ${one.title}`, was, is }];
  });
  console.log(`${answers.length} mutated objects asked about again, ${changed.length} answered otherwise`);
  expect(changed).toEqual([]);
});
