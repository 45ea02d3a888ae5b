import { UNREGISTERED_TAINT_KEY } from '../../expansion/keys.ts';
import { buildMachines } from '../../expansion/build-machines.ts';
import { expandPool } from '../../expansion/expand-pool.ts';
import type { Expansion } from '../../expansion/expansion.ts';
import type { MachineMode, MachinePlan } from '../../expansion/machine-plan.ts';
import { nodeTaints } from '../../expansion/node-taints.ts';
import {
  type ClusterApiPoolInput,
  type ClusterApiPoolResult,
  type WholePoolInput,
  wholeInput,
} from '../../expansion/pool-input.ts';
import { routeLabels } from '../../expansion/route-labels.ts';
import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import { KARPENTER_MEMBER_KEY } from '../../kubernetes/scale-from-zero/keys.ts';
import type { ClusterApiObject, NodePoolObject } from '../../model/compilation.ts';
import type { NodeGroup } from '../../model/node-group.ts';
import type { Pool } from '../../model/pool.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import { offeringFilter } from '../../selection/offering-filter.ts';
import { clusterApiNodeClass } from './node-class.ts';
import { nodePoolOver } from './node-pool.ts';
import { nodePoolWeights } from './node-pool-weights.ts';
import { unheardMinValues } from './min-values.ts';
import { restrictedLabels } from './restricted-labels.ts';
import { laterFields, meansLess, refusedCapacity, topologyRefused, withoutEffect } from './refused.ts';
import { tierName, tierProblems } from './tiers.ts';

export interface KarpenterClusterApiPoolResult extends ClusterApiPoolResult {
  /** Absent with price tiers: the NodePools, one a tier, are among the objects of the machines then. */
  readonly nodePool?: NodePoolObject;
}

/** Karpenter sees nodes with it as its own from the start; it takes it away once it knows the node. */
const UNREGISTERED: NodeTaint = { key: UNREGISTERED_TAINT_KEY, effect: 'NoExecute' };

/** The MachineDeployments of a pool, and the NodePool that takes machines from them. */
export function karpenterClusterApiPool(input: ClusterApiPoolInput): KarpenterClusterApiPoolResult {
  const whole = wholeInput(input);
  if (whole === undefined) return { diagnostics: [] };
  const { pool, cluster, provider, nodeClass, machines, options, settings } = whole;
  const vocabulary = provider.labels(cluster);
  const refused = [
    ...refusedCapacity(pool, admittedCapacityTypes(whole, vocabulary)),
    ...laterFields(pool, vocabulary),
    ...topologyRefused(pool, settings),
    ...restrictedLabels(pool),
  ];
  const said = [...withoutEffect(pool, options), ...meansLess(pool)];
  if (refused.length > 0) return { diagnostics: [...refused, ...said] };
  const synced = settings.additionalSyncMachineLabels.map(({ value }) => value);
  const labels = routeLabels(pool, { vocabulary, synced });
  const expansion = expandPool({
    ...whole,
    clusterName: settings.clusterName,
    output: 'machine-deployments',
    unmakeable: (type) => machines.unmakeable?.({ pool, cluster, nodeClass, type }),
    vocabulary,
    limitsKeptBy: 'node-pool',
  });
  const plan: MachinePlan = {
    ...whole,
    vocabulary,
    labels,
    kubeletTaints: kubeletTaints(pool),
    mode: MODE,
  };
  const built = buildMachines(plan, expansion);
  const weights = nodePoolWeights(cluster.pools).get(pool.name) ?? [0];
  const nodePools = nodePoolsOf(plan, { nodeGroups: built.nodeGroups, expansion, weights });
  const [only] = nodePools;
  const hasTiers = options.priceTiers.value > 1;
  return {
    ...(hasTiers || only === undefined ? {} : { nodePool: only }),
    machines: {
      nodeGroups: built.nodeGroups,
      dropped: expansion.dropped,
      refusedLabels: labels.refused,
      objects: [
        ...built.objects,
        clusterApiNodeClass(pool, settings),
        ...(hasTiers ? nodePools.map(asWorkloadObject) : []),
      ],
    },
    diagnostics: [
      ...said,
      ...labels.diagnostics,
      ...expansion.diagnostics,
      ...built.diagnostics,
      ...unheardMinValues(pool, nodePools, vocabulary),
      ...tierProblems(pool, options, { pools: cluster.pools, weights, used: nodePools.length }),
    ],
  };
}

/** Who writes Karpenter's mark as well has it once all the same: nodes have one taint of a key and effect. */
function kubeletTaints({ taints, startupTaints }: Pool): readonly NodeTaint[] {
  const written = nodeTaints([...taints, ...startupTaints]);
  return [
    ...written.filter(({ key, effect }) => key !== UNREGISTERED.key || effect !== UNREGISTERED.effect),
    UNREGISTERED,
  ];
}

const MODE: MachineMode = {
  deploymentLabels: { [KARPENTER_MEMBER_KEY]: '' },
  machineLabels: {},
  marksNodes: false,
  setsKubeletLabels: true,
  // Never read: the NodePool says them.
  annotatedTaints: [],
  reader: 'karpenter-cluster-api',
  autoscalingOptions: {},
  // With a largest size alone a new MachineDeployment would start with one machine.
  replicas: 0,
  // The provider writes whole objects of an API version that does not know the field, and would lose it.
  propagatesTaints: false,
};

function admittedCapacityTypes(
  { pool, selection }: WholePoolInput,
  vocabulary: LabelVocabulary,
): ReadonlySet<string> {
  const accepts = offeringFilter({ requirements: pool.requirements, labels: pool.labels, vocabulary });
  const found = new Set<string>();
  for (const { offerings } of selection.types) {
    for (const offering of offerings) {
      if (!found.has(offering.capacityType) && accepts(offering)) found.add(offering.capacityType);
    }
  }
  return found;
}

function nodePoolsOf(
  { pool, vocabulary }: MachinePlan,
  {
    nodeGroups,
    expansion,
    weights,
  }: {
    readonly nodeGroups: readonly NodeGroup[];
    readonly expansion: Expansion;
    readonly weights: readonly number[];
  },
): NodePoolObject[] {
  const tiers = new Map(expansion.groups.map(({ name, tier }) => [name, tier]));
  return weights.flatMap((weight, i) => {
    const groups = nodeGroups.filter(({ name }) => tiers.get(name) === i + 1);
    if (groups.length === 0) return [];
    return [nodePoolOver({ pool, name: tierName(pool, i + 1), groups, weight, vocabulary })];
  });
}

function asWorkloadObject(nodePool: NodePoolObject): ClusterApiObject {
  return { tree: 'workload', ...nodePool };
}
