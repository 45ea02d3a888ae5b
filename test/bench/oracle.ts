import { execFileSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import type { RecordedDecision } from '../conformance/format.ts';
import { buildOracle, type OracleVariant } from '../conformance/oracle/build.ts';
import { OracleFailure } from '../conformance/oracle/failure.ts';

/** A large problem takes Karpenter a minute. */
const LARGE_PODS = 10_000;
const RUNS = 3;
const LONGEST_LINE_BYTES = 2 ** 30;

/** Milliseconds that Karpenter's own `Solve` takes for the scenario of a file, median, one worker. */
export function oracleMs(file: string, pods: number): number {
  const runs = pods >= LARGE_PODS ? 1 : RUNS;
  const { medianMs } = ask('unmodified', file, ['-time', String(runs)]) as { readonly medianMs: number };
  return medianMs;
}

/** What Karpenter decides where it picks the first name instead of a random one of equal domains. */
export function decisionWithTiesByName(file: string): RecordedDecision {
  const { expected } = ask('ties-by-name', file, ['-runs', '1']) as { readonly expected: RecordedDecision };
  return expected;
}

function ask(variant: OracleVariant, file: string, options: readonly string[]): object {
  const catalogues = resolve(dirname(file), '..', 'catalogues');
  const args = [...options, '-catalogues', catalogues, file];
  const text = execFileSync(buildOracle(variant), args, { encoding: 'utf8', maxBuffer: LONGEST_LINE_BYTES });
  const answer = JSON.parse(text) as { readonly error?: string };
  if (answer.error !== undefined) throw new OracleFailure(`the oracle cannot run ${file}: ${answer.error}`);
  return answer;
}
