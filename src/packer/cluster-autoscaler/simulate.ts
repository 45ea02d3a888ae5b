import type { Decision } from './decision.ts';
import { encode } from './encode.ts';
import type { Problem } from './problem.ts';
import { randomOf } from './random.ts';
import { run } from './run.ts';

/**
 * What the Cluster Autoscaler does for a batch of pending pods, scale-up after scale-up until nothing more helps (Cluster
 * Autoscaler 1.36 with provider clusterapi). Pure. Where the autoscaler leaves something to chance, pods go in order of creation
 * and the first group in listing order wins, unless the option `scanOrder` says `random`; `chance` tells whether that mattered.
 */
export function simulate(problem: Problem): Decision {
  const { scanOrder = 'creation', seed = 0 } = problem.options ?? {};
  return run(encode(problem), scanOrder === 'random' ? randomOf(seed) : undefined);
}
