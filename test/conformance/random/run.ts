/**
 * Compares the packer with Karpenter itself on fresh random scenarios: `npm run --silent conformance:random -- --seed S
 * --count N`. Needs Go. Exit code 1 where they differ, 2 where the comparison cannot be made.
 */
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildOracle } from '../oracle/build.ts';
import { OracleFailure } from '../oracle/failure.ts';
import { FAMILIES, type FamilyName } from './features.ts';
import { play, type Played } from './play.ts';
import { randomScenario, type RandomScenario } from './scenario.ts';

const USAGE = `usage: npm run --silent conformance:random -- [--seed S] [--count N] [--family F] [--only I] [--keep FILE] [--print]

  --seed S     text that the scenarios are made from; the same one gives the same scenarios (default 1)
  --count N    how many (default 200)
  --family F   only of this family: ${Object.keys(FAMILIES).join(', ')}
  --only I     only scenario number I of the seed
  --keep FILE  where scenarios go that differ, as recordings for "npm run conformance" (default: a temporary folder)
  --print      print the scenarios, one a line, and do nothing else
`;

class WrongUsage extends Error {}

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const options = readOptions();
    if (options === 'help') return say(process.stdout, USAGE, 0);
    if (!options.print) return await compareAll(scenariosOf(options), options);
    for (const scenario of scenariosOf(options)) process.stdout.write(`${JSON.stringify(scenario)}\n`);
    return 0;
  } catch (error) {
    if (error instanceof WrongUsage) return say(process.stderr, `${error.message}\n${USAGE}`, 2);
    if (error instanceof OracleFailure) return say(process.stderr, `${error.message}\n`, 2);
    throw error;
  }
}

interface Options {
  readonly seed: string;
  readonly numbers: readonly number[];
  readonly family: FamilyName | undefined;
  readonly keep: string | undefined;
  readonly print: boolean;
}

function readOptions(): Options | 'help' {
  const { seed, count, only, family, keep, print, help } = parsed();
  if (help) return 'help';
  if (family !== undefined && !isFamily(family)) throw new WrongUsage(`there is no family ${family}`);
  const numbers = only === undefined ? [...Array(number(count)).keys()] : [number(only)];
  return { seed, numbers, family, keep, print };
}

function parsed() {
  try {
    return parseArgs({
      options: {
        seed: { type: 'string', default: '1' },
        count: { type: 'string', default: '200' },
        family: { type: 'string' },
        only: { type: 'string' },
        keep: { type: 'string' },
        print: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

function* scenariosOf({ seed, numbers, family }: Options): Generator<RandomScenario> {
  for (const index of numbers) yield randomScenario(seed, index, family);
}

async function compareAll(scenarios: Iterable<RandomScenario>, options: Options): Promise<number> {
  const { seed, keep } = options;
  const count = options.numbers.length;
  const programs = { unmodified: buildOracle(), tiesByName: buildOracle('ties-by-name') };
  process.stdout.write(`seed ${seed}, ${count} scenarios\n`);
  const kinds = new Map<string, number>();
  let failed = 0;
  let done = 0;
  const file = lazily(() => {
    const name = keep ?? join(mkdtempSync(join(tmpdir(), 'poolwright-random-')), 'different.jsonl');
    writeFileSync(name, '');
    return name;
  });
  const onResult = ({ recorded, result }: Played): void => {
    kinds.set(result.kind, (kinds.get(result.kind) ?? 0) + 1);
    done++;
    if (result.differences.length > 0) {
      failed++;
      appendFileSync(file(), `${JSON.stringify(recorded)}\n`);
      clearProgress();
      process.stdout.write(`FAIL ${result.name} (${result.kind})\n  ${result.differences[0]}\n\n`);
    }
    showProgress(`${done} of ${count}, ${failed} failed`);
  };
  await play(scenarios, { programs, processes: availableParallelism(), onResult });
  clearProgress();
  if (failed > 0) process.stdout.write(`the scenarios that differ: ${file()}\n`);
  const summary = [...kinds].sort(([a], [b]) => (a < b ? 1 : -1)).map(([kind, n]) => `${n} ${kind}`);
  process.stdout.write(`${summary.join('; ')}\n${done - failed} passed, ${failed} failed\n`);
  return failed > 0 ? 1 : 0;
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}`);
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

function isFamily(name: string): name is FamilyName {
  return Object.hasOwn(FAMILIES, name);
}

function number(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new WrongUsage(`${text} is not a number`);
}

function say(stream: NodeJS.WriteStream, text: string, code: number): number {
  stream.write(text);
  return code;
}
