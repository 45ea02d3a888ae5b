import type { Node, NodeClaim } from '../../../src/kubernetes/api/node.ts';
import type { NodeTaint } from '../../../src/kubernetes/api/node-pool.ts';
import type { Pod, ResourceList } from '../../../src/kubernetes/api/pod.ts';
import type { PackerInstanceType } from '../../../src/packer/karpenter/problem.ts';
import type { PodGroup } from '../format.ts';
import { boundPods, daemonPods } from './bound-pods.ts';
import { LABEL, maybe, SHARDS, TEAMS, zoneId, type Context, type Mutable } from './context.ts';
import { STARTUP_TAINT, type Pool } from './pools.ts';

export interface Existing {
  readonly nodes: readonly Node[];
  readonly nodeClaims: readonly NodeClaim[];
  readonly boundPods: readonly Pod[];
}

/** How far a node has come. A `foreign` one is not Karpenter's. */
type Stage = 'initialized' | 'registered' | 'joined' | 'launched' | 'foreign';

const NOT_READY: NodeTaint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
const UNREGISTERED: NodeTaint = { key: 'karpenter.sh/unregistered', effect: 'NoExecute' };
const CORDON: NodeTaint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

const LEAVING = { deletionTimestamp: '2026-01-01T00:59:00Z' };
const TERMINATING = { type: 'InstanceTerminating', status: 'True' };

/** What is already there, and the pods that run on it. */
export function existingNodes(
  context: Context,
  pools: readonly Pool[],
  groups: readonly PodGroup[],
): Existing {
  const { rng, features } = context;
  const result = { nodes: [] as Node[], nodeClaims: [] as NodeClaim[], boundPods: [] as Pod[] };
  if (features.has('gaps')) addGaps(context, groups, result);
  if (!features.has('existing')) return result;
  for (let i = 0; i < rng.between(1, 6); i++) {
    const made = existingNode(context, pools, `node-${rng.pick(['a', 'b', 'c', 'x', 'y'])}${i}`);
    if (made.node !== undefined) result.nodes.push(made.node);
    if (made.nodeClaim !== undefined) result.nodeClaims.push(made.nodeClaim);
    if (made.node === undefined) continue;
    result.boundPods.push(...boundPods(context, made.node.metadata.name, groups));
    result.boundPods.push(...daemonPods(context, made.node.metadata.name));
  }
  return result;
}

interface Made {
  readonly node?: Node;
  readonly nodeClaim?: NodeClaim;
}

function existingNode(context: Context, pools: readonly Pool[], name: string): Made {
  const { rng } = context;
  const type = rng.pick(context.types);
  const pool = rng.pick(pools);
  const stage = stageOf(context);
  const labels = nodeLabels(context, pool, type, stage);
  const taints = [...(pool.spec?.template?.spec.taints ?? [])];
  const resources = resourcesOf(context, type);
  const made: Mutable<Made> = {};
  if (stage !== 'launched') made.node = nodeOf(context, name, { stage, labels, taints, resources, pool });
  if (stage !== 'foreign') {
    made.nodeClaim = {
      metadata: { name, labels, ...(maybe(context, 'leaving-nodes', 0.3) ? LEAVING : {}) },
      spec: {
        requirements: [],
        ...(taints.length > 0 ? { taints } : {}),
        startupTaints: pool.spec?.template?.spec.startupTaints ?? [],
      },
      status: {
        // Without, it has not been launched yet.
        ...(maybe(context, 'unready-nodes', 0.05) ? {} : { providerID: `test:///${name}` }),
        ...(stage === 'launched' ? {} : { nodeName: name }),
        ...resources,
        ...(maybe(context, 'leaving-nodes', 0.2) ? { conditions: [TERMINATING] } : {}),
      },
    };
  }
  return made;
}

function stageOf(context: Context): Stage {
  const { rng, features } = context;
  if (!features.has('unready-nodes')) return rng.chance(0.8) ? 'initialized' : 'foreign';
  return rng.weighted<Stage>([
    [3, 'initialized'],
    [2, 'registered'],
    [1, 'joined'],
    [2, 'launched'],
    [1, 'foreign'],
  ]);
}

function nodeLabels(
  context: Context,
  pool: Pool,
  type: PackerInstanceType,
  stage: Stage,
): Record<string, string> {
  const { rng, zones } = context;
  const labels: Record<string, string> = { [LABEL.zone]: rng.pick(zones), [LABEL.region]: 'test-region' };
  for (const { key, operator, values } of type.requirements) {
    const [value] = values ?? [];
    if (operator === 'In' && value !== undefined) labels[key] ??= value;
  }
  delete labels[LABEL.reservationId];
  labels[LABEL.capacityType] = rng.pick(['spot', 'on-demand']);
  Object.assign(labels, pool.spec?.template?.metadata?.labels ?? {});
  if (maybe(context, 'custom-labels', 0.5)) labels[LABEL.team] = rng.pick(TEAMS);
  if (maybe(context, 'spread-other', 0.7)) labels[LABEL.shard] = rng.pick(SHARDS);
  if (labels[LABEL.zoneId] !== undefined) labels[LABEL.zoneId] = zoneId(labels[LABEL.zone] ?? '');
  if (stage !== 'foreign') labels[LABEL.nodePool] = rng.chance(0.03) ? 'gone' : pool.metadata.name;
  return labels;
}

interface Parts {
  readonly stage: Stage;
  readonly labels: Record<string, string>;
  readonly taints: readonly NodeTaint[];
  readonly resources: Resources;
  readonly pool: Pool;
}

function nodeOf(context: Context, name: string, { stage, labels, taints, resources, pool }: Parts): Node {
  const { rng } = context;
  const all: Record<string, string> = { ...labels, [LABEL.hostname]: name };
  if (rng.chance(0.05)) Reflect.deleteProperty(all, LABEL.hostname);
  if (stage === 'registered' || stage === 'initialized') all['karpenter.sh/registered'] = 'true';
  if (stage === 'initialized') all['karpenter.sh/initialized'] = 'true';
  const present = [...taints];
  if (stage === 'joined') present.push(UNREGISTERED);
  if (stage === 'registered' || stage === 'joined') {
    present.push(...(pool.spec?.template?.spec.startupTaints ?? []), ...rng.some([NOT_READY], 0.5));
  }
  if (rng.chance(0.1)) present.push(CORDON);
  if (stage === 'initialized' && maybe(context, 'unready-nodes', 0.2))
    present.push(rng.pick([NOT_READY, STARTUP_TAINT]));
  // A kubelet that has just started reports nothing yet.
  const status = stage === 'joined' && rng.chance(0.5) ? {} : resources;
  if (rng.chance(0.1))
    present.push({ key: 'dedicated', value: 'db', effect: rng.pick(['NoSchedule', 'NoExecute'] as const) });
  if (maybe(context, 'unready-nodes', 0.05)) Reflect.deleteProperty(all, LABEL.instanceType);
  const leaves = stage === 'foreign' && maybe(context, 'leaving-nodes', 0.3) ? LEAVING : {};
  return {
    metadata: { name, labels: all, ...leaves },
    spec: {
      ...(rng.chance(stage === 'foreign' ? 0.2 : 0.02) ? {} : { providerID: `test:///${name}` }),
      ...(present.length > 0 ? { taints: present } : {}),
    },
    status,
  };
}

interface Resources {
  readonly capacity: ResourceList;
  readonly allocatable: ResourceList;
}

function resourcesOf({ rng }: Context, { capacity }: PackerInstanceType): Resources {
  const cpus = Number(capacity['cpu']);
  const allocatable = { ...capacity, cpu: `${cpus * 1000 - rng.pick([0, 80, 100])}m` };
  return { capacity, allocatable };
}

/**
 * Full nodes with very different numbers of pods in each zone, so that a spread over zones has one choice at a time and
 * Karpenter none to make at random.
 */
function addGaps(
  { rng, zones }: Context,
  groups: readonly PodGroup[],
  result: { nodes: Node[]; boundPods: Pod[] },
): void {
  const resources = { cpu: '1', memory: '16Gi', pods: '500' };
  for (const zone of zones) {
    const name = `full-${zone}`;
    result.nodes.push({
      metadata: { name, labels: { [LABEL.hostname]: name, [LABEL.zone]: zone } },
      spec: { providerID: `test:///${name}` },
      status: { capacity: resources, allocatable: resources },
    });
  }
  for (const { uidPrefix, count, template } of groups) {
    const order = rng.sample(zones, zones.length);
    for (const [i, zone] of order.entries()) {
      const pods = i * (count + rng.between(1, 3));
      for (let k = 0; k < pods; k++) {
        const uid = `b-${uidPrefix}${zone}-${k}`;
        result.boundPods.push({
          metadata: { name: uid, uid, ...template.metadata },
          spec: {
            nodeName: `full-${zone}`,
            containers: [{ name: 'c', resources: { requests: { cpu: '10m' } } }],
          },
          status: { phase: 'Running' },
        });
      }
    }
  }
}
