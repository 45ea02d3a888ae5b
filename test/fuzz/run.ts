import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { coordinate, type FuzzResult, type Observer } from './coordinator.ts';
import { type FuzzOptions, readOptions, USAGE } from './options.ts';
import { TARGETS } from './targets.ts';
import { tryInput } from './try-input.ts';
import { SLOW_MS } from './watched-worker.ts';
import { type Finding, work } from './worker.ts';

/** Where a run is to have grown in memory from its first third to its last. */
const GROWTH_BYTES = 128 * 2 ** 20;
/** With fewer inputs, shares say nothing. */
const ENOUGH_INPUTS = 500;
const PROGRESS_MS = 10_000;
/** What shells say of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

if (isMainThread) process.exitCode = await main(process.argv.slice(2));
else work();

async function main(args: readonly string[]): Promise<number> {
  let options: FuzzOptions;
  try {
    options = readOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return 2;
  }
  return options.file === undefined ? await fuzz(options) : await replay(options, options.file);
}

async function replay({ targets }: FuzzOptions, file: string): Promise<number> {
  const [name = ''] = targets;
  const target = await TARGETS[name]?.load();
  if (target === undefined) return 2;
  const tried = await tryInput(target, readFileSync(file, 'utf8'));
  console.log(
    tried.kind === 'failed' ? tried.error : `${tried.kind} in ${Math.round(tried.milliseconds)} ms`,
  );
  return tried.kind === 'failed' || tried.milliseconds > SLOW_MS ? 1 : 0;
}

async function fuzz(options: FuzzOptions): Promise<number> {
  const { inputs, seed, jobs, targets } = options;
  console.log(`fuzzing ${targets.length} targets with ${inputs} inputs, seed ${seed}, ${jobs} at a time`);
  console.log(provenance());
  const start = performance.now();
  let told = start;
  const rate = (done: number): number => Math.round((1_000 * done) / (performance.now() - start));
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort());
  const observer: Observer = {
    onProgress: (done, findings) => {
      if (performance.now() - told < PROGRESS_MS) return;
      told = performance.now();
      const { rss } = process.memoryUsage();
      console.log(
        `${seconds(told - start)}: ${done} inputs, ${rate(done)} inputs/s, ${findings} findings, ${megabytes(rss)} MB`,
      );
    },
    onFinding: (finding) => console.log(`\n${saved(finding, options)}\n`),
  };
  const result = await coordinate(options, observer, interrupt.signal);
  printTotals(result);
  const isInterrupted = interrupt.signal.aborted;
  const problems = isInterrupted ? [] : [...lopsided(result), ...grown(result)];
  for (const problem of problems) console.log(problem);
  const count = sum(result, ({ inputs: one }) => one);
  const { length } = result.findings;
  console.log(
    `${isInterrupted ? 'interrupted: ' : ''}${count} inputs in ${seconds(performance.now() - start)}, ` +
      `${rate(count)} inputs/s, seed ${seed}: ${length} findings`,
  );
  if (problems.length + length > 0) return 1;
  return isInterrupted ? INTERRUPTED : 0;
}

/** What somebody needs to compare two runs. */
function provenance(): string {
  const git = (...args: string[]): string => spawnSync('git', args, { encoding: 'utf8' }).stdout ?? '';
  const commit = git('rev-parse', '--short', 'HEAD').trim();
  const changed = git('status', '--porcelain', '--untracked-files=no').trim() === '' ? '' : ' with changes';
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${machine}, Node ${process.version}, ${commit === '' ? 'no commit' : `commit ${commit}${changed}`}`;
}

function printTotals({ totals, heaps }: FuzzResult): void {
  const rows = [...totals].map(([name, { inputs, sound, milliseconds, slowest }]) => ({
    target: name,
    inputs,
    'sound %': Math.round((100 * sound) / inputs),
    'ms each': Number((milliseconds / inputs).toFixed(2)),
    'slowest ms': Math.round(slowest?.milliseconds ?? 0),
    'its number': slowest?.index ?? -1,
  }));
  if (rows.length === 0) return;
  console.table(rows);
  const worst = rows.reduce((a, b) => (b['slowest ms'] > a['slowest ms'] ? b : a));
  console.log(`slowest input: number ${worst['its number']} of ${worst.target}, ${worst['slowest ms']} ms`);
  if (heaps.length > 0)
    console.log(`heap after collections: ${heaps.map((one) => megabytes(one)).join(', ')} MB`);
}

/** Writes a finding, and says what and where it is. */
function saved({ target, index, error, input }: Finding, { out, seed }: FuzzOptions): string {
  mkdirSync(out, { recursive: true });
  const file = path.join(out, `${target}-${seed}-${index}.txt`);
  writeFileSync(file, input);
  return [
    `${target}, input ${index}: ${error.split('\n').slice(0, 8).join('\n')}`,
    `again with: npm run fuzz -- --target ${target} --file ${file}`,
  ].join('\n');
}

/** A fuzzer whose inputs are all broken, or all fine, tests nothing. */
function lopsided({ totals }: FuzzResult): string[] {
  return [...totals].flatMap(([name, { inputs, sound }]) => {
    const share = sound / inputs;
    if (inputs < ENOUGH_INPUTS || (share > 0.005 && share < 0.995)) return [];
    return [`${name}: ${sound} of ${inputs} inputs were sound, which tests little`];
  });
}

function grown({ heaps }: FuzzResult): string[] {
  const third = Math.floor(heaps.length / 3);
  if (third < 2) return [];
  const early = Math.max(...heaps.slice(0, third));
  const late = Math.max(...heaps.slice(-third));
  return late - early < GROWTH_BYTES ? [] : [`memory grew from ${megabytes(early)} to ${megabytes(late)} MB`];
}

function sum(result: FuzzResult, of: (one: { readonly inputs: number }) => number): number {
  return [...result.totals.values()].reduce((all, one) => all + of(one), 0);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
