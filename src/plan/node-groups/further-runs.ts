import type { Problem } from '../../packer/cluster-autoscaler/problem.ts';

const MOST_RUNS = 31;
/** Pods times node groups that may be looked at: a bound on the time that all runs take. */
const EFFORT = 999_999;

/** How many runs are simulated where chance plays a part, besides the one in order of creation. */
export function furtherRuns({ pods, nodeGroups }: Pick<Problem, 'pods' | 'nodeGroups'>): number {
  const size = Math.max(1, pods.length * nodeGroups.length);
  return Math.min(MOST_RUNS, Math.floor(EFFORT / size));
}
