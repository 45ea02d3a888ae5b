import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const SOURCE = 'test/conformance/oracle';
/** A large problem takes Karpenter a minute. */
const LARGE_PODS = 10_000;
const RUNS = 3;

/** Karpenter's own scheduler, built once. Needs Go. */
export interface Oracle {
  /** Median milliseconds of its `Solve` alone, with one worker. */
  medianMs(file: string, pods: number): number;
}

/** Hands a built oracle to `use` and removes it again. */
export function withOracle(use: (oracle: Oracle) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'poolwright-oracle-'));
  const program = join(folder, 'oracle');
  try {
    execFileSync('go', ['build', '-o', program, '.'], { cwd: SOURCE, stdio: 'inherit' });
    use({
      medianMs: (file, pods) => timed(program, file, pods >= LARGE_PODS ? 1 : RUNS),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function timed(program: string, file: string, runs: number): number {
  const catalogues = resolve(dirname(file), '..', 'catalogues');
  const args = ['-time', String(runs), '-catalogues', catalogues, file];
  const line = JSON.parse(execFileSync(program, args, { encoding: 'utf8' })) as {
    readonly medianMs?: number;
    readonly error?: string;
  };
  if (line.medianMs === undefined)
    throw new Error(`the oracle cannot run ${file}: ${line.error ?? 'no time'}`);
  return line.medianMs;
}
