import type { Affinity, Pod, PodSpec } from '../../../src/kubernetes/api/pod.ts';
import type { PodGroup } from '../format.ts';
import { LABEL, maybe, type Context, type Mutable } from './context.ts';

/** Pods that already run on a node: members of the groups, now and then one that is done or on its way out. */
export function boundPods(context: Context, node: string, groups: readonly PodGroup[]): Pod[] {
  const { rng } = context;
  return Array.from({ length: rng.between(0, 4) }, (_, i): Pod => {
    const { template } = rng.pick(groups);
    const uid = `b-${node}-${i}`;
    const phase = rng.weighted([
      [12, 'Running'],
      [1, 'Pending'],
      [1, 'Succeeded'],
      [1, 'Failed'],
    ]);
    const leaving = rng.chance(0.05) ? { deletionTimestamp: '2026-01-01T01:00:00Z' } : {};
    return {
      metadata: { name: uid, uid, ...template.metadata, ...leaving },
      spec: boundSpec(context, node, template.spec),
      status: { phase, ...resized(context) },
    };
  });
}

/** A resize in place: what the node has admitted counts if it is more than what the spec asks for. */
function resized(context: Context): NonNullable<Pod['status']> {
  if (!maybe(context, 'pod-overhead', 0.2)) return {};
  const { rng } = context;
  const allocatedResources = { cpu: rng.pick(['50m', '2']), memory: '300Mi' };
  const infeasible = { type: 'PodResizePending', status: 'True', reason: 'Infeasible' };
  return {
    containerStatuses: [{ name: 'c', allocatedResources, resources: { requests: allocatedResources } }],
    ...(rng.chance(0.3) ? { conditions: [infeasible] } : {}),
  };
}

function boundSpec(context: Context, node: string, { affinity }: PodSpec): PodSpec {
  const { rng } = context;
  const spec: Mutable<PodSpec> = {
    nodeName: node,
    containers: [
      {
        name: 'c',
        resources: { requests: { cpu: rng.pick(['100m', '500m', '900m']), memory: '200Mi' } },
        ...(maybe(context, 'host-ports', 0.3)
          ? { ports: [{ containerPort: 80, hostPort: 80, protocol: 'TCP' }] }
          : {}),
      },
    ],
  };
  const inherited = inheritedAffinity(context, affinity);
  if (inherited !== undefined) spec.affinity = inherited;
  return spec;
}

/** Anti-affinity of running pods keeps others away from their node or zone. */
function inheritedAffinity({ features }: Context, affinity: Affinity | undefined): Affinity | undefined {
  const { podAntiAffinity } = affinity ?? {};
  if (podAntiAffinity === undefined) return undefined;
  const zonal = podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution?.some(
    ({ topologyKey }) => topologyKey !== LABEL.hostname,
  );
  return zonal === true && !features.has('anti-affinity-zone') ? undefined : { podAntiAffinity };
}

function twoDigits(number: number): string {
  return `${number}`.padStart(2, '0');
}

/** Daemons of the first set that already run: what is left to reserve for daemons is then less. */
export function daemonPods(context: Context, node: string): Pod[] {
  const { rng } = context;
  if (!maybe(context, 'daemons', 0.5)) return [];
  const uid = `d-${node}`;
  return [
    {
      metadata: {
        name: uid,
        uid,
        namespace: 'kube-system',
        labels: { ds: 'ds0' },
        // Hardly ever two of the same age: which of them counts would depend on the order of a cache.
        creationTimestamp: `2026-01-01T00:${twoDigits(rng.below(60))}:${twoDigits(rng.below(60))}Z`,
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'ds0', uid: 'ds-ds0', controller: true },
        ],
      },
      spec: {
        nodeName: node,
        containers: [
          { name: 'c', resources: { requests: { cpu: rng.pick(['50m', '300m']), memory: '64Mi' } } },
        ],
      },
      status: { phase: 'Running' },
    },
  ];
}
