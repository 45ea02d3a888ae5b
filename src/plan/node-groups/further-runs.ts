import type { Problem } from '../../packer/cluster-autoscaler/problem.ts';

const MOST_RUNS = 31;
/** Fewer say little of how far runs differ. */
const LEAST_RUNS = 4;
/** Up to 10,000 pods and 500 node groups there is always a range. */
const MOST_PODS_TIMES_GROUPS = 5_000_000;
/** What all runs together may take, in the unit of `effortOf`: some seconds. */
const EFFORT = 100_000;
const PODS_LIKE_A_CLASS = 100;

/** How many runs are simulated where chance plays a part, besides the one in order of creation. */
export function furtherRuns(problem: Pick<Problem, 'pods' | 'nodeGroups'>): number {
  if (problem.pods.length * problem.nodeGroups.length > MOST_PODS_TIMES_GROUPS) return 0;
  const affordable = Math.floor(EFFORT / Math.max(1, effortOf(problem)));
  return Math.min(MOST_RUNS, Math.max(LEAST_RUNS, affordable));
}

/**
 * How long one run takes, roughly: each node group is filled with one class of pods after the other, and pods that are alike are
 * quick to place. Replicas share their template.
 */
function effortOf({ pods, nodeGroups }: Pick<Problem, 'pods' | 'nodeGroups'>): number {
  const classes = new Set(pods.map(({ template }) => template)).size;
  return nodeGroups.length * (classes + pods.length / PODS_LIKE_A_CLASS);
}
