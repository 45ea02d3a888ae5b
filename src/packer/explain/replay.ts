import type { Decision } from '../karpenter/decision.ts';
import { decisionOf } from '../karpenter/decide.ts';
import { type Encoded, encode } from '../karpenter/encode.ts';
import type { Problem } from '../karpenter/problem.ts';
import type { QueuedPod } from '../karpenter/queued-pod.ts';
import { Scheduler } from '../karpenter/scheduler.ts';
import { solveAfter } from '../karpenter/solve.ts';

/** A run of the scheduler with everything it left behind. */
export interface Replay {
  readonly encoded: Encoded;
  readonly scheduler: Scheduler;
}

/** A run to the end. */
export interface FullReplay extends Replay {
  readonly decision: Decision;
  /** How often each pod was tried. */
  readonly attempts: ReadonlyMap<string, number>;
}

/** Decides what `solve` decides, and keeps the state in which the pods without a place were tried last. */
export function replay(problem: Problem): FullReplay {
  const encoded = encode(problem);
  const scheduler = new Scheduler(encoded.scheduler);
  const attempts = new Map<string, number>();
  scheduler.run(encoded.queue, ({ pod }) => {
    attempts.set(pod.uid, (attempts.get(pod.uid) ?? 0) + 1);
    return 'go on';
  });
  return { encoded, scheduler, decision: decisionOf(encoded, scheduler), attempts };
}

/** What `solve` decides, faster for a problem that differs little from one that was encoded before. */
export function solveLike(problem: Problem, earlier: Encoded): Decision {
  return solveAfter(problem, earlier).decision;
}

/** The same run up to the moment before a pod is tried for the n-th time. */
export function replayUntil({ encoded: earlier }: Replay, uid: string, attempt: number): Replay {
  const encoded = encode(earlier.problem, earlier);
  const scheduler = new Scheduler(encoded.scheduler);
  let seen = 0;
  scheduler.run(encoded.queue, ({ pod }) => {
    if (pod.uid !== uid) return 'go on';
    seen++;
    return seen === attempt ? 'stop' : 'go on';
  });
  return { encoded, scheduler };
}

export function queuedPod({ encoded }: Replay, uid: string): QueuedPod | undefined {
  return encoded.queue.find(({ pod }) => pod.uid === uid);
}
