import type { Decision } from './decision.ts';
import { decisionOf } from './decide.ts';
import { type Encoded, encode } from './encode.ts';
import type { Problem } from './problem.ts';
import { Scheduler } from './scheduler.ts';

/**
 * Decides what Karpenter 1.14 decides: which pods go to which nodes, which nodes are made for the rest, and of what they
 * may be. Where Karpenter takes any of several domains, this takes the first by name. Same input, same decision.
 */
export function solve(problem: Problem): Decision {
  return solveAfter(problem, undefined).decision;
}

/** A decision, and what makes deciding similar problems faster. */
export interface Solved {
  readonly decision: Decision;
  readonly encoded: Encoded;
}

/** The same as `solve`, faster after a problem with the same label rules and some of the same lists of instance types. */
export function solveAfter(problem: Problem, earlier: Encoded | undefined): Solved {
  const encoded = encode(problem, earlier);
  const scheduler = new Scheduler(encoded.scheduler);
  scheduler.run(encoded.queue);
  return { decision: decisionOf(encoded, scheduler), encoded };
}
