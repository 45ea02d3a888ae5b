import * as fc from 'fast-check';
import type { PodSpec } from '../../../src/kubernetes/api/pod.ts';
import type {
  AutoscalerOptions,
  NodeGroup,
  PendingPod,
  Problem,
} from '../../../src/packer/cluster-autoscaler/problem.ts';
import { bound, daemonSet, HOSTNAME, liveNode, replicas, requesting, ZONE, zoneGroup } from './scene.ts';

const ZONES = ['a', 'b', 'c'] as const;
const TAINT = { key: 'dedicated', effect: 'NoSchedule' } as const;
const zone = fc.constantFrom(...ZONES);

/** Ways in which pods of a deployment can be choosy. */
const CHOICES = [
  'plain',
  'plain',
  'plain',
  'tolerant',
  'zone',
  'spread',
  'host-spread',
  'apart',
  'zone-apart',
  'together',
  'port',
] as const;

const nodeGroups = fc.array(
  fc.record({
    zone,
    cpu: fc.constantFrom('2', '3920m', '8', '16'),
    memory: fc.constantFrom('4Gi', '7500Mi', '32Gi'),
    pods: fc.constantFrom('4', '17', '110'),
    tainted: fc.boolean(),
    maxSize: fc.integer({ min: 1, max: 12 }),
    targetSize: fc.constantFrom(0, 0, 0, 1),
  }),
  { minLength: 1, maxLength: 6 },
);

const deployments = fc.array(
  fc.record({
    count: fc.integer({ min: 1, max: 12 }),
    cpuMilli: fc.integer({ min: 0, max: 40 }).map((n) => n * 100),
    memoryMi: fc.integer({ min: 0, max: 30 }).map((n) => n * 100),
    choice: fc.constantFrom(...CHOICES),
    zone,
    priority: fc.constantFrom(undefined, undefined, 0, 7, -11),
    controlled: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

const options: fc.Arbitrary<AutoscalerOptions> = fc.record(
  {
    expanders: fc.constantFrom(
      ['least-waste'] as const,
      ['most-pods', 'least-nodes'] as const,
      ['random'] as const,
    ),
    balanceSimilar: fc.boolean(),
    maxNodesTotal: fc.constantFrom(0, 0, 9),
    maxNodesPerScaleUp: fc.constantFrom(0, 3, 1000),
    coresTotal: fc.constantFrom({ max: 40n }, { max: 320_000n }),
    fastPath: fc.boolean(),
    salvoScaleUp: fc.boolean(),
  },
  { requiredKeys: [] },
);

const open = fc.array(fc.record({ zone, usedMilli: fc.constantFrom(500, 1500, 3900) }), {
  minLength: 1,
  maxLength: 3,
});

/** All zones have a node that takes nothing, so that spread constraints know them from the start. */
export const problems: fc.Arbitrary<Problem> = fc
  .record({ nodeGroups, deployments, options, daemons: fc.boolean(), open })
  .map((given) => ({
    options: given.options,
    nodeGroups: given.nodeGroups.map(randomGroup),
    pods: given.deployments.flatMap(randomPods),
    nodes: [
      ...ZONES.map((one) => liveNode(`cordoned-${one}`, { [ZONE]: one }, { unschedulable: true })),
      ...given.open.map(({ zone: one }, i) => liveNode(`open-${i}`, { [ZONE]: one })),
    ],
    boundPods: given.open.map(({ usedMilli }, i) => bound('old', `open-${i}`, `${usedMilli}m`)),
    daemonSets: given.daemons ? [daemonSet('agent', '200m')] : [],
  }));

function randomGroup(
  {
    zone,
    cpu,
    memory,
    pods,
    tainted,
    maxSize,
    targetSize,
  }: {
    readonly zone: string;
    readonly cpu: string;
    readonly memory: string;
    readonly pods: string;
    readonly tainted: boolean;
    readonly maxSize: number;
    readonly targetSize: number;
  },
  i: number,
): NodeGroup {
  const template = { capacity: { cpu, memory, pods }, taints: tainted ? [TAINT] : [] };
  return zoneGroup(`group-${i}`, zone, { maxSize, targetSize, template });
}

function randomPods(
  given: {
    readonly count: number;
    readonly cpuMilli: number;
    readonly memoryMi: number;
    readonly choice: (typeof CHOICES)[number];
    readonly zone: string;
    readonly priority: number | undefined;
    readonly controlled: boolean;
  },
  i: number,
): readonly PendingPod[] {
  const app = `app${i}`;
  const request = { cpu: `${given.cpuMilli}m`, memory: `${given.memoryMi}Mi` };
  const spec = { ...requesting(request), ...choosy(app, given.choice, given.zone, request) };
  const pods = replicas(app, given.count, request, { priority: given.priority, createdAtSeconds: i, spec });
  return given.controlled ? pods : pods.map(({ controllerUid: _nobody, ...pod }) => pod);
}

function choosy(
  app: string,
  choice: (typeof CHOICES)[number],
  inZone: string,
  requests: Readonly<Record<string, string>>,
): PodSpec {
  const labelSelector = { matchLabels: { app } };
  const spread = { maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' as const, labelSelector };
  const apart = (topologyKey: string): PodSpec => ({
    affinity: {
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector }] },
    },
  });
  switch (choice) {
    case 'plain':
      return {};
    case 'tolerant':
      return { tolerations: [{ key: TAINT.key, operator: 'Exists' }] };
    case 'zone':
      return { nodeSelector: { [ZONE]: inZone } };
    case 'spread':
      return { topologySpreadConstraints: [{ ...spread, topologyKey: ZONE }] };
    case 'host-spread':
      return { topologySpreadConstraints: [{ ...spread, maxSkew: 2, topologyKey: HOSTNAME }] };
    case 'apart':
      return apart(HOSTNAME);
    case 'zone-apart':
      return apart(ZONE);
    case 'together':
      return {
        affinity: {
          podAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: ZONE, labelSelector }],
          },
        },
      };
    case 'port':
      return {
        containers: [{ name: 'c', resources: { requests }, ports: [{ hostPort: 8080, protocol: 'TCP' }] }],
      };
  }
}
