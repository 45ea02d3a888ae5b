import { performance } from 'node:perf_hooks';
import type { Decision } from '../../src/packer/karpenter/decision.ts';
import type { Problem } from '../../src/packer/karpenter/problem.ts';
import { solve } from '../../src/packer/karpenter/solve.ts';
import { totalPrice } from '../conformance/envelope.ts';
import type { RecordedDecision } from '../conformance/format.ts';
import { recordedForm } from '../conformance/recorded-form.ts';

/** One line of the benchmark. */
export interface Measurement {
  readonly name: string;
  readonly pods: number;
  readonly medianMs: number;
  readonly minMs: number;
  readonly podsPerSecond: number;
  readonly claims: number;
  readonly unschedulable: number;
  /** USD, of the cheapest offering of each claim. */
  readonly totalPricePerHour: number;
}

/** Long enough for small problems to reach the speed they keep, and at least some runs of large ones. */
const WARM_UP = { runs: 3, ms: 1000, mostRuns: 50 };

declare const gc: ((options: { readonly type: 'minor' }) => void) | undefined;

/** Times the packer on problems that `fresh` makes anew for each run. All runs must decide the same. */
export function measure(options: {
  readonly name: string;
  readonly runs: number;
  readonly fresh: () => Problem;
}): { readonly line: Measurement; readonly decision: RecordedDecision } {
  const { name, runs, fresh } = options;
  const warmUp: number[] = [];
  const times: number[] = [];
  let first: RecordedDecision | undefined;
  let pods = 0;
  while (times.length < runs) {
    const problem = fresh();
    const { decision, ms } = timed(problem);
    pods = problem.pods.length;
    (isWarm(warmUp) ? times : warmUp).push(ms);
    first = same(name, recordedForm(decision), first);
  }
  if (first === undefined) throw new Error('there must be a run');
  times.sort((a, b) => a - b);
  const medianMs = times[times.length >> 1] ?? 0;
  return {
    decision: first,
    line: {
      name,
      pods,
      medianMs: rounded(medianMs),
      minMs: rounded(times[0] ?? 0),
      podsPerSecond: Math.round(pods / (medianMs / 1000)),
      claims: first.newNodeClaims.length,
      unschedulable: Object.keys(first.errors).length,
      totalPricePerHour: totalPrice(first),
    },
  };
}

function timed(problem: Problem): { readonly decision: Decision; readonly ms: number } {
  // What making the problem left behind is not the packer's to clear away. A full collection would throw compiled code
  // away with it and undo the warm-up.
  if (typeof gc === 'function') gc({ type: 'minor' });
  const start = performance.now();
  const decision = solve(problem);
  return { decision, ms: performance.now() - start };
}

/** Claims in short: comparing everything of a hundred thousand pods after each run would take longer than the run. */
function same(name: string, decision: RecordedDecision, first = decision): RecordedDecision {
  const short = ({ newNodeClaims }: RecordedDecision) =>
    newNodeClaims.map(({ podUids, cheapest }) => [podUids.join(), cheapest.instanceType].join()).join('\n');
  if (first !== decision && short(decision) !== short(first)) {
    throw new Error(`${name}: two runs decided differently`);
  }
  return first;
}

function isWarm(times: readonly number[]): boolean {
  if (times.length < WARM_UP.runs) return false;
  return times.length >= WARM_UP.mostRuns || sum(times) >= WARM_UP.ms;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function rounded(ms: number): number {
  return Number(ms.toFixed(2));
}
