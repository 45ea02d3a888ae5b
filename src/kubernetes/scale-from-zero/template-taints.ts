import type { ReadTaint } from './read-taints.ts';

/** Keys that the autoscaler's flags `--startup-taint`, `--status-taint` and their prefixes name. */
export interface PassingTaints {
  readonly keys?: readonly string[];
  readonly prefixes?: readonly string[];
}

/** Taints about a node's state: a new node will not have them (the Cluster Autoscaler's pkg/utils/taints). */
const STATE_KEYS: ReadonlySet<string> = new Set([
  'ToBeDeletedByClusterAutoscaler',
  'DeletionCandidateOfClusterAutoscaler',
  'node.kubernetes.io/not-ready',
  'node.kubernetes.io/unreachable',
  'node.kubernetes.io/unschedulable',
  'node.kubernetes.io/memory-pressure',
  'node.kubernetes.io/disk-pressure',
  'node.kubernetes.io/pid-pressure',
  'node.kubernetes.io/network-unavailable',
  'node.cloudprovider.kubernetes.io/uninitialized',
  'node.cloudprovider.kubernetes.io/shutdown',
  'cloud.google.com/impending-node-termination',
  'NodeWithImpairedVolumes',
]);

const PREFIXES = [
  'startup-taint.cluster-autoscaler.kubernetes.io/',
  'ignore-taint.cluster-autoscaler.kubernetes.io/',
  'status-taint.cluster-autoscaler.kubernetes.io/',
] as const;

/** Whether the autoscaler takes a taint off the nodes it makes up, so that pods need not tolerate it. */
export function isPassingTaint(key: string, { keys = [], prefixes = [] }: PassingTaints = {}): boolean {
  return (
    STATE_KEYS.has(key) ||
    keys.includes(key) ||
    [...PREFIXES, ...prefixes].some((prefix) => key.startsWith(prefix))
  );
}

export function lastingTaints(
  taints: readonly ReadTaint[],
  passing: PassingTaints = {},
): readonly ReadTaint[] {
  return taints.filter(({ key }) => !isPassingTaint(key, passing));
}
