/**
 * How long the simulation of the Cluster Autoscaler takes: `npm run --silent bench:autoscaler -- [NAME…] [--runs N]`, all
 * problems unless some are named. One JSON line for each on stdout; machine, commit and seed on stderr. Exit code 1 where a problem takes longer than it may, 2 on wrong
 * usage.
 *
 * Timed is `simulate` on a new problem each run, so nothing that it might keep about one helps the next.
 */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Decision } from '../../src/packer/cluster-autoscaler/decision.ts';
import type { Problem } from '../../src/packer/cluster-autoscaler/problem.ts';
import { simulate } from '../../src/packer/cluster-autoscaler/simulate.ts';
import { autoscalerOptions } from './autoscaler-options.ts';
import { type Constraint, constrainedProblem } from './autoscaler-constrained.ts';
import { generateAutoscalerProblem, identicalPods } from './generate-autoscaler-problem.ts';

const USAGE = 'usage: npm run --silent bench:autoscaler -- [NAME…] [--runs N]\n';
const SEED = 1;
/** One run is a look at what comes out, and needs none. */
const WARM_UP_RUNS = 3;

interface Benchmark {
  readonly name: string;
  readonly mostMs: number;
  readonly fresh: () => Problem;
}

const BENCHMARKS: readonly Benchmark[] = [
  {
    name: 'autoscaler/5000-pods-50-shapes-200-groups',
    mostMs: 1000,
    fresh: () => generateAutoscalerProblem({ pods: 5000, deployments: 50, nodeGroups: 200, seed: SEED }),
  },
  { name: 'autoscaler/51000-identical-pods', mostMs: 50, fresh: () => identicalPods(51_000) },
  constrained({ constraint: 'zone-spread', pods: 5000, mostMs: 1000 }),
  constrained({ constraint: 'hostname-spread', pods: 5000, mostMs: 1000 }),
  // Half of the pods want a node each: three times as many rounds as the others.
  constrained({ constraint: 'mixed', pods: 5000, mostMs: 3000 }),
  constrained({ constraint: 'claims', pods: 500, mostMs: 1000 }),
];

interface Constrained {
  readonly constraint: Constraint;
  readonly pods: number;
  readonly mostMs: number;
}

function constrained({ constraint, pods, mostMs }: Constrained): Benchmark {
  return {
    name: `autoscaler/${pods}-pods-${constraint}-200-groups`,
    mostMs,
    fresh: () => constrainedProblem({ constraint, pods, nodeGroups: 200, seed: SEED }),
  };
}

declare const gc: ((options: { readonly type: 'minor' }) => void) | undefined;

process.exitCode = main();

function main(): number {
  const options = autoscalerOptions(
    process.argv.slice(2),
    BENCHMARKS.map(({ name }) => name),
  );
  if (options === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { names, runs } = options;
  process.stderr.write(
    `machine  ${cpus()[0]?.model ?? 'unknown'} × ${cpus().length}, Node ${process.version}\n` +
      `commit   ${commit()}\nseed     ${SEED}, ${runs} runs after warm-up\n`,
  );
  const slow = BENCHMARKS.filter(({ name }) => names.includes(name)).filter(
    (benchmark) => measured(benchmark, runs) > benchmark.mostMs,
  );
  return slow.length > 0 ? 1 : 0;
}

/** Prints a line and returns the median. */
function measured({ name, mostMs, fresh }: Benchmark, runs: number): number {
  const times: number[] = [];
  let decision: Decision | undefined;
  for (let i = -Math.min(WARM_UP_RUNS, runs - 1); i < runs; i++) {
    const problem = fresh();
    // What making the problem left behind is not the simulation's to clear away.
    if (typeof gc === 'function') gc({ type: 'minor' });
    const start = performance.now();
    decision = simulate(problem);
    if (i >= 0) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const medianMs = times[times.length >> 1] ?? 0;
  const line = {
    name,
    medianMs: rounded(medianMs),
    minMs: rounded(times[0] ?? 0),
    mostMs,
    scaleUps: decision?.loops.length,
    nodes: decision?.nodeGroups.reduce((sum, { add }) => sum + add, 0),
    podsLeft: decision?.unschedulable.size,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  return medianMs;
}

function rounded(ms: number): number {
  return Number(ms.toFixed(2));
}

function commit(): string {
  const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' with changes'}`;
}
