import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadBuiltInCatalogue } from '../../src/catalogue/built-in.ts';
import { compile } from '../../src/compile.ts';
import { Source } from '../../src/diagnostics/source.ts';
import type { Compilation } from '../../src/model/compilation.ts';
import { createAwsProvider } from '../../src/providers/aws/index.ts';
import { renderCluster } from '../../src/render/render-cluster.ts';
import { checkReport } from '../../src/report/check-report.ts';
import { rdjson } from '../../src/report/rdjson.ts';
import { sourcesOf } from '../../src/report/reporter.ts';
import { sarif } from '../../src/report/sarif.ts';
import { text as textReport } from '../../src/report/text.ts';
import { mutate } from './mutate.ts';
import { seededRandom } from './seeded-random.ts';

/** Set FUZZ_SEED to reproduce, FUZZ_RUNS to dig deeper. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261121);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 20_000);

describe('mutation fuzzer', () => {
  it(`never breaks the compiler: ${RUNS} mutated definitions, seed ${SEED}`, { timeout: 170_000 }, () => {
    const seeds = fixtures();
    const provider = createAwsProvider(loadBuiltInCatalogue());
    const random = seededRandom(SEED);
    const broken: { run: number; text: string; error: string }[] = [];
    let withFindings = 0;
    let clean = 0;
    for (let run = 0; run < RUNS && broken.length < 3; run++) {
      const text = mutate(random.pick(seeds), seeds, random);
      try {
        const source = new Source('fuzz.yaml', text);
        const compilation = compile({
          files: [{ source, origin: 'argument' }],
          provider: () => provider,
        });
        const { clusters, diagnostics } = compilation;
        for (const { span } of diagnostics) expect(inside(span, text.length)).toBe(true);
        for (const cluster of clusters) if (!cluster.failed) renderCluster(cluster);
        if (run % 10 === 0) reported(compilation);
        if (diagnostics.some((found) => found.severity === 'error')) withFindings++;
        else clean++;
      } catch (error) {
        broken.push({ run, text, error: String((error as Error).stack ?? error) });
      }
    }
    expect(broken).toEqual([]);
    // A fuzzer whose inputs are all broken, or all fine, tests nothing.
    expect(Math.min(withFindings, clean)).toBeGreaterThan(RUNS / 100);
  });
});

function reported(compilation: Compilation): void {
  const report = checkReport(compilation);
  const options = { version: '0', sources: sourcesOf(compilation.diagnostics) };
  for (const reporter of [textReport, sarif, rdjson]) expect(reporter(report, options)).not.toBe('');
}

function inside(span: { source: Source; start: number; end: number }, length: number): boolean {
  return (
    span.start >= 0 && span.start <= span.end && (span.source.file !== 'fuzz.yaml' || span.end <= length)
  );
}

/** Every small definition the docs show, wrong and right, and the example clusters. */
function fixtures(): string[] {
  const docs = readdirSync('docs/diagnostics').flatMap((code) =>
    readdirSync(`docs/diagnostics/${code}`)
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => readFileSync(`docs/diagnostics/${code}/${name}`, 'utf8')),
  );
  const clusters = readdirSync('clusters')
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(`clusters/${name}`, 'utf8'));
  return [...docs, ...clusters].filter((text) => text.length < 4_000);
}
