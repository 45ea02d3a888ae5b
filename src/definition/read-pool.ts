import type { Located, LocatedEntry, LocatedMap } from '../diagnostics/located.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { Span } from '../diagnostics/span.ts';
import type { DisruptionReason } from '../kubernetes/api/node-pool.ts';
import type { BackendName } from '../model/backend-name.ts';
import type { ClusterApiSettings } from '../model/cluster-api.ts';
import type { Pool, PoolBudget, PoolDisruption, PoolNodeClass } from '../model/pool.ts';
import { readPoolClusterApi } from './read-cluster-api.ts';
import {
  readFlag,
  readList,
  readMap,
  readMaps,
  readNumber,
  readText,
  readTextMap,
  readTexts,
  readWord,
  required,
} from './read-located.ts';
import { readRequirements, readTaints } from './read-requirements.ts';
import { withoutAbsent } from './without-absent.ts';

export interface PoolInput {
  readonly tree: LocatedMap;
  readonly backend: Located<BackendName>;
  /** Number of the built-in set that was filled in. */
  readonly set: number;
  readonly clusterApi: ClusterApiSettings;
}

/** The typed pool of a merged tree, built-ins filled in. */
export function readPool(name: string, keySpan: Span, { tree, backend, set, clusterApi }: PoolInput): Pool {
  const builtIn: Origin = { span: keySpan, keySpan, layer: { kind: 'built-in', set } };
  return {
    name,
    keySpan,
    builtInSet: set,
    backend,
    nodeClass: readNodeClass(required(readMap(tree, 'node_class'), 'node_class')),
    labels: readTextMap(tree, 'labels'),
    annotations: readTextMap(tree, 'annotations'),
    limits: readTextMap(tree, 'limits'),
    requirements: readRequirements(tree, 'requirements'),
    taints: readTaints(tree, 'taints'),
    startupTaints: readTaints(tree, 'startup_taints'),
    tree,
    ...withoutAbsent({
      profile: readText(tree, 'profile'),
      nodeClassName: readText(tree, 'node_class_name'),
      weight: readNumber(tree, 'weight'),
      disruption: readDisruption(readMap(tree, 'disruption')),
      expireAfter: readText(tree, 'expire_after'),
      terminationGracePeriod: readText(tree, 'termination_grace_period'),
      replicas: readNumber(tree, 'replicas'),
      maxMonthlyUsd: readNumber(tree, 'max_monthly_usd'),
      maxMonthlyUsdAtLimits: readNumber(tree, 'max_monthly_usd_at_limits'),
      clusterApi: backend.value === 'karpenter' ? undefined : readPoolClusterApi(tree, clusterApi, builtIn),
    }),
  };
}

const DOCUMENTED = new Set(['extra_securitygroup_ids', 'gpu_enabled', 'public', 'tags', 'volumeSize']);

function readNodeClass(map: LocatedMap): PoolNodeClass {
  const rest = new Map<string, LocatedEntry>();
  for (const [key, entry] of map.entries) if (!DOCUMENTED.has(key)) rest.set(key, entry);
  return {
    public: required(readFlag(map, 'public'), 'public'),
    gpuEnabled: required(readFlag(map, 'gpu_enabled'), 'gpu_enabled'),
    tags: readTextMap(map, 'tags'),
    extraSecurityGroupIds: readTexts(map, 'extra_securitygroup_ids'),
    rest: { kind: 'map', entries: rest, origin: map.origin },
    ...withoutAbsent({ volumeSize: readText(map, 'volumeSize') }),
  };
}

function readDisruption(map: LocatedMap | undefined): PoolDisruption | undefined {
  if (map === undefined) return undefined;
  return withoutAbsent({
    consolidationPolicy: readWord<'WhenEmptyOrUnderutilized' | 'WhenEmpty' | 'Balanced'>(
      map,
      'consolidation_policy',
    ),
    consolidateAfter: readText(map, 'consolidate_after'),
    budgets: readBudgets(map),
  });
}

function readBudgets(disruption: LocatedMap): Located<readonly PoolBudget[]> | undefined {
  const list = readList(disruption, 'budgets');
  if (list === undefined) return undefined;
  return { value: readMaps(disruption, 'budgets').map(readBudget), origin: list.origin };
}

function readBudget(map: LocatedMap): PoolBudget {
  const reasons = readList(map, 'reasons');
  return {
    origin: map.origin,
    ...withoutAbsent({
      nodes: readText(map, 'nodes'),
      schedule: readText(map, 'schedule'),
      duration: readText(map, 'duration'),
      reasons:
        reasons === undefined
          ? undefined
          : (readTexts(map, 'reasons') as readonly Located<DisruptionReason>[]),
    }),
  };
}
