import type { CodeSpec } from '../code-spec.ts';

/**
 * PW90xx: pools that become MachineDeployments. PW902x: what the Cluster Autoscaler cannot do. PW904x: the cluster as a
 * whole. PW91xx: Karpenter's provider for Cluster API.
 */
export const CLUSTER_API_CODES = {
  PW9001: { severity: 'error', title: 'Zones without a name' },
  PW9002: { severity: 'error', title: 'Cap on types or MachineDeployments too small' },
  PW9003: { severity: 'error', title: '`minValues` that the limits make impossible' },
  PW9004: { severity: 'info', title: 'Instance types without a MachineDeployment' },
  PW9005: { severity: 'warning', title: 'No prices to choose instance types by' },
  PW9006: { severity: 'warning', title: 'MachineDeployments that nothing bounds' },
  PW9007: { severity: 'warning', title: 'MachineDeployments that exceed a limit together' },
  PW9008: { severity: 'error', title: '`min_size` above the largest sizes' },
  PW9009: { severity: 'warning', title: 'Split limits that leave nothing for some MachineDeployments' },
  PW9010: { severity: 'error', title: 'Label that nobody can give nodes' },
  PW9014: { severity: 'warning', title: 'Label without one value' },
  PW9015: { severity: 'warning', title: 'Annotation that does not reach nodes' },
  PW9020: { severity: 'warning', title: 'Expiry, which the Cluster Autoscaler does not have' },
  PW9021: { severity: 'warning', title: 'Disruption budgets, which the Cluster Autoscaler does not have' },
  PW9022: { severity: 'warning', title: 'Consolidation that means something else' },
  PW9023: { severity: 'info', title: '`minValues` holds for what is written only' },
  PW9024: { severity: 'info', title: 'Reserved capacity does not go first' },
  PW9025: { severity: 'warning', title: 'Weight without the priority expander' },
  PW9026: { severity: 'info', title: 'Weight decides less than with Karpenter' },
  PW9027: { severity: 'error', title: 'Static pool, which only Karpenter has' },
  PW9028: { severity: 'error', title: 'Quota for a Cluster Autoscaler that knows none' },
  PW9029: { severity: 'warning', title: 'Limit that a quota cannot hold' },
  PW9030: { severity: 'error', title: 'ClusterClass that cannot tell machines apart' },
  PW9040: { severity: 'error', title: 'More MachineDeployments than the cluster may have' },
  PW9041: { severity: 'error', title: 'Two objects of one name' },
  PW9101: { severity: 'error', title: 'Spot capacity with `karpenter-cluster-api`' },
  PW9102: { severity: 'error', title: 'Reserved capacity with `karpenter-cluster-api`' },
  PW9103: { severity: 'warning', title: 'Price tiers that exceed a limit together' },
  PW9104: { severity: 'error', title: 'More weights than Karpenter has' },
  PW9105: { severity: 'error', title: 'Price tier with the name of a pool' },
  PW9106: { severity: 'error', title: 'Topology with `karpenter-cluster-api`' },
  PW9107: { severity: 'warning', title: 'Setting that `karpenter-cluster-api` does not have' },
  PW9108: { severity: 'error', title: 'Field that came after Karpenter 1.5' },
} as const satisfies Record<string, CodeSpec>;
