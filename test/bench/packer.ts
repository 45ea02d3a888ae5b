/**
 * How long the packer takes: `npm run --silent bench:packer -- [FILE…] [--runs N] [--oracle] [--agree] [--scale]`. One
 * JSON line for each scenario on stdout; machine, commit and seed on stderr. Exit code 1 where an outcome leaves the range
 * that `expected.json` beside the file has for it, 2 on wrong usage.
 *
 * `--oracle` times Karpenter's own `Solve` beside it. `--agree` fails where the decision is not that of a Karpenter that
 * picks the first name of equal domains.
 *
 * Timed is everything behind JSON.parse and the writing out of pod groups. Each run gets new objects, so nothing that the
 * packer might keep about them helps the next one.
 */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { differences } from '../conformance/differences.ts';
import { OracleFailure } from '../conformance/oracle/failure.ts';
import { UnreadableFile } from '../conformance/read-documents.ts';
import type { Measurement } from './measure.ts';
import { measureFile } from './measure-file.ts';
import { decisionWithTiesByName, oracleMs } from './oracle.ts';
import { packerOptions, type PackerOptions } from './packer-options.ts';
import { growthExponent, measureScale, SCALE_SEED } from './scale.ts';

const USAGE =
  'usage: npm run --silent bench:packer -- [FILE…] [--runs N] [--oracle] [--agree] [--scale]\n' +
  'FILE is a scenario (.json or .json.gz); by default those in test/conformance/bench, with --scale none.\n';

process.exitCode = main();

function main(): number {
  const options = packerOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  process.stderr.write(
    `machine  ${cpus()[0]?.model ?? 'unknown'} × ${cpus().length}, Node ${process.version}\n` +
      `commit   ${commit()}\nseed     ${SCALE_SEED}, ${options.runs} runs after warm-up\n`,
  );
  try {
    return run(options);
  } catch (error) {
    if (!(error instanceof UnreadableFile || error instanceof OracleFailure)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

function run({ files, runs, oracle, agree, scale }: PackerOptions): number {
  let wrong = false;
  for (const file of files) {
    const { line, decision } = measureFile(file, runs);
    const different = agree
      ? differences(decisionWithTiesByName(file), decision, { requests: 'compared' })
      : [];
    wrong ||= line.outsideRecorded !== undefined || different.length > 0;
    print({
      ...line,
      ...(oracle ? against(line, oracleMs(file, line.pods)) : {}),
      ...(agree
        ? { differences: different.length, ...(different[0] === undefined ? {} : { first: different[0] }) }
        : {}),
    });
  }
  if (scale) printScale(runs);
  return wrong ? 1 : 0;
}

function printScale(runs: number): void {
  const lines = [10_000, 100_000].map((pods) => {
    const line = measureScale(pods, runs);
    print(line);
    return line;
  });
  print({ name: 'scale', growthExponent: growthExponent(lines) });
}

function against({ medianMs }: Measurement, karpenterMs: number): object {
  return { oracleMs: karpenterMs, timesFaster: Number((karpenterMs / medianMs).toFixed(1)) };
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function commit(): string {
  const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' with changes'}`;
}
