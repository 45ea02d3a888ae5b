import { createHash } from 'node:crypto';
import type { PodSpec, TopologySpreadConstraint } from '../../src/kubernetes/api/pod.ts';
import type { PodGroup } from '../conformance/format.ts';

const ZONE = 'topology.kubernetes.io/zone';
const HOSTNAME = 'kubernetes.io/hostname';
const ARM = { key: 'arch', value: 'arm64', effect: 'NoSchedule' } as const;

/** CPU in millicores, memory in MiB. */
const SIZES = [
  [100, 256],
  [200, 3072],
  [250, 512],
  [250, 1024],
  [500, 1024],
  [500, 2048],
  [1000, 2048],
  [1000, 4096],
  [2000, 4096],
  [2000, 8192],
  [4000, 16384],
] as const;

/**
 * Pods of deployments that differ as those of the recorded AWS benchmark do: sizes, spread, affinity, architectures,
 * capacity types; few large deployments and many small ones. Same arguments, same pods.
 */
export function generateDeployments(options: {
  readonly deployments: number;
  readonly pods: number;
  readonly seed: number;
}): readonly PodGroup[] {
  const { deployments, pods, seed } = options;
  return replicaCounts(deployments, pods).map((count, i) => {
    const app = `dep${String(i).padStart(3, '0')}`;
    const dice: Dice = (what) => dieOf(`${seed}/${i}/${what}`);
    return {
      count,
      namePrefix: `${app}-`,
      uidPrefix: `${app}-`,
      template: {
        metadata: { labels: { app } },
        spec: podSpec(app, dice, i >= deployments / 2 ? 'small' : 'large'),
      },
      creationTimestamp: new Date(
        Date.UTC(2026, 0, 1) + Math.floor(dice('age') * 120) * 60_000,
      ).toISOString(),
    };
  });
}

/** From 0 to below 1, the same for the same words. */
type Dice = (what: string) => number;

function dieOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}

/** The n-th deployment is as large as 1 / (n + 2), and together they have all the pods. */
function replicaCounts(deployments: number, pods: number): readonly number[] {
  const weights = Array.from({ length: deployments }, (_, i) => 1 / (i + 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const counts = weights.map((weight) => Math.max(1, Math.floor((pods * weight) / total)));
  const missing = pods - counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, i) => (i === 0 ? count + missing : count));
}

function podSpec(app: string, dice: Dice, rank: 'large' | 'small'): PodSpec {
  const [cpuMilli, memoryMi] = SIZES[Math.floor(dice('size') * SIZES.length)] ?? SIZES[0];
  const requests = { cpu: `${cpuMilli}m`, memory: `${memoryMi}Mi` };
  if (rank === 'small' && dice('gpu') < 0.05) return gpuSpec(requests);
  const arm = dice('architecture');
  return {
    containers: [{ name: 'c', resources: { requests } }],
    ...(arm < 0.12
      ? { nodeSelector: { 'kubernetes.io/arch': 'arm64' } }
      : dice('capacity') < 0.15
        ? { nodeSelector: { 'karpenter.sh/capacity-type': 'on-demand' } }
        : {}),
    ...(arm < 0.45 ? { tolerations: [ARM] } : {}),
    topologySpreadConstraints: spread(app, dice),
    affinity: { ...nodeAffinity(dice), ...antiAffinity(app, dice, rank) },
  };
}

function gpuSpec(requests: Readonly<Record<string, string>>): PodSpec {
  return {
    containers: [{ name: 'c', resources: { requests: { ...requests, 'nvidia.com/gpu': '1' } } }],
    tolerations: [{ key: 'nvidia.com/gpu', operator: 'Exists' }],
  };
}

function spread(app: string, dice: Dice): readonly TopologySpreadConstraint[] {
  const labelSelector = { matchLabels: { app } };
  const zone = dice('zone');
  const hostname = dice('hostname');
  const constraints: TopologySpreadConstraint[] = [];
  if (zone < 0.5) {
    const whenUnsatisfiable = zone < 0.27 ? 'DoNotSchedule' : 'ScheduleAnyway';
    constraints.push({ maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable, labelSelector });
  }
  if (hostname < 0.15) {
    const maxSkew = hostname < 0.05 ? 2 : 5;
    constraints.push({ maxSkew, topologyKey: HOSTNAME, whenUnsatisfiable: 'DoNotSchedule', labelSelector });
  }
  return constraints;
}

function nodeAffinity(dice: Dice) {
  if (dice('preference') >= 0.1) return {};
  const preference = {
    matchExpressions: [{ key: 'karpenter.sh/capacity-type', operator: 'In' as const, values: ['spot'] }],
  };
  return { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 10, preference }] } };
}

/** Only small deployments insist on a node for each pod. */
function antiAffinity(app: string, dice: Dice, rank: 'large' | 'small') {
  const term = { topologyKey: HOSTNAME, labelSelector: { matchLabels: { app } } };
  const apart = dice('apart');
  if (rank === 'small' && apart < 0.15) {
    return { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
  }
  if (apart >= 0.25 || apart < 0.15) return {};
  const preferred = [{ weight: 100, podAffinityTerm: term }];
  return { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } };
}
