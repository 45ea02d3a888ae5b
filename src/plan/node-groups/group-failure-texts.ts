import type { FailureCode } from '../../packer/cluster-autoscaler/decision.ts';

/** What is true of a code whatever the pod and the pool. */
export const GROUP_FAILURE_TEXTS: Readonly<Record<FailureCode, string>> = {
  'no-template': 'the node groups of the pool cannot grow: their annotations do not say what a new node has',
  'max-size': 'the node groups that could take the pod are at their maximum size',
  quota: 'the quota that stands for the limits of the pool is used up',
  'max-nodes-total': 'the cluster has as many nodes as the autoscaler allows (`--max-nodes-total`)',
  unschedulable: 'new nodes of the pool take no pods',
  taint: 'the pod does not tolerate the taints of the pool',
  'node-affinity': 'no node group of the pool has the labels that the pod asks for',
  'host-port': 'the host port that the pod asks for is taken on every node of the pool',
  resources: 'no node group of the pool is large enough',
  'volume-limit': 'no node of the pool can attach as many volumes as the pod has',
  volume: 'the pod has volumes where the pool has no nodes',
  spread: 'no node of the pool would satisfy the spread of the pod',
  'pod-affinity': 'no node of the pool would satisfy the affinity of the pod to other pods',
  'pod-anti-affinity': 'no node of the pool would satisfy the anti-affinity of the pod to other pods',
  'existing-pod-anti-affinity':
    'other pods keep this one away from every node of the pool by their anti-affinity',
  'not-packed':
    'a node of the pool would take the pod, but the autoscaler gives up before it comes to it: so many nodes at once are not estimated',
  dra: 'the pod asks for devices by resource claims, which are not simulated',
  'no-node-groups': 'there is no node group that the autoscaler can grow',
};
