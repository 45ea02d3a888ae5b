import type { JsonValue } from '../diagnostics/json-value.ts';
import type { Located, LocatedEntry, LocatedMap, LocatedValue } from '../diagnostics/located.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { Span } from '../diagnostics/span.ts';
import type { BackendName } from '../model/backend-name.ts';

type PoolValues = { readonly [key: string]: JsonValue };

interface BuiltInSet {
  readonly everywhere: PoolValues;
  /** Values that only some backends read. On others nothing is filled in, so only written values count. */
  readonly byBackend: Readonly<Record<BackendName, PoolValues>>;
}

const DISRUPTION: PoolValues = {
  disruption: {
    consolidation_policy: 'WhenEmptyOrUnderutilized',
    consolidate_after: '1m',
    budgets: [{ nodes: '10%' }],
  },
  expire_after: '720h',
};

const CLUSTER_API: PoolValues = {
  cluster_api: {
    max_types: 8,
    max_machine_deployments: 48,
    min_size: 0,
    limit_strategy: 'independent',
    price_tiers: 1,
  },
};

/** Our own switches, which are off where nothing is said. */
const SWITCHES: PoolValues = { node_class: { gpu_enabled: false, public: false } };

/**
 * Values of pools that nothing else sets, by number. A released set never changes, because changing a default rotates
 * nodes. What depends on the provider (image, disks, instance metadata, architecture) is in the provider.
 */
const BUILT_IN_SETS: ReadonlyMap<number, BuiltInSet> = new Map([
  [
    // Nothing but what the definition says, empty values too: for pools that existed before they were written down here.
    0,
    {
      everywhere: SWITCHES,
      byBackend: {
        karpenter: {},
        'cluster-autoscaler': CLUSTER_API,
        'karpenter-cluster-api': CLUSTER_API,
      },
    },
  ],
  [
    1,
    {
      everywhere: SWITCHES,
      byBackend: {
        karpenter: DISRUPTION,
        'cluster-autoscaler': CLUSTER_API,
        // Its NodePools are Karpenter's: what is not written there, the API server fills in.
        'karpenter-cluster-api': { ...DISRUPTION, ...CLUSTER_API },
      },
    },
  ],
]);

export const BUILT_IN_SET_NUMBERS: readonly number[] = [...BUILT_IN_SETS.keys()];

/** The set a cluster gets that does not choose one. */
export const DEFAULT_BUILT_IN_SET = 1;

export interface BuiltInChoice {
  readonly set: number;
  /** Of the setting, or the pool's own. */
  readonly backend: Located<BackendName>;
}

/** The pool with every absent value of its built-in set filled in, located at the pool's key. */
export function fillBuiltIns(pool: LocatedMap, choice: BuiltInChoice, keySpan: Span): LocatedMap {
  const set = BUILT_IN_SETS.get(choice.set);
  if (set === undefined) return pool;
  const origin: Origin = { span: keySpan, keySpan, layer: { kind: 'built-in', set: choice.set } };
  return fill(fill(pool, set.everywhere, origin), set.byBackend[choice.backend.value], origin);
}

function fill(map: LocatedMap, values: PoolValues, origin: Origin): LocatedMap {
  const entries = new Map(map.entries);
  for (const [key, value] of Object.entries(values)) {
    const written = entries.get(key);
    if (written === undefined) {
      entries.set(key, builtIn(key, value, origin));
    } else if (written.value.kind === 'map' && isValues(value)) {
      entries.set(key, { ...written, value: fill(written.value, value, origin) });
    }
  }
  return { ...map, entries };
}

function builtIn(key: string, value: JsonValue, origin: Origin): LocatedEntry {
  return { key, keySpan: origin.span, value: locate(value, origin) };
}

function locate(value: JsonValue, origin: Origin): LocatedValue {
  if (Array.isArray(value)) {
    return { kind: 'list', items: value.map((item: JsonValue) => locate(item, origin)), origin };
  }
  if (isValues(value)) {
    const entries = Object.entries(value).map(([key, item]) => [key, builtIn(key, item, origin)] as const);
    return { kind: 'map', entries: new Map(entries), origin };
  }
  const scalar = value as string | number | boolean;
  return { kind: 'scalar', value: scalar, text: String(scalar), style: 'quoted', origin };
}

function isValues(value: JsonValue): value is PoolValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
