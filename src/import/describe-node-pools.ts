import type { JsonMap, JsonValue } from '../diagnostics/json-value.ts';
import type { NodePoolDisruption, NodePoolSpec } from '../kubernetes/api/node-pool.ts';
import { invariant } from '../diagnostics/invariant.ts';
import type { Provider } from '../model/provider.ts';
import type { DefinitionDraft, PoolDraft } from './definition-draft.ts';
import type { LiveNodeClass, LiveNodePool } from './live-objects.ts';
import { scalarText } from './json-parts.ts';

export type BuiltIns = 'filled in' | 'none';

/** Keys that say what a node class is. */
interface ClassKeys {
  readonly builtIns: BuiltIns;
  readonly keys: JsonMap;
}

/**
 * The definition that compiles to these objects. Where the built-in set would add to a pool, the pool does without it.
 * Pools that share a node class share a profile; what all node classes say is said once, in the settings.
 */
export function describeNodePools(
  nodePools: readonly LiveNodePool[],
  nodeClasses: readonly LiveNodeClass[],
  provider: Provider,
): DefinitionDraft {
  const users = new Map<string, LiveNodePool[]>();
  for (const nodePool of nodePools) {
    users.set(nodePool.nodeClassName, [...(users.get(nodePool.nodeClassName) ?? []), nodePool]);
  }
  const given = new Map(nodeClasses.map((nodeClass) => [nodeClass.name, nodeClass]));
  const classes = new Map(
    [...users].map(([name, pools]) => [name, describeClass(given.get(name), pools, provider)] as const),
  );
  const shared = sharedKeys([...classes.values()].map(({ keys }) => keys));
  const profiles: Record<string, JsonValue> = {};
  for (const [name, { keys, builtIns }] of classes) {
    if ((users.get(name)?.length ?? 0) < 2) continue;
    profiles[name] = {
      node_class_name: name,
      ...(builtIns === 'none' ? { defaults: 0 } : {}),
      ...nodeClassKey(keys, shared),
    };
  }
  const pools = nodePools.map((nodePool): PoolDraft => {
    const { nodeClassName: name } = nodePool;
    const own = classes.get(name);
    invariant(own !== undefined, 'every pool has a node class, given or not');
    const head: JsonMap = Object.hasOwn(profiles, name)
      ? { profile: name }
      : {
          ...(name === nodePool.name ? {} : { node_class_name: name }),
          ...(own.builtIns === 'none' ? { defaults: 0 } : {}),
          ...nodeClassKey(own.keys, shared),
        };
    return { name: nodePool.name, keys: { ...head, ...describeSpec(nodePool.known, own.builtIns) } };
  });
  return {
    settings: {
      ...places(nodeClasses.filter(({ name }) => users.has(name))),
      ...(shared.size === 0 ? {} : { node_class: Object.fromEntries(shared) }),
      ...(Object.keys(profiles).length === 0 ? {} : { profiles }),
    },
    pools,
  };
}

function describeClass(
  nodeClass: LiveNodeClass | undefined,
  users: readonly LiveNodePool[],
  { adoption }: Provider,
): ClassKeys {
  // What is not known is not to be changed.
  if (nodeClass === undefined || adoption === undefined) return { builtIns: 'none', keys: {} };
  const isChanged = users.some(
    ({ known }) =>
      adoption.isChangedByBuiltIns(nodeClass.known, constrainedKeys(known)) || hasEmptyPart(known),
  );
  const builtIns = isChanged ? 'none' : 'filled in';
  return { builtIns, keys: adoption.describe(nodeClass.known, builtIns) };
}

function constrainedKeys({ template: { metadata, spec } }: NodePoolSpec): ReadonlySet<string> {
  return new Set([...spec.requirements.map(({ key }) => key), ...Object.keys(metadata?.labels ?? {})]);
}

/** Without the built-in set an empty value is written as it is, and to the drift hash it is not the same as none. */
function hasEmptyPart({ template: { metadata, spec } }: NodePoolSpec): boolean {
  const parts = [metadata?.labels, metadata?.annotations, spec.taints, spec.startupTaints];
  return parts.some((part) => part !== undefined && Object.keys(part).length === 0);
}

/** What all node classes say, if there are several. */
export function sharedKeys(classes: readonly JsonMap[]): ReadonlyMap<string, JsonValue> {
  const [first, ...others] = classes;
  if (first === undefined || others.length === 0) return new Map();
  return new Map(
    Object.entries(first).filter(([key, value]) =>
      others.every((other) => JSON.stringify(other[key]) === JSON.stringify(value)),
    ),
  );
}

/** `node_class` without what is said for all pools; nothing where nothing is left. */
export function nodeClassKey(keys: JsonMap, shared: ReadonlyMap<string, JsonValue>): JsonMap {
  const own = Object.entries(keys).filter(([key]) => !shared.has(key));
  return own.length === 0 ? {} : { node_class: Object.fromEntries(own) };
}

/** Region and zones, as far as a running cluster told. */
function places(nodeClasses: readonly LiveNodeClass[]): JsonMap {
  const zones = [...new Set(nodeClasses.flatMap((one) => one.zones))].sort();
  return zones.length === 0 ? {} : { zones };
}

/** The pool's own keys, those that its node class does not say. */
export function describeSpec(spec: NodePoolSpec, builtIns: BuiltIns): JsonMap {
  const { template, disruption, limits, weight, replicas } = spec;
  const { labels, annotations } = template.metadata ?? {};
  const { requirements, taints, startupTaints, expireAfter, terminationGracePeriod } = template.spec;
  return written({
    labels,
    annotations,
    limits: limits === undefined ? undefined : texts(limits),
    requirements: requirements.length === 0 ? undefined : requirements.map(written),
    taints: taints?.map(taintKeys),
    startup_taints: startupTaints?.map(taintKeys),
    weight,
    replicas,
    disruption: describeDisruption(disruption, builtIns),
    expire_after: builtIns === 'filled in' && (expireAfter ?? '720h') === '720h' ? undefined : expireAfter,
    termination_grace_period: terminationGracePeriod,
  });
}

/** The API server fills in what is absent: `0s`, and the policy and the budget of the built-in set. */
function describeDisruption(
  disruption: NodePoolDisruption | undefined,
  builtIns: BuiltIns,
): JsonMap | undefined {
  const { consolidationPolicy, consolidateAfter = '0s', budgets } = disruption ?? {};
  const isFilledIn = builtIns === 'filled in';
  if (disruption === undefined && !isFilledIn) return undefined;
  const keys = written({
    consolidation_policy:
      isFilledIn && consolidationPolicy === 'WhenEmptyOrUnderutilized' ? undefined : consolidationPolicy,
    consolidate_after: isFilledIn && consolidateAfter === '1m' ? undefined : consolidateAfter,
  });
  const isUsual = budgets === undefined || JSON.stringify(budgets) === '[{"nodes":"10%"}]';
  // An empty list means no budget at all, so it is written.
  const all = isUsual && (isFilledIn || budgets === undefined) ? keys : { ...keys, budgets: plain(budgets) };
  return Object.keys(all).length === 0 ? undefined : all;
}

function taintKeys(taint: object): JsonMap {
  const { value, ...others } = taint as { readonly value?: string };
  const { key, effect } = others as JsonMap;
  // The API server takes an absent value for an empty one.
  return written({ key, value: value === '' ? undefined : value, effect });
}

function texts(map: object): JsonMap {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, scalarText(value)]));
}

/** What is there. */
function written(map: object): JsonMap {
  return Object.fromEntries(
    Object.entries(map as Readonly<Record<string, JsonValue | undefined>>).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    ),
  );
}

/** Typed props as the plain data they are. */
function plain(value: unknown): JsonValue {
  return value as JsonValue;
}
