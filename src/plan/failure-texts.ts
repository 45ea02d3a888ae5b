import type { FailureCode } from '../packer/karpenter/decision.ts';

/** What is true of a code whatever the pod and the pool. */
export const FAILURE_TEXTS: Readonly<Record<FailureCode, string>> = {
  taints: 'the pod does not tolerate the taints of the pool',
  'undefined-label': 'the pod asks for a label that the pool does not have',
  'requirement-conflict': 'the pod and the pool ask for different nodes',
  'volume-requirement-conflict': 'the pod has volumes where the pool has no nodes',
  'topology-unsatisfiable': 'no place satisfies the topology constraints of the pod',
  'topology-conflict': 'no node of the pool can be where the topology constraints of the pod want it',
  'nodes-limit': 'the limit on `nodes` is used up',
  'resource-limits': 'every instance type exceeds what is left of the limits',
  'filter:none': 'no instance type is left for the pod',
  'filter:req+fits': 'no instance type meets the requirements, and none is large enough',
  'filter:req': 'no instance type meets the requirements',
  'filter:fits': 'no instance type is large enough',
  'filter:fits+offering': 'no instance type is large enough where one can be had',
  'filter:fits+offering-vs-req': 'the instance types that are large enough do not meet the requirements',
  'filter:minValues':
    'the instance types that are left have fewer different values than `minValues` asks for',
  'reserved-unavailable': 'the capacity reservations are used up',
  'reserved-would-be-lost': 'the node would lose its capacity reservation',
  dra: 'the pod asks for devices by resource claims, which Karpenter does not place',
  'no-templates': 'no node pool has an instance type that can be had',
  'no-nodepools': 'there is no node pool that Karpenter launches nodes from',
  'truncation-minValues': 'the cheapest instance types have fewer different values than `minValues` asks for',
};
