import { createHash } from 'node:crypto';
import type { PodSpec } from '../../src/kubernetes/api/pod.ts';
import type {
  NodeGroup,
  PendingPod,
  Problem,
  TemplateNode,
} from '../../src/packer/cluster-autoscaler/problem.ts';

const ZONES = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'];
/** CPU in millicores and MiB per core. */
const RATIOS = [2048, 4096, 8192];
const CORES = [2, 4, 8, 16, 32, 48];
const CREATED_SECONDS = Date.UTC(2026, 0, 1) / 1000;

/** From 0 to below 1, the same for the same words. */
type Dice = (what: string) => number;

function dieOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}

/**
 * Pods of so many deployments, most of which only ask for resources and some for spread, distance or a zone, and node groups
 * of all sizes in three zones. Same arguments, same problem.
 */
export function generateAutoscalerProblem(options: {
  readonly pods: number;
  readonly deployments: number;
  readonly nodeGroups: number;
  readonly seed: number;
}): Problem {
  const { pods, deployments, nodeGroups, seed } = options;
  return {
    options: { expanders: ['least-waste'], balanceSimilar: true, balancingLabels: ['shape'] },
    nodeGroups: Array.from({ length: nodeGroups }, (_, i) => nodeGroup(i)),
    pods: Array.from({ length: deployments }, (_, i) =>
      deployment(
        i,
        Math.floor((pods * (i + 1)) / deployments) - Math.floor((pods * i) / deployments),
        (what) => dieOf(`${seed}/${i}/${what}`),
      ),
    ).flat(),
  };
}

/** Pods that are all alike, and one node group that could take them all. */
export function identicalPods(pods: number): Problem {
  const template: TemplateNode = { ...nodeTemplate('shape', ZONES[0] ?? '', 64, 4096), pods: [kubeProxy()] };
  const id = 'MachineDeployment/default/one';
  return {
    options: { maxNodesPerScaleUp: 0 },
    nodeGroups: [{ id, minSize: 0, maxSize: pods, targetSize: 0, template }],
    pods: replicas('same', pods, { containers: [container(500, 1024)] }),
  };
}

function nodeGroup(i: number): NodeGroup {
  const shape = Math.floor(i / ZONES.length);
  const zone = ZONES[i % ZONES.length] ?? '';
  const cores = CORES[shape % CORES.length] ?? 2;
  const ratio = RATIOS[Math.floor(shape / CORES.length) % RATIOS.length] ?? 4096;
  const template = nodeTemplate(`shape-${shape}`, zone, cores, ratio);
  const id = `MachineDeployment/default/group-${i}`;
  return { id, minSize: 0, maxSize: 100, targetSize: 0, template: { ...template, pods: [kubeProxy()] } };
}

function nodeTemplate(shape: string, zone: string, cores: number, ratioMi: number): TemplateNode {
  return {
    warm: false,
    labels: {
      shape,
      'kubernetes.io/arch': 'amd64',
      'kubernetes.io/os': 'linux',
      'topology.kubernetes.io/zone': zone,
    },
    capacity: { cpu: `${cores * 1000 - 80}m`, memory: `${cores * ratioMi - 500}Mi`, pods: '110' },
  };
}

function kubeProxy() {
  const spec = { containers: [container(100, 0)] };
  return { metadata: { name: 'kube-proxy', namespace: 'kube-system' }, spec };
}

function deployment(i: number, count: number, dice: Dice): readonly PendingPod[] {
  const app = `dep${String(i).padStart(3, '0')}`;
  const cpuMilli = 50 + 50 * Math.floor(dice('cpu') * 60);
  const memoryMi = 64 + 64 * Math.floor(dice('memory') * 120);
  return replicas(app, count, { containers: [container(cpuMilli, memoryMi)], ...constraints(app, dice) });
}

function constraints(app: string, dice: Dice): PodSpec {
  const labelSelector = { matchLabels: { app } };
  const which = dice('constraint');
  if (which < 0.1) {
    const spread = { maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' as const, labelSelector };
    return { topologySpreadConstraints: [{ ...spread, topologyKey: 'topology.kubernetes.io/zone' }] };
  }
  if (which < 0.15) {
    const term = { topologyKey: 'kubernetes.io/hostname', labelSelector };
    return { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
  }
  if (which >= 0.25) return {};
  const zone = ZONES[Math.floor(dice('zone') * ZONES.length)] ?? '';
  return { nodeSelector: { 'topology.kubernetes.io/zone': zone } };
}

function replicas(app: string, count: number, spec: PodSpec): readonly PendingPod[] {
  const template = { labels: { app }, spec };
  return Array.from({ length: count }, (_, i) => ({
    uid: `${app}-${i}`,
    name: `${app}-${i}`,
    namespace: 'default',
    createdAtSeconds: CREATED_SECONDS,
    controllerUid: app,
    template,
  }));
}

function container(cpuMilli: number, memoryMi: number) {
  return { name: 'c', resources: { requests: { cpu: `${cpuMilli}m`, memory: `${memoryMi}Mi` } } };
}
