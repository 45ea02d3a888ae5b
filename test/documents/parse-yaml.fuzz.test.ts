import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { LocatedValue } from '../../src/diagnostics/located.ts';
import { Source } from '../../src/diagnostics/source.ts';
import type { Span } from '../../src/diagnostics/span.ts';
import { toPlain } from '../../src/diagnostics/to-plain.ts';
import { applyFixes } from '../../src/documents/apply-fixes.ts';
import { readIgnoreComments } from '../../src/documents/ignore-comments.ts';
import { type ParsedYaml, parseYaml } from '../../src/documents/parse-yaml.ts';
import { mutateLines } from '../fuzz/mutate/mutate-lines.ts';
import { seededRandom } from '../fuzz/seeded-random.ts';
import { text } from './harness.ts';

/**
 * Beside `npm run fuzz`, which asks more of many more texts, but not whether the library reads them alike. Set FUZZ_SEED to
 * reproduce, FUZZ_RUNS to dig deeper.
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261121);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 800);

const SEEDS = [
  text`
    # poolwright-ignore PW1018: a reason
    karpenter:
      node_pools:
        default: &base
          node_class: {gpu_enabled: false, tags: {team: "a b"}}
          limits:
            cpu: 111   # cores
            memory: "100Gi"
          requirements:
            - key: karpenter.k8s.aws/instance-category
              operator: In
              values: [c, 'm', "r"]
        spot:
          <<: *base
          weight: 0x10
          user_data: |
            #!/bin/bash
            echo "x: y" # poolwright-ignore PW1018: no comment
          note: >-
            folded
              text
  `,
  text`
    %YAML 1.2
    ---
    a: &a [1, 1.30, yes, ~, {b: *missing}]
    b: *a
    ? c
    : - - x
        - !!int "3"
      - "\u00e9 \x41"
    ...
    ---
    # nothing
    --- {"json": [true, null, -1.5e3], 'it''s': !tag x}
  `,
  text`
    {
      "a": [1, 2, {"b": null}],
      "c": "\u0041\n"
    }
  `,
];

describe('fuzzing the readers', () => {
  it(`never throws and never points outside the text: ${RUNS} runs, seed ${SEED}`, {
    timeout: 60_000,
  }, () => {
    const random = seededRandom(SEED);
    const counts = { clean: 0, broken: 0, compared: 0 };
    for (let run = 0; run < RUNS; run++) {
      const mutated = mutateLines(random.pick(SEEDS), SEEDS, random);
      const source = new Source('fuzz.yaml', mutated);
      try {
        const parsed = parseYaml(source);
        checkParsed(parsed, source);
        counts.compared += agreesWithLibrary(parsed, mutated) ? 1 : 0;
        counts[parsed.diagnostics.length === 0 ? 'clean' : 'broken']++;
        for (const { span } of readIgnoreComments(source).ignores) checkSpan(span, source);
      } catch (error) {
        throw new Error(`run ${run} of seed ${SEED}: ${JSON.stringify(mutated)}`, { cause: error });
      }
    }
    // A fuzzer whose inputs are all broken, or all fine, tests nothing.
    expect(Math.min(counts.clean, counts.broken, counts.compared)).toBeGreaterThan(RUNS / 20);
  });
});

function checkParsed({ documents, diagnostics }: ParsedYaml, source: Source): void {
  for (const document of documents) {
    checkSpan(document.span, source);
    if (document.value !== undefined) checkTree(document.value, source);
    expect(document.broken && document.value !== undefined).toBe(false);
  }
  for (const found of diagnostics) checkDiagnostic(found, source);
  const failed = documents.some(({ broken }) => broken);
  if (failed) expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  // The text of a fix must differ, else `--fix` would never come to an end.
  const fixes = diagnostics.flatMap(({ fix }) => fix ?? []);
  if (fixes.length > 0) expect(applyFixes(source, fixes).text).not.toBe(source.text);
}

function checkDiagnostic(found: Diagnostic, source: Source): void {
  for (const { span } of [found, ...found.related, ...(found.fix?.edits ?? [])]) checkSpan(span, source);
  expect(found.message).not.toMatch(/[.\n]$|undefined|\bNaN\b/);
}

function checkTree(value: LocatedValue, source: Source): void {
  for (const span of [value.origin.span, value.origin.keySpan, value.origin.definedAt]) {
    if (span !== undefined) checkSpan(span, source);
  }
  const children =
    value.kind === 'list'
      ? value.items
      : value.kind === 'map'
        ? [...value.entries.values()].map((entry) => entry.value)
        : [];
  for (const child of children) checkTree(child, source);
}

function checkSpan(span: Span, source: Source): void {
  if (span.source === source && 0 <= span.start && span.start <= span.end && span.end <= source.text.length)
    return;
  throw new Error(`span ${span.start}-${span.end} of ${source.text.length}`);
}

/** What neither we nor the library object to must mean the same to both. False if there is nothing to compare. */
function agreesWithLibrary({ documents, diagnostics }: ParsedYaml, yaml: string): boolean {
  if (diagnostics.length > 0) return false;
  const theirs = parseAllDocuments(yaml, { merge: true, prettyErrors: false, logLevel: 'silent' });
  if ('empty' in theirs) return documents.length === 0;
  expect(theirs.flatMap(({ errors }) => errors)).toEqual([]);
  const ours = documents.map(({ value }) => (value === undefined ? null : toPlain(value)));
  expect(ours).toEqual(theirs.map((document) => plusZero(document.toJS({ maxAliasCount: -1 }))));
  return true;
}

/** We do not tell -0 from 0. */
function plusZero(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plusZero);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plusZero(inner)]));
  }
  return value === 0 ? 0 : value;
}
