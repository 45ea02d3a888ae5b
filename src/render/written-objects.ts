import { kubeadmConfigTemplateV1Beta1 } from '../../constructs/cluster-api/kubeadm-config-template-v1beta1.ts';
import { machineDeploymentV1Beta1 } from '../../constructs/cluster-api/machine-deployment-v1beta1.ts';
import { machineHealthCheckV1Beta1 } from '../../constructs/cluster-api/machine-health-check-v1beta1.ts';
import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import { invariant } from '../diagnostics/invariant.ts';
import { manifestOf } from '../kubernetes/manifest-of.ts';
import type { ClusterApiObject, CompiledCluster, CompiledPool } from '../model/compilation.ts';
import type { OriginMap } from '../model/compiled-object.ts';
import { nodeClassesOf } from './node-classes-of.ts';
import { clusterApiMetadata, poolObjectMetadata } from './object-metadata.ts';

/** An object as it is applied, and where its parts come from. */
export interface WrittenObject {
  readonly object: JsonMap;
  readonly origins: OriginMap;
  /** Absent: it belongs to the cluster as a whole. */
  readonly pool?: CompiledPool;
}

/**
 * Every object that is rendered for a cluster, without rendering it: what cdk8s adds is the order of keys. Pools that
 * have errors have none, or not all.
 */
export function writtenObjects(compiled: CompiledCluster): readonly WrittenObject[] {
  const { pools, clusterApi } = compiled;
  const owners = new Map(pools.map((pool) => [pool.pool.name, pool]));
  const ofKarpenter = [...nodeClassesOf(pools), ...pools.flatMap(({ nodePool }) => nodePool ?? [])];
  const ofClusterApi = [
    ...pools.flatMap(({ machines }) => machines?.objects ?? []),
    ...(clusterApi?.objects ?? []),
  ];
  return [
    ...ofKarpenter.map((object) =>
      written(
        { ...object, ...poolObjectMetadata(object, compiled) },
        object.origins,
        owners.get(object.pool),
      ),
    ),
    ...ofClusterApi.map((object) =>
      written(
        { ...object, ...inVersion(object, compiled), ...clusterApiMetadata(object, compiled) },
        object.origins,
        object.pool === undefined ? undefined : owners.get(object.pool),
      ),
    ),
  ];
}

function written(
  parts: Parameters<typeof manifestOf>[0],
  origins: OriginMap,
  pool: CompiledPool | undefined,
): WrittenObject {
  const object = JSON.parse(JSON.stringify(manifestOf(parts))) as JsonValue;
  invariant(isJsonMap(object), 'an object is a map');
  return { object, origins, ...(pool === undefined ? {} : { pool }) };
}

/** Backends speak v1beta2; what is written is what the cluster asks for. */
function inVersion({ apiVersion, kind, spec }: ClusterApiObject, { cluster }: CompiledCluster) {
  const translate = TRANSLATIONS.get(kind);
  if (translate === undefined || cluster.settings.clusterApi?.apiVersion.value !== 'v1beta1') return {};
  return { apiVersion: apiVersion.replace(/[^/]*$/, 'v1beta1'), spec: translate(spec as never) };
}

const TRANSLATIONS: ReadonlyMap<string, (spec: never) => object> = new Map<string, (spec: never) => object>([
  ['MachineDeployment', machineDeploymentV1Beta1],
  ['MachineHealthCheck', machineHealthCheckV1Beta1],
  ['KubeadmConfigTemplate', kubeadmConfigTemplateV1Beta1],
]);
