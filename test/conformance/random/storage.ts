import type { NodeSelectorTerm, Pod, Volume } from '../../../src/kubernetes/api/pod.ts';
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
} from '../../../src/kubernetes/api/storage.ts';
import type { CsiNode, Node } from '../../../src/kubernetes/api/node.ts';
import type { PodGroup } from '../format.ts';
import { LABEL, maybe, type Context } from './context.ts';

const DRIVER = 'ebs.csi.aws.com';
export const EBS_ZONE = 'topology.ebs.csi.aws.com/zone';

export interface Storage {
  readonly groups: readonly PodGroup[];
  readonly pvcs: readonly PersistentVolumeClaim[];
  readonly pvs: readonly PersistentVolume[];
  readonly storageClasses: readonly StorageClass[];
}

/** Gives some groups volumes. All pods of a group share them, as pods of a Deployment do. */
export function withStorage(context: Context, groups: readonly PodGroup[]): Storage {
  if (!context.features.has('volumes')) return { groups, pvcs: [], pvs: [], storageClasses: [] };
  const pvcs: PersistentVolumeClaim[] = [];
  const pvs: PersistentVolume[] = [];
  const mounted = groups.map((group): PodGroup => {
    if (!context.rng.chance(0.6)) return group;
    const claims = Array.from(
      {
        length: context.rng.weighted([
          [3, 1],
          [1, 2],
        ]),
      },
      (_, i) => `${group.uidPrefix}c${i}`,
    );
    for (const name of claims) addClaim(context, group, name, pvcs, pvs);
    const volumes: Volume[] = claims.map((claimName, i) => ({
      name: `v${i}`,
      persistentVolumeClaim: { claimName },
    }));
    if (context.rng.chance(0.1)) volumes.push(ephemeral(group, pvcs));
    return { ...group, template: { ...group.template, spec: { ...group.template.spec, volumes } } };
  });
  return { groups: mounted, pvcs, pvs, storageClasses: storageClasses(context) };
}

/** A volume that comes and goes with its pod; Kubernetes has made the claims already. */
function ephemeral({ namePrefix, count, template }: PodGroup, pvcs: PersistentVolumeClaim[]): Volume {
  const spec = { storageClassName: 'some-zones' };
  for (let i = 0; i < count; i++) {
    const name = `${namePrefix}${`${i}`.padStart(5, '0')}-scratch`;
    const metadata = { name, namespace: template.metadata?.namespace ?? 'default' };
    pvcs.push({ metadata, spec, status: { phase: 'Pending' } });
  }
  return { name: 'scratch', ephemeral: { volumeClaimTemplate: { spec } } };
}

function addClaim(
  context: Context,
  group: PodGroup,
  name: string,
  pvcs: PersistentVolumeClaim[],
  pvs: PersistentVolume[],
): void {
  const { rng } = context;
  const metadata = { name, namespace: group.template.metadata?.namespace ?? 'default' };
  // Missing, or bound without the annotation that says so: Karpenter ignores the pod.
  if (rng.chance(0.04)) return;
  if (rng.chance(0.5)) {
    const storageClassName = rng.weighted([
      [3, 'any'],
      [3, 'some-zones'],
      [3, 'either-zone'],
      [0.3, 'immediate'],
      [0.2, 'none'],
    ]);
    pvcs.push({ metadata, spec: { storageClassName }, status: { phase: 'Pending' } });
    return;
  }
  const volumeName = `pv-${name}`;
  const annotations = rng.chance(0.97) ? { annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } } : {};
  pvcs.push({ metadata: { ...metadata, ...annotations }, spec: { volumeName }, status: { phase: 'Bound' } });
  pvs.push({ metadata: { name: volumeName }, spec: volumeSpec(context) });
}

function volumeSpec(context: Context): NonNullable<PersistentVolume['spec']> {
  const { rng } = context;
  const local = rng.chance(0.15);
  const terms = Array.from(
    {
      length: rng.weighted([
        [3, 1],
        [2, 2],
      ]),
    },
    () => volumeTerm(context, local),
  );
  const where = rng.chance(0.85) ? { nodeAffinity: { required: { nodeSelectorTerms: terms } } } : {};
  return local ? { local: { path: '/data' }, ...where } : { csi: { driver: DRIVER }, ...where };
}

function volumeTerm(context: Context, local: boolean): NodeSelectorTerm {
  const { rng, zones } = context;
  const zone = {
    key: zoneKey(context),
    operator: 'In',
    values: rng.sample(zones, rng.between(1, 2)),
  } as const;
  const host = { key: LABEL.hostname, operator: 'In', values: ['gone'] } as const;
  const arch = { key: LABEL.arch, operator: 'In', values: [rng.pick(['amd64', 'arm64'])] } as const;
  if (local) return { matchExpressions: rng.chance(0.5) ? [host] : [zone, host] };
  return { matchExpressions: rng.chance(0.1) ? [zone, arch] : [zone] };
}

/** The driver has a label of its own for zones. */
function zoneKey(context: Context): string {
  return maybe(context, 'aliases', 0.5) ? EBS_ZONE : LABEL.zone;
}

function storageClasses(context: Context): StorageClass[] {
  const { rng, zones } = context;
  const [first = '', second = ''] = rng.sample(zones, 2);
  const term = (...values: string[]): { matchLabelExpressions: { key: string; values: string[] }[] } => ({
    matchLabelExpressions: [{ key: zoneKey(context), values }],
  });
  const lazy = { provisioner: DRIVER, volumeBindingMode: 'WaitForFirstConsumer' };
  return [
    { metadata: { name: 'any' }, ...lazy },
    { metadata: { name: 'some-zones' }, ...lazy, allowedTopologies: [term(first, second || first)] },
    { metadata: { name: 'either-zone' }, ...lazy, allowedTopologies: [term(second || first), term(first)] },
    { metadata: { name: 'immediate' }, provisioner: DRIVER, volumeBindingMode: 'Immediate' },
  ];
}

/** How many volumes each node can still attach. */
export function csiNodes(context: Context, nodes: readonly Node[]): CsiNode[] {
  if (!context.features.has('volume-limits')) return [];
  return nodes.map(({ metadata: { name } }) => ({
    metadata: { name },
    spec: { drivers: [{ name: DRIVER, allocatable: { count: context.rng.between(0, 3) } }] },
  }));
}

/** Running pods that use the claims of their group, which then count towards the limit of their node. */
export function mountedByBound(context: Context, bound: readonly Pod[], groups: readonly PodGroup[]): Pod[] {
  return bound.map((pod) => {
    const group = groups.find(
      ({ template }) => template.metadata?.labels?.['app'] === pod.metadata.labels?.['app'],
    );
    const volumes = group?.template.spec.volumes;
    const mounts = volumes !== undefined && maybe(context, 'volume-limits', 0.7);
    return mounts ? { ...pod, spec: { ...pod.spec, volumes } } : pod;
  });
}
