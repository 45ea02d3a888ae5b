import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { JsonValue } from '../../../../src/diagnostics/json-value.ts';
import type { RecordedCase } from './case.ts';
import type { CrdDocument } from './schema.ts';

/** A line of `crds`: whose it is, where it comes from, the CRD. */
export interface StoredCrd {
  readonly name: string;
  readonly from: string;
  readonly crd: CrdDocument;
}

const FOLDER = 'test/checks/admission/corpus/data';
const fileOf = (name: string) => join(FOLDER, `${name}.jsonl.gz`);

const readLines = <T>(name: string): T[] =>
  gunzipSync(readFileSync(fileOf(name)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

export function writeLines(name: string, lines: readonly JsonValue[]): void {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(fileOf(name), gzipSync(text, { level: 9 }));
}

export const readCrds = (): StoredCrd[] => readLines<StoredCrd>('crds');
export const readRecording = (): RecordedCase[] => readLines<RecordedCase>('verdicts');
export const writeRecording = (cases: readonly RecordedCase[]): void =>
  writeLines('verdicts', cases as unknown as readonly JsonValue[]);
