/**
 * Asks a running API server about every case of the corpus and stores what it says:
 * `SERVER=https://127.0.0.1:6443 TOKEN=… node test/run-typescript.mjs test/real/mutations/record.ts [KIND…]`.
 */
import { corpus, crdOf } from '../../checks/admission/corpus/corpus.ts';
import { readRecording, writeRecording } from '../../checks/admission/corpus/store.ts';
import { ask } from './ask.ts';
import { applyCrds } from './apply-crds.ts';
import { httpSend } from './http-send.ts';
import { recordAll } from './record-all.ts';

const send = httpSend(process.env['SERVER'] ?? 'https://127.0.0.1:6443', process.env['TOKEN'] ?? '');
const wanted = process.argv.slice(2);
const cases = corpus().filter((one) => wanted.length === 0 || wanted.includes(one.crd));
await applyCrds(send, [...new Set(cases.map((one) => one.crd))].map(crdOf));
const started = performance.now();
const recorded = await recordAll(cases, (one) => ask(send, crdOf(one.crd), one.object, one));
const kept = wanted.length === 0 ? [] : readRecording().filter((one) => !wanted.includes(one.crd));
writeRecording([...kept, ...recorded]);
const refused = recorded.filter((one) => !one.verdict.admitted).length;
console.log(`${recorded.length} cases, ${refused} refused, ${Math.round(performance.now() - started)} ms`);
process.exit(0);
