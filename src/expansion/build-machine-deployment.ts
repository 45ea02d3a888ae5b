import { poolKey } from './pool-key.ts';
import { jsonPointer } from '../diagnostics/json-pointer.ts';
import type { Located } from '../diagnostics/located.ts';
import type { Origin } from '../diagnostics/origin.ts';
import { parseDuration } from '../kubernetes/duration.ts';
import { CAPACITY_KEYS, MAX_SIZE_KEY, MIN_SIZE_KEY } from '../kubernetes/scale-from-zero/keys.ts';
import { optionKey, type AutoscalingOptionName } from '../kubernetes/scale-from-zero/autoscaling-options.ts';
import type { ClusterApiObject } from '../model/compilation.ts';
import type { JsonValue } from '../model/compiled-object.ts';
import type { BuiltGroup } from './build-group.ts';
import { CLUSTER_NAME_LABEL, DEPLOYMENT_NAME_LABEL } from './keys.ts';
import { type MachinePlan, poolOrigin } from './machine-plan.ts';

interface Templates {
  readonly infrastructure: ClusterApiObject;
  readonly bootstrap: ClusterApiObject;
}

/** The MachineDeployment (v1beta2) of one group. */
export function machineDeployment(
  plan: MachinePlan,
  { group, copiedLabels }: BuiltGroup,
  { infrastructure, bootstrap }: Templates,
): ClusterApiObject {
  const { pool, settings, mode } = plan;
  const own = { [CLUSTER_NAME_LABEL]: settings.clusterName.value };
  const selected = { ...own, [DEPLOYMENT_NAME_LABEL]: group.name };
  const version = plan.cluster.settings.kubernetesVersion?.value;
  return {
    tree: 'management',
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'MachineDeployment',
    name: group.name,
    namespace: settings.namespace.value,
    labels: { ...own, [poolKey(settings)]: pool.name, ...mode.deploymentLabels },
    annotations: group.annotations,
    spec: {
      clusterName: settings.clusterName.value,
      ...(mode.replicas === undefined ? {} : { replicas: mode.replicas }),
      ...rolloutOf(plan),
      ...deletionOrder(plan),
      selector: { matchLabels: selected },
      template: {
        metadata: {
          labels: { ...selected, [poolKey(settings)]: pool.name, ...mode.machineLabels, ...copiedLabels },
        },
        spec: {
          clusterName: settings.clusterName.value,
          ...(version === undefined ? {} : { version: version.startsWith('v') ? version : `v${version}` }),
          failureDomain: group.offering.zone,
          ...machineDeletion(plan),
          ...propagatedTaints(plan),
          bootstrap: { configRef: referenceTo(bootstrap) },
          infrastructureRef: referenceTo(infrastructure),
        },
      },
    },
    origins: originsOf(plan),
    pool: pool.name,
  };
}

function referenceTo({ apiVersion, kind, name }: ClusterApiObject): JsonValue {
  return { apiGroup: apiVersion.split('/')[0] ?? '', kind, name };
}

type Fields = Readonly<Record<string, JsonValue>>;

export function rolloutOf({ options: { maxSurge, maxUnavailable } }: Pick<MachinePlan, 'options'>): Fields {
  const rollingUpdate = {
    ...(maxSurge === undefined ? {} : { maxSurge: intOrPercent(maxSurge.value) }),
    ...(maxUnavailable === undefined ? {} : { maxUnavailable: intOrPercent(maxUnavailable.value) }),
  };
  return Object.keys(rollingUpdate).length === 0
    ? {}
    : { rollout: { strategy: { type: 'RollingUpdate', rollingUpdate } } };
}

/** Numbers are integers in the API, percentages text. */
export function intOrPercent(text: string): JsonValue {
  return text.endsWith('%') ? text : Number(text);
}

function deletionOrder({ options: { deletionOrder: order } }: MachinePlan): Fields {
  return order === undefined ? {} : { deletion: { order: order.value } };
}

/** Karpenter's grace period bounds the drain. A timeout of 0 would be none at all. */
export function drainTimeoutSeconds({ pool }: Pick<MachinePlan, 'pool'>): number | undefined {
  const nanoseconds = parseDuration(pool.terminationGracePeriod?.value ?? '');
  if (nanoseconds === undefined || nanoseconds < 0n) return undefined;
  return Math.max(1, seconds(nanoseconds));
}

/** Whole seconds, rounded up. */
export function seconds(nanoseconds: bigint): number {
  return Number((nanoseconds + 999_999_999n) / 1_000_000_000n);
}

function machineDeletion(plan: MachinePlan): Fields {
  const timeout = drainTimeoutSeconds(plan);
  return timeout === undefined ? {} : { deletion: { nodeDrainTimeoutSeconds: timeout } };
}

/** Cluster API refuses keys that describe a node's state or role. */
const NOT_PROPAGATED =
  /^(node\.kubernetes\.io\/(?!out-of-service$)|node\.cloudprovider\.kubernetes\.io\/|node-role\.kubernetes\.io\/(master|control-plane)$|node\.cluster\.x-k8s\.io\/(uninitialized|outdated-revision)$)/;

export function propagatedTaints({ mode, pool }: Pick<MachinePlan, 'mode' | 'pool'>): Fields {
  if (!mode.propagatesTaints) return {};
  const taints = pool.taints
    .filter(({ key }) => !NOT_PROPAGATED.test(key.value))
    .map(({ key, value, effect }) => ({
      key: key.value,
      ...(value === undefined || value.value === '' ? {} : { value: value.value }),
      effect: effect.value,
      propagation: 'Always',
    }));
  return taints.length === 0 ? {} : { taints };
}

/** Shared by all MachineDeployments of a pool: what one of them does not have is looked up by nobody. */
const cache = new WeakMap<MachinePlan, ReadonlyMap<string, Origin>>();

function originsOf(plan: MachinePlan): ReadonlyMap<string, Origin> {
  const known = cache.get(plan);
  if (known !== undefined) return known;
  const origins = new Map([...fixedOrigins(plan), ...annotationOrigins(plan)]);
  cache.set(plan, origins);
  return origins;
}

function fixedOrigins(plan: MachinePlan): [string, Origin][] {
  const { pool, options, settings, cluster } = plan;
  const template = '/spec/template';
  const entries: readonly (readonly [string, Located<unknown> | undefined])[] = [
    ['/metadata/namespace', settings.namespace],
    ['/spec/clusterName', settings.clusterName],
    [`${template}/spec/clusterName`, settings.clusterName],
    [`${template}/spec/version`, cluster.settings.kubernetesVersion],
    [`${template}/spec/deletion`, pool.terminationGracePeriod],
    ['/spec/deletion', options.deletionOrder],
    ['/spec/rollout/strategy/rollingUpdate/maxSurge', options.maxSurge],
    ['/spec/rollout/strategy/rollingUpdate/maxUnavailable', options.maxUnavailable],
  ];
  return [
    ['', poolOrigin(pool)],
    ...entries.flatMap(([at, located]): [string, Origin][] =>
      located === undefined ? [] : [[at, located.origin]],
    ),
    ...Object.keys(plan.labels.machine).flatMap((key): [string, Origin][] => {
      const origin = plan.labels.origins.get(key);
      return origin === undefined ? [] : [[`${template}/metadata/labels${jsonPointer(key)}`, origin]];
    }),
  ];
}

function annotationOrigins({ pool, options, mode }: MachinePlan): [string, Origin][] {
  const [limit] = pool.limits.values();
  const size = options.maxSize ?? limit;
  const at = (key: string) => jsonPointer('metadata', 'annotations', key);
  const entries: readonly (readonly [string, Origin | undefined])[] = [
    [MAX_SIZE_KEY, size?.origin],
    [MIN_SIZE_KEY, options.minSize.origin],
    [CAPACITY_KEYS.taints, pool.taints[0]?.origin],
    ...Object.entries(mode.autoscalingOptions).map(
      ([name, located]) => [optionKey(name as AutoscalingOptionName), located.origin] as const,
    ),
  ];
  return entries.flatMap(([key, origin]): [string, Origin][] =>
    origin === undefined ? [] : [[at(key), origin]],
  );
}
