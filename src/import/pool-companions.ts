import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import type { LiveObject } from './live-objects.ts';
import { mapAt, scalarText } from './json-parts.ts';
import { NODE_POOL_KEY, poolKey } from './own-pool.ts';

/** What objects beside the MachineDeployments say of a pool that poolwright made. */
export interface PoolCompanion {
  readonly pool: string;
  /** Keys of the pool, and of its `cluster_api`. */
  readonly keys: JsonMap;
  readonly options: JsonMap;
}

/**
 * Undefined for objects that are no companion of a pool: then they are none of ours. `keyPrefixes` are those of the
 * MachineDeployments.
 */
export function poolCompanion(object: LiveObject, keyPrefixes: Iterable<string>): PoolCompanion | undefined {
  if (object.kind === 'CapacityQuota') return capacityQuota(object);
  return object.kind === 'MachineHealthCheck' ? healthCheck(object, keyPrefixes) : undefined;
}

function capacityQuota({ spec }: LiveObject): PoolCompanion | undefined {
  const pool = selected(spec, NODE_POOL_KEY);
  const resources = mapAt(mapAt(spec, 'limits'), 'resources');
  if (pool === undefined) return undefined;
  const limits = Object.fromEntries(
    Object.entries(resources).map(([key, value]) => [key, scalarText(value)]),
  );
  return { pool, keys: { limits }, options: { limit_strategy: 'quota' } };
}

/** As it is rendered: not ready and unknown for the same time. */
function healthCheck({ spec }: LiveObject, keyPrefixes: Iterable<string>): PoolCompanion | undefined {
  const [pool] = [...keyPrefixes].flatMap((prefix) => selected(spec, poolKey(prefix)) ?? []);
  if (pool === undefined) return undefined;
  const checks = mapAt(spec, 'checks');
  const conditions = checks['unhealthyNodeConditions'];
  const first: JsonValue | undefined = Array.isArray(conditions) ? (conditions[0] as JsonValue) : undefined;
  const after = isJsonMap(first) ? first['timeoutSeconds'] : undefined;
  const startup = checks['nodeStartupTimeoutSeconds'];
  const most = mapAt(mapAt(spec, 'remediation'), 'triggerIf')['unhealthyLessThanOrEqualTo'];
  return {
    pool,
    keys: {},
    options: {
      health_check: {
        ...(typeof after === 'number' ? { unhealthy_after: `${after}s` } : {}),
        ...(typeof startup === 'number' ? { node_startup_timeout: `${startup}s` } : {}),
        ...(most === undefined ? {} : { max_unhealthy: scalarText(most) }),
      },
    },
  };
}

function selected(spec: JsonMap, key: string): string | undefined {
  const value = mapAt(mapAt(spec, 'selector'), 'matchLabels')[key];
  return typeof value === 'string' ? value : undefined;
}
