import type { Located, LocatedMap } from '../diagnostics/located.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type {
  BootstrapFormat,
  ClusterApiSettings,
  ClusterApiTopology,
  PoolClusterApi,
  PoolHealthCheck,
} from '../model/cluster-api.ts';
import {
  readFlag,
  readList,
  readMap,
  readNumber,
  readText,
  readTexts,
  readWord,
  required,
} from './read-located.ts';
import { withoutAbsent } from './without-absent.ts';

/** `cluster_api` of merged settings. `origin` is that of built-in values. */
export function readClusterApiSettings(
  settings: LocatedMap,
  cluster: string,
  origin: Origin,
): ClusterApiSettings {
  const map = readMap(settings, 'cluster_api') ?? emptyMap(origin);
  const builtIn = <Value>(value: Value): Located<Value> => ({ value, origin });
  return {
    clusterName: readText(map, 'cluster_name') ?? builtIn(cluster),
    namespace: readText(map, 'namespace') ?? builtIn('default'),
    apiVersion: readWord<'v1beta1' | 'v1beta2'>(map, 'api_version') ?? builtIn('v1beta2'),
    bootstrap: readWord<BootstrapFormat>(map, 'bootstrap') ?? builtIn('nodeadm'),
    output: readWord<ClusterApiSettings['output']['value']>(map, 'output') ?? builtIn('machine-deployments'),
    autoscalerVersion: readText(map, 'autoscaler_version') ?? builtIn('1.36'),
    autoscalerNamespace: readText(map, 'autoscaler_namespace') ?? builtIn('kube-system'),
    expanders:
      readList(map, 'expanders') === undefined
        ? ['priority', 'least-waste'].map(builtIn)
        : readTexts(map, 'expanders'),
    balancing: readWord<ClusterApiSettings['balancing']['value']>(map, 'balancing') ?? builtIn('label'),
    keyPrefix: readText(map, 'key_prefix') ?? builtIn('poolwright.dev'),
    maxMachineDeployments: readNumber(map, 'max_machine_deployments_per_cluster') ?? builtIn(200),
    additionalSyncMachineLabels: readTexts(map, 'additional_sync_machine_labels'),
    machineTaintPropagation: readFlag(map, 'machine_taint_propagation') ?? builtIn(false),
    ...withoutAbsent({ topology: readTopology(readMap(map, 'topology')) }),
  };
}

function readTopology(map: LocatedMap | undefined): ClusterApiTopology | undefined {
  const workerClass = readText(map, 'worker_class');
  if (workerClass === undefined) return undefined;
  const variables = readMap(map, 'variables');
  return {
    workerClass,
    variables: withoutAbsent({
      instanceType: readText(variables, 'instance_type'),
      imageId: readText(variables, 'image_id'),
      volumeSizeGiB: readText(variables, 'volume_size_gib'),
      spot: readText(variables, 'spot'),
      subnetId: readText(variables, 'subnet_id'),
    }),
  };
}

/** `cluster_api` of a merged pool whose built-in values are filled in. */
export function readPoolClusterApi(
  pool: LocatedMap,
  { balancing }: ClusterApiSettings,
  builtInOrigin: Origin,
): PoolClusterApi {
  const map = required(readMap(pool, 'cluster_api'), 'cluster_api');
  const number = (key: string) => required(readNumber(map, key), key);
  const scaleDown = readMap(map, 'scale_down');
  return {
    maxTypes: number('max_types'),
    maxMachineDeployments: number('max_machine_deployments'),
    minSize: number('min_size'),
    limitStrategy: required(
      readWord<PoolClusterApi['limitStrategy']['value']>(map, 'limit_strategy'),
      'limit_strategy',
    ),
    annotatedResources: readWord<PoolClusterApi['annotatedResources']['value']>(
      map,
      'annotated_resources',
    ) ?? {
      value: balancing.value === 'generic' ? 'capacity' : 'allocatable',
      origin: builtInOrigin,
    },
    priceTiers: number('price_tiers'),
    scaleDown: withoutAbsent({
      utilizationThreshold: readText(scaleDown, 'utilization_threshold'),
      gpuUtilizationThreshold: readText(scaleDown, 'gpu_utilization_threshold'),
      unneededTime: readText(scaleDown, 'unneeded_time'),
      unreadyTime: readText(scaleDown, 'unready_time'),
    }),
    csiDrivers: readCounts(readMap(map, 'csi_drivers')),
    ...withoutAbsent({
      maxSize: readNumber(map, 'max_size'),
      maxSurge: readText(map, 'max_surge'),
      maxUnavailable: readText(map, 'max_unavailable'),
      deletionOrder: readWord<'Random' | 'Newest' | 'Oldest'>(map, 'deletion_order'),
      maxNodeProvisionTime: readText(map, 'max_node_provision_time'),
      maxNodeStartupTime: readText(map, 'max_node_startup_time'),
      draDriver: readText(map, 'dra_driver'),
      healthCheck: readHealthCheck(readMap(map, 'health_check')),
    }),
  };
}

function readCounts(map: LocatedMap | undefined): ReadonlyMap<string, Located<number>> {
  const counts = new Map<string, Located<number>>();
  for (const key of map?.entries.keys() ?? []) {
    const count = readNumber(map, key);
    if (count !== undefined) counts.set(key, count);
  }
  return counts;
}

function readHealthCheck(map: LocatedMap | undefined): PoolHealthCheck | undefined {
  if (map === undefined) return undefined;
  const builtIn = (value: string): Located<string> => ({ value, origin: map.origin });
  return {
    unhealthyAfter: readText(map, 'unhealthy_after') ?? builtIn('5m'),
    nodeStartupTimeout: readText(map, 'node_startup_timeout') ?? builtIn('15m'),
    maxUnhealthy: readText(map, 'max_unhealthy') ?? builtIn('40%'),
  };
}

function emptyMap(origin: Origin): LocatedMap {
  return { kind: 'map', entries: new Map(), origin };
}
