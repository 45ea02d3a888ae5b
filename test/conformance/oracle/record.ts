/**
 * Asks Karpenter again about every case of the corpus and writes what it says: `npm run --silent conformance:record --
 * [FILE…] [--all]`. Needs Go. A case stays as it is, to the byte, unless Karpenter did something that is not recorded.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { corpusFiles } from '../corpus.ts';
import type { RecordedCase } from '../format.ts';
import { readText, UnreadableFile } from '../read-documents.ts';
import { agrees } from './agrees.ts';
import { Oracle } from './ask.ts';
import { buildOracle } from './build.ts';
import { OracleFailure } from './failure.ts';

const USAGE = `usage: npm run --silent conformance:record -- [FILE…] [--all]

FILE is a recording (.jsonl or .jsonl.gz) below a folder exact or envelope; without FILE, the corpus. A case whose
decision turns out to vary moves from exact to envelope, and the other way round.

  --all  write every case anew, also those of which the recording still holds
`;

const SAMPLING = { runs: 25, envelopeRuns: 300 };

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n${USAGE}`);
    return 2;
  }
  const { values, positionals } = options;
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  try {
    await record(positionals.length > 0 ? positionals : corpusFiles(), { anew: values.all });
    return 0;
  } catch (error) {
    if (!(error instanceof OracleFailure || error instanceof UnreadableFile)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

/** What is wrong with the arguments, where something is. */
function readOptions() {
  try {
    return parseArgs({
      options: {
        all: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowPositionals: true,
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Options {
  readonly anew: boolean;
}

async function record(files: readonly string[], { anew }: Options): Promise<void> {
  const program = buildOracle();
  const lines = new Map<string, string[]>(files.map((file) => [file, []]));
  let same = 0;
  const changed: string[] = [];
  for (const file of files) {
    const catalogues = join(dirname(file), '..', 'catalogues');
    const oracle = new Oracle(program, { ...SAMPLING, workers: availableParallelism(), catalogues });
    try {
      for (const line of linesOf(file)) {
        const old = JSON.parse(line) as RecordedCase;
        const fresh = await askAgain(oracle, old);
        const kept = !anew && agrees(old, fresh);
        const target = kept ? file : fileOfKind(file, fresh.kind);
        if (!lines.has(target)) lines.set(target, existsSync(target) ? linesOf(target) : []);
        lines.get(target)?.push(kept ? line : JSON.stringify(fresh));
        if (kept) same++;
        else changed.push(`${old.name} (${old.kind}${old.kind === fresh.kind ? '' : `, now ${fresh.kind}`})`);
        showProgress(`${same + changed.length} cases, ${changed.length} written anew`);
      }
    } finally {
      oracle.close();
    }
  }
  showProgress('\n');
  for (const [file, texts] of lines) writeLines(file, texts);
  for (const name of changed) process.stdout.write(`written anew: ${name}\n`);
  process.stdout.write(`${same} as recorded, ${changed.length} written anew\n`);
}

async function askAgain(oracle: Oracle, old: RecordedCase): Promise<RecordedCase> {
  const { name, family, scenario } = old;
  const { kind, expected } = await oracle.ask(scenario);
  return { name, family, kind, scenario, expected } as RecordedCase;
}

function fileOfKind(file: string, kind: RecordedCase['kind']): string {
  return join(dirname(dirname(file)), kind, basename(file));
}

function linesOf(file: string): string[] {
  return readText(file)
    .split('\n')
    .filter((line) => line !== '');
}

/** The same text leaves the file alone: programs differ in how they compress. A file without cases goes. */
function writeLines(file: string, lines: readonly string[]): void {
  const text = lines.map((line) => `${line}\n`).join('');
  if (lines.length === 0) return rmSync(file, { force: true });
  if (existsSync(file) && readText(file) === text) return;
  writeFileSync(file, file.endsWith('.gz') ? gzipped(text) : text);
}

/** As `gzip -9n` does it: no time, and always the same system in the header. */
function gzipped(text: string): Buffer {
  const bytes = gzipSync(text, { level: 9 });
  bytes[9] = 3;
  return bytes;
}

function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(text === '\n' ? text : `\r${text}`);
}
