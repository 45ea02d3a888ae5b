import type { CodeSpec } from '../code-spec.ts';

/**
 * PW96xx: dangers of a change, which only show when two states are compared. PW960x: pools and clusters as a whole. PW961x:
 * limits, disruption, rotation. PW962x: what can be launched. PW963x: workloads. PW964x: money. PW965x: Cluster API.
 */
export const REVIEW_CODES = {
  PW9601: { severity: 'warning', title: 'Pool that goes, and its nodes with it' },
  PW9602: { severity: 'warning', title: 'Renamed pool, whose nodes are replaced' },
  PW9603: { severity: 'warning', title: 'Cluster that goes, and its pools with it' },
  PW9604: { severity: 'warning', title: 'Pool that moves to another backend' },
  PW9605: { severity: 'warning', title: 'Node class of another group or kind' },
  PW9606: { severity: 'warning', title: 'Pool that becomes static, or stops being so' },
  PW9607: { severity: 'info', title: 'Another version of Karpenter' },
  PW9610: { severity: 'warning', title: 'Limit below what is in use' },
  PW9611: { severity: 'warning', title: 'Budget that lets no node go any more' },
  PW9612: { severity: 'info', title: 'Budget that lets no node go at times' },
  PW9613: { severity: 'warning', title: 'All nodes may be replaced at once' },
  PW9614: { severity: 'info', title: 'All nodes are replaced' },
  PW9615: { severity: 'warning', title: 'Nodes that expire sooner' },
  PW9616: { severity: 'info', title: 'Image that follows every release from now on' },
  PW9620: { severity: 'warning', title: 'Pool that is left with spot capacity' },
  PW9621: { severity: 'warning', title: 'Pool that is left with one zone' },
  PW9622: { severity: 'warning', title: 'Accelerators that no type has any more' },
  PW9623: { severity: 'warning', title: 'Other processor architecture' },
  PW9624: { severity: 'info', title: '`minValues` without anything to spare' },
  PW9630: { severity: 'warning', title: 'New taint that nothing tolerates' },
  PW9631: { severity: 'warning', title: 'Label that workloads select goes' },
  PW9640: { severity: 'info', title: 'Cheapest instance type gets dearer' },
  PW9641: { severity: 'info', title: 'Expected cost rises' },
  PW9642: { severity: 'warning', title: 'Monthly budget that is crossed now' },
  PW9650: { severity: 'warning', title: 'Template with other contents under the same name' },
  PW9651: { severity: 'warning', title: 'MachineDeployments that go, and their machines with them' },
  PW9652: { severity: 'warning', title: 'Number of replicas that would be set again and again' },
  PW9653: { severity: 'warning', title: 'MachineDeployment without bounds for the autoscaler' },
  PW9654: { severity: 'warning', title: 'Selector that finds other machines' },
  PW9655: { severity: 'warning', title: 'Largest size below the machines there are' },
  PW9656: { severity: 'info', title: 'Less capacity announced for machines that are not there yet' },
  PW9657: { severity: 'warning', title: 'Taints that the autoscaler cannot read' },
  PW9658: { severity: 'warning', title: 'Machines of another Cluster or namespace' },
} as const satisfies Record<string, CodeSpec>;
