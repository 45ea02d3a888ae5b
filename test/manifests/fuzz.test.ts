import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { Source } from '../../src/diagnostics/source.ts';
import type { Span } from '../../src/diagnostics/span.ts';
import { readWorkloads } from '../../src/manifests/read-workloads.ts';
import { mutateLines } from '../fuzz/mutate/mutate-lines.ts';
import { seededRandom } from '../fuzz/seeded-random.ts';

/** Set FUZZ_SEED to reproduce, FUZZ_RUNS to dig deeper. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261121);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 400);

const FOLDER = 'test/manifests/fixtures';
const YAML = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'));
const JSON_DUMP = JSON.stringify(load(readFileSync(`${FOLDER}/kubectl-get.yaml`, 'utf8')), null, 2);

const POINTERS = [
  '/spec/nodeSelector/x',
  '/spec/containers/0/resources/requests/cpu',
  '/spec/volumes/0',
  '/metadata',
];

describe('mutated manifests', () => {
  it(`are read or reported, ${RUNS} of them, seed ${SEED}`, { timeout: 120_000 }, () => {
    const texts = [...YAML, JSON_DUMP];
    const random = seededRandom(SEED);
    const broken: { run: number; error: string; text: string }[] = [];
    let clean = 0;
    for (let run = 0; run < RUNS && broken.length < 3; run++) {
      const text = mutateLines(random.pick(texts), texts, random);
      try {
        const source = new Source('x', text);
        const { workloads, diagnostics } = readWorkloads({ sources: [source] });
        for (const { span, fix } of diagnostics) {
          expectInside(span, source);
          for (const edit of fix?.edits ?? []) expectInside(edit.span, source);
        }
        for (const { template } of workloads.pods) {
          for (const pointer of POINTERS) expectInside(template.locate(pointer), source);
        }
        if (!diagnostics.some(({ severity }) => severity === 'error')) clean++;
      } catch (error) {
        broken.push({ run, error: String((error as Error).stack ?? error), text });
      }
    }
    expect(broken).toEqual([]);
    // A fuzzer whose inputs are all broken, or all fine, tests nothing.
    expect(clean).toBeGreaterThan(RUNS / 20);
    expect(clean).toBeLessThan(RUNS - RUNS / 20);
  });
});

function expectInside(span: Span, source: Source): void {
  expect(span.source).toBe(source);
  expect(span.start >= 0 && span.start <= span.end && span.end <= source.text.length).toBe(true);
}
