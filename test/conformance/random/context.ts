import type { PackerInstanceType } from '../../../src/packer/karpenter/problem.ts';
import type { Feature } from './features.ts';
import type { Rng } from './rng.ts';

/** What the parts of the generator share while they make one scenario. */
export interface Context {
  readonly rng: Rng;
  readonly features: ReadonlySet<Feature>;
  readonly zones: readonly string[];
  readonly types: readonly PackerInstanceType[];
  readonly poolNames: readonly string[];
  /** Values of the label `app`: each group of pods has its own. */
  readonly apps: readonly string[];
  readonly namespaces: readonly string[];
}

/** Whether the scenario has the feature and a die falls well. */
export function maybe({ features, rng }: Context, feature: Feature, probability: number): boolean {
  return features.has(feature) && rng.chance(probability);
}

/** To fill in fields one after the other. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export const LABEL = {
  zone: 'topology.kubernetes.io/zone',
  zoneId: 'topology.k8s.aws/zone-id',
  region: 'topology.kubernetes.io/region',
  hostname: 'kubernetes.io/hostname',
  capacityType: 'karpenter.sh/capacity-type',
  nodePool: 'karpenter.sh/nodepool',
  instanceType: 'node.kubernetes.io/instance-type',
  arch: 'kubernetes.io/arch',
  os: 'kubernetes.io/os',
  windowsBuild: 'node.kubernetes.io/windows-build',
  category: 'karpenter.k8s.aws/instance-category',
  family: 'karpenter.k8s.aws/instance-family',
  generation: 'karpenter.k8s.aws/instance-generation',
  size: 'karpenter.k8s.aws/instance-size',
  cpu: 'karpenter.k8s.aws/instance-cpu',
  memory: 'karpenter.k8s.aws/instance-memory',
  gpuCount: 'karpenter.k8s.aws/instance-gpu-count',
  gpuName: 'karpenter.k8s.aws/instance-gpu-name',
  reservationId: 'karpenter.k8s.aws/capacity-reservation-id',
  /** Labels of the cluster's own. */
  team: 'team',
  shard: 'example.com/shard',
} as const;

/** As AWS has it: another name for each zone, which offerings carry beside the zone. */
export function zoneId(zone: string): string {
  return zone.replace('test-zone-', 'tz-az');
}

export const TEAMS = ['a', 'b', 'c'];
export const SHARDS = ['s1', 's2', 's3', 's4'];
export const TIERS = ['front', 'back'];
