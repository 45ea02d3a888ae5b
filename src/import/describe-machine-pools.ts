import type { JsonMap, JsonValue } from '../diagnostics/json-value.ts';
import { annotation, CAPACITY_KEYS } from '../kubernetes/scale-from-zero/keys.ts';
import { ceilUnits, parseQuantity } from '../kubernetes/quantity.ts';
import type { DefinitionDraft, PoolDraft } from './definition-draft.ts';
import type { DescribedMachine } from './describe-machines.ts';
import { describeSpec, nodeClassKey, sharedKeys } from './describe-node-pools.ts';
import type { MachineGroup } from './group-machines.ts';
import type { LiveNodePool } from './live-objects.ts';
import { newestVersion } from './machine-versions.ts';
import { DEFAULT_KEY_PREFIX } from './own-pool.ts';
import type { PoolCompanion } from './pool-companions.ts';

export interface MachinePoolSurroundings {
  /** Of Karpenter's provider for Cluster API. */
  readonly nodePools: readonly LiveNodePool[];
  readonly companions: readonly PoolCompanion[];
}

/** Pools that become MachineDeployments again. */
export function describeMachinePools(
  groups: readonly MachineGroup[],
  { nodePools, companions }: MachinePoolSurroundings,
): DefinitionDraft {
  const [first] = groups;
  if (first === undefined) return { settings: {}, pools: [] };
  const byName = new Map(nodePools.map((one) => [one.name, one]));
  const classes = groups.map(nodeClassOf);
  const shared = sharedKeys(classes);
  const backends = new Set(groups.map(({ backend }) => backend));
  const pools = groups.map((group, i): PoolDraft => {
    const { name, backend, machines } = group;
    const isChanged = machines.some(({ isChangedByBuiltIns }) => isChangedByBuiltIns);
    const nodePool = backend === 'karpenter-cluster-api' ? byName.get(name) : undefined;
    const body = nodePool === undefined ? describeGroup(group) : ofNodePool(nodePool, group);
    const own = companions.filter(({ pool }) => pool === name);
    return {
      name,
      keys: {
        ...(backends.size > 1 ? { backend } : {}),
        ...(isChanged ? { defaults: 0 } : {}),
        ...nodeClassKey(classes[i] ?? {}, shared),
        ...withCompanions(body, own),
      },
    };
  });
  return {
    settings: {
      ...(backends.size === 1 ? { backend: first.backend } : {}),
      ...clusterSettings(groups),
      ...(shared.size === 0 ? {} : { node_class: Object.fromEntries(shared) }),
    },
    pools,
  };
}

/** All MachineDeployments of a pool share one; what only some say, such as a reservation, is for those that need it. */
function nodeClassOf({ machines }: MachineGroup): JsonMap {
  const keys: Record<string, JsonValue> = {};
  for (const { nodeClass } of machines) {
    const hasDisks = DISKS.some((key) => key in keys);
    for (const [key, value] of Object.entries(nodeClass)) {
      if (!hasDisks || !DISKS.includes(key)) keys[key] ??= value;
    }
  }
  return keys;
}

/** Keys that say the same thing in two ways: both together are refused. */
const DISKS: readonly string[] = ['volumeSize', 'block_device_mappings'];

function clusterSettings(groups: readonly MachineGroup[]): JsonMap {
  const all = groups.flatMap(({ machines }) => [...machines]);
  const [{ live } = { live: undefined }] = all;
  if (live === undefined) return {};
  const version = newestVersion(groups);
  const keyPrefix = all.find((one) => one.live.keyPrefix !== undefined)?.live.keyPrefix;
  const zones = [...new Set(all.flatMap(({ zone }) => zone ?? []))].sort();
  const bootstrap = all.find((one) => one.live.bootstrap !== undefined)?.live.bootstrap?.format;
  return {
    ...(version === undefined ? {} : { kubernetes_version: version }),
    ...(zones.length === 0 ? {} : { zones }),
    cluster_api: {
      cluster_name: live.clusterName,
      ...(live.namespace === 'default' ? {} : { namespace: live.namespace }),
      ...(keyPrefix === undefined || keyPrefix === DEFAULT_KEY_PREFIX ? {} : { key_prefix: keyPrefix }),
      ...(live.apiVersion.endsWith('v1beta1') ? { api_version: 'v1beta1' } : {}),
      ...(bootstrap === undefined || bootstrap === 'nodeadm' ? {} : { bootstrap }),
    },
  };
}

/** Limits that are written down say more than sizes that follow from them. */
function withCompanions(keys: JsonMap, companions: readonly PoolCompanion[]): JsonMap {
  if (companions.length === 0) return keys;
  const { cluster_api: options, ...others } = keys;
  const added = Object.assign({}, ...companions.map((one) => one.keys)) as JsonMap;
  const { max_size: size, ...sizeless } = (options ?? {}) as JsonMap;
  const hasLimits = added['limits'] !== undefined || size === undefined;
  return {
    ...others,
    ...added,
    cluster_api: {
      ...(hasLimits ? {} : { max_size: size }),
      ...sizeless,
      ...(Object.assign({}, ...companions.map((one) => one.options)) as JsonMap),
    },
  };
}

/** The NodePool says all but what becomes of machines. */
function ofNodePool({ known }: LiveNodePool, { machines }: MachineGroup): JsonMap {
  const options = machines[0].options;
  const keys = describeSpec(known, 'none');
  return Object.keys(options).length === 0 ? keys : { ...keys, cluster_api: options };
}

function describeGroup({ machines }: MachineGroup): JsonMap {
  const [first] = machines;
  const { labels, taints, terminationGracePeriod } = first;
  const sizes = sizeKeys(machines);
  const options: JsonMap = { ...sizes.options, ...first.options };
  return {
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...(sizes.limits === undefined ? {} : { limits: sizes.limits }),
    requirements: requirementsOf(machines),
    ...(taints.length === 0
      ? {}
      : {
          taints: taints.map(({ key, value, effect }) => ({
            key,
            ...(value === '' ? {} : { value }),
            effect,
          })),
        }),
    ...(terminationGracePeriod === undefined ? {} : { termination_grace_period: terminationGracePeriod }),
    ...(Object.keys(options).length === 0 ? {} : { cluster_api: options }),
  };
}

function requirementsOf(machines: readonly DescribedMachine[]): JsonValue {
  const lists: readonly (readonly [string, readonly (string | undefined)[]])[] = [
    ['node.kubernetes.io/instance-type', machines.map(({ instanceType }) => instanceType)],
    ['topology.kubernetes.io/zone', machines.map(({ zone }) => zone)],
    ['karpenter.sh/capacity-type', machines.map(({ capacityType }) => capacityType)],
    ['kubernetes.io/arch', machines.map(({ arch }) => arch ?? archOf(machines))],
  ];
  return lists.flatMap(([key, values]) =>
    values.some((value) => value === undefined)
      ? []
      : [{ key, operator: 'In', values: [...new Set(values.flatMap((value) => value ?? []))].sort() }],
  );
}

/** The types are named, so either architecture would do. */
function archOf(machines: readonly DescribedMachine[]): string {
  return machines.find(({ arch }) => arch !== undefined)?.arch ?? 'amd64';
}

interface SizeKeys {
  readonly limits?: JsonMap;
  /** Keys of `cluster_api`. */
  readonly options: JsonMap;
}

/** Sizes of single MachineDeployments, or, where they follow the size of the machine, the limit that explains them. */
function sizeKeys(machines: readonly DescribedMachine[]): SizeKeys {
  const min = machines.reduce((sum, { sizes }) => sum + sizes.min, 0);
  const minimum: JsonMap = min === 0 ? {} : { min_size: min };
  const types = new Set(machines.map(({ instanceType }) => instanceType)).size;
  const most: JsonMap = types > DEFAULT_MAX_TYPES ? { max_types: types } : {};
  const largest = Math.max(...machines.map(({ sizes }) => sizes.max));
  // Sizes that somebody else chose need not follow from anything.
  const isUniform =
    machines[0]?.live.pool === undefined || machines.every(({ sizes }) => sizes.max === largest);
  const cores = isUniform ? undefined : coresOf(machines);
  if (cores === undefined) return { options: { ...most, max_size: largest, ...minimum } };
  const common = commonLimit(machines, cores);
  const sum = machines.reduce((total, { sizes }, i) => total + BigInt(sizes.max) * (cores[i] ?? 0n), 0n);
  return {
    limits: { cpu: String(common ?? sum) },
    // Sizes that do not follow from the machine alone share something.
    options: { ...most, ...(common === undefined ? { limit_strategy: 'split' } : {}), ...minimum },
  };
}

const DEFAULT_MAX_TYPES = 8;

/** Cores of each machine, which its annotation may give without what the kubelet keeps for itself. */
function coresOf(machines: readonly DescribedMachine[]): readonly bigint[] | undefined {
  const cores = machines.flatMap(({ live }) => {
    const parsed = parseQuantity(annotation(live.annotations, CAPACITY_KEYS.cpu) ?? '');
    return parsed.ok ? [ceilUnits(parsed.quantity)] : [];
  });
  return cores.length === machines.length ? cores : undefined;
}

/** The least number of cores that gives each MachineDeployment its largest size, if there is one. */
function commonLimit(machines: readonly DescribedMachine[], cores: readonly bigint[]): bigint | undefined {
  let least = 0n;
  let bound: bigint | undefined;
  for (const [i, { sizes }] of machines.entries()) {
    const own = cores[i] ?? 0n;
    const [from, to] = [BigInt(sizes.max) * own, BigInt(sizes.max + 1) * own];
    if (from > least) least = from;
    if (bound === undefined || to < bound) bound = to;
  }
  return bound !== undefined && least < bound ? least : undefined;
}
