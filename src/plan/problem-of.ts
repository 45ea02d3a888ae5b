import type { LabelVocabulary } from '../model/provider.ts';
import type { PackerPool, Problem } from '../packer/karpenter/problem.ts';
import { labelRules } from './label-rules.ts';
import type { PoolView } from './pool-view.ts';
import type { ScenarioWorkloads } from './scenario-workloads.ts';

export interface ProblemInput {
  readonly views: readonly PoolView[];
  readonly workloads: ScenarioWorkloads;
  readonly vocabulary: LabelVocabulary;
}

/**
 * What Karpenter would see: the pools with the types they may choose from, and the workloads. How much is left of a
 * capacity reservation is not known offline, so reserved machines are offered like any others, without a price.
 */
export function problemOf({ views, workloads, vocabulary }: ProblemInput): Problem {
  const { pods, boundPods, daemonSets, nodes, nodeClaims, namespaces } = workloads;
  const { persistentVolumeClaims, persistentVolumes, storageClasses, csiNodes } = workloads;
  return {
    options: { reservedCapacity: false },
    labels: labelRules(vocabulary),
    nodePools: packerPools(views),
    pods,
    boundPods,
    daemonSets,
    nodes,
    nodeClaims,
    namespaces,
    persistentVolumeClaims,
    persistentVolumes,
    storageClasses,
    csiNodes,
  };
}

/**
 * Without any pool to launch from, Karpenter does not look at pods at all. Nobody asks it about those that fit nodes which
 * are there, so where all pools are static an empty one stands in.
 */
function packerPools(views: readonly PoolView[]): readonly PackerPool[] {
  const pools = views.map(packerPool);
  const areStatic = pools.length > 0 && pools.every(({ spec }) => spec.replicas !== undefined);
  return areStatic ? [...pools, { metadata: { name: 'none' }, spec: {}, instanceTypes: [] }] : pools;
}

function packerPool({ name, compiled, table }: PoolView): PackerPool {
  return {
    metadata: { name },
    spec: compiled.nodePool?.spec ?? {},
    instanceTypes: table.packerTypes,
  };
}
