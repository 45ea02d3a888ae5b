import type { Decision } from './decision.ts';
import { decisionOf } from './decide.ts';
import { encode } from './encode.ts';
import type { Problem } from './problem.ts';
import { Scheduler } from './scheduler.ts';

/**
 * Decides what Karpenter 1.14 decides: which pods go to which nodes, which nodes are made for the rest, and of what they
 * may be. Where Karpenter takes any of several domains, this takes the first by name. Same input, same decision.
 */
export function solve(problem: Problem): Decision {
  const encoded = encode(problem);
  const scheduler = new Scheduler(encoded.scheduler);
  scheduler.run(encoded.queue);
  return decisionOf(encoded, scheduler);
}
