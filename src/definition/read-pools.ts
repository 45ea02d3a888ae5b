import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedEntry, LocatedMap, LocatedValue } from '../diagnostics/located.ts';
import { dnsLabelProblem } from '../kubernetes/label.ts';
import type { BackendName } from '../model/backend-name.ts';
import type { ClusterApiSettings } from '../model/cluster-api.ts';
import type { Pool } from '../model/pool.ts';
import type { PoolPart } from '../model/pool-part.ts';
import { type BuiltInChoice, fillBuiltIns } from './built-ins.ts';
import { dnsLabelOf } from './cluster-name.ts';
import { expandDedicated } from './dedicated.ts';
import type { Inheritance, InheritedLayers } from './inherited-layers.ts';
import { mergePools } from './merge-layers.ts';
import { partAt } from './part-at.ts';
import { poolSchema } from './pool-schema.ts';
import { type ReadLayer, readLayer } from './read-layer.ts';
import { readNumber, readWord } from './read-located.ts';
import { readPool } from './read-pool.ts';

/** Far beyond any real cluster; each pool costs time in every later stage. */
export const MAX_POOLS = 5_000;

export interface ReadPools {
  readonly pools: readonly Pool[];
  readonly failedPools: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface PoolContext {
  readonly inherited: InheritedLayers;
  readonly clusterApi: ClusterApiSettings;
  /** In place of what pools and settings say. */
  readonly backend?: BackendName;
  /** Absent when the settings that decide it have errors: pools are then checked, but none is built. */
  readonly builtIns?: BuiltInChoice;
}

/** The pools of an entry `node_pools`. A pool with errors does not keep the others from being read. */
export function readPools(entry: LocatedEntry, context: PoolContext): ReadPools {
  const { value } = entry;
  if (value.kind !== 'map') return noMap(entry);
  if (value.entries.size === 0) return empty(entry);
  if (value.entries.size > MAX_POOLS) return tooMany(value);
  const pools: Pool[] = [];
  const failedPools: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const pool of value.entries.values()) {
    const read = readOne(pool, context);
    diagnostics.push(...read.diagnostics);
    if (read.failed) failedPools.push(pool.key);
    if (read.pool !== undefined) pools.push(read.pool);
  }
  return { pools, failedPools, diagnostics };
}

interface ReadOne {
  /** What could be understood of it. Absent where that is nothing, or where findings about it would be guesses. */
  readonly pool?: Pool;
  /** It has errors in what it says or inherits. */
  readonly failed: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

function readOne(entry: LocatedEntry, context: PoolContext): ReadOne {
  const { inherited, builtIns, clusterApi } = context;
  const { key: name, keySpan } = entry;
  const nameProblem = poolNameProblem(entry);
  const layer = readLayer(poolSchema, orEmpty(entry.value), name, { kind: 'pool', name });
  const diagnostics = [...(nameProblem === undefined ? [] : [nameProblem]), ...layer.diagnostics];
  if (layer.tree === undefined) return { failed: true, diagnostics };
  const base = inherited.inherit(inherited.profileOf(layer.tree));
  diagnostics.push(...base.diagnostics);
  const incomplete = incompleteParts(base, layer);
  if (builtIns === undefined || incomplete.has('backend')) return { failed: true, diagnostics };
  const dedicated = expandDedicated(mergePools(base.tree, layer.tree));
  // Without one of the two nobody knows what the other one is for.
  const isDedicationKnown = !(['*', 'dedicated', 'dedicated_key'] as const).some((one) =>
    incomplete.has(one),
  );
  if (isDedicationKnown) diagnostics.push(...dedicated.diagnostics);
  const written = readWord<BackendName>(dedicated.tree, 'backend') ?? builtIns.backend;
  const backend = context.backend === undefined ? written : { ...written, value: context.backend };
  const set = readNumber(dedicated.tree, 'defaults')?.value ?? builtIns.set;
  const tree = fillBuiltIns(dedicated.tree, { set, backend }, keySpan);
  const pool = readPool(name, keySpan, { tree, backend, set, clusterApi });
  return {
    pool: incomplete.size === 0 ? pool : { ...pool, incomplete },
    failed: incomplete.size > 0 || diagnostics.some(({ severity }) => severity === 'error'),
    diagnostics,
  };
}

function incompleteParts(base: Inheritance, layer: ReadLayer): ReadonlySet<PoolPart> {
  const parts = new Set([...base.incomplete, ...layer.incomplete.map(partAt)]);
  // What the profile holds is unknown then.
  if (parts.has('profile')) parts.add('*');
  return parts;
}

/** `default:` with nothing after it is a pool of built-in values. */
function orEmpty(value: LocatedValue): LocatedValue {
  return isNull(value) ? { kind: 'map', entries: new Map(), origin: value.origin } : value;
}

/** No fix: another name is another pool, and every node of it is replaced. */
function poolNameProblem({ key, keySpan }: LocatedEntry): Diagnostic | undefined {
  const problem = dnsLabelProblem(key);
  if (problem === undefined) return undefined;
  const suggestion = dnsLabelOf(key);
  return diagnostic('PW2010', keySpan, `the pool name \`${key}\` ${problem}`, {
    help:
      suggestion === undefined
        ? 'Use lower-case letters, digits and dashes, at most 63.'
        : `Call it \`${suggestion}\`. A pool that runs already is replaced with all its nodes when renamed.`,
  });
}

function noMap(entry: LocatedEntry): ReadPools {
  if (isNull(entry.value)) return empty(entry);
  const found = diagnostic('PW2021', entry.keySpan, '`node_pools` must be a map', {
    help: 'Each key is the name of a pool, each value the pool.',
  });
  return { pools: [], failedPools: [], diagnostics: [found] };
}

function empty({ keySpan }: LocatedEntry): ReadPools {
  const found = diagnostic('PW2011', keySpan, '`node_pools` is empty', {
    help: 'The output of the cluster will hold no pools, and nodes of pools it had before will go.',
  });
  return { pools: [], failedPools: [], diagnostics: [found] };
}

function tooMany(pools: LocatedMap): ReadPools {
  const entries = [...pools.entries.values()];
  const span = entries[MAX_POOLS]?.keySpan ?? pools.origin.span;
  const found = diagnostic('PW2009', span, `there are ${entries.length} node pools, more than ${MAX_POOLS}`, {
    help: 'Split them over several clusters.',
  });
  return { pools: [], failedPools: entries.map(({ key }) => key), diagnostics: [found] };
}

function isNull(value: LocatedValue): boolean {
  return value.kind === 'scalar' && value.value === null;
}
