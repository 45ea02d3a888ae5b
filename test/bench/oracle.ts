import { execFileSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { buildOracle } from '../conformance/oracle/build.ts';
import { OracleFailure } from '../conformance/oracle/failure.ts';

/** A large problem takes Karpenter a minute. */
const LARGE_PODS = 10_000;
const RUNS = 3;

/** Milliseconds that Karpenter's own `Solve` takes for the scenario of a file, median, one worker. */
export function oracleMs(file: string, pods: number): number {
  const catalogues = resolve(dirname(file), '..', 'catalogues');
  const runs = pods >= LARGE_PODS ? 1 : RUNS;
  const args = ['-time', String(runs), '-catalogues', catalogues, file];
  const line = JSON.parse(execFileSync(buildOracle(), args, { encoding: 'utf8' })) as {
    readonly medianMs?: number;
    readonly error?: string;
  };
  if (line.medianMs === undefined)
    throw new OracleFailure(`the oracle cannot run ${file}: ${line.error ?? 'no time'}`);
  return line.medianMs;
}
