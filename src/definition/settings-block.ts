import type * as z from 'zod';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedEntry, LocatedMap } from '../diagnostics/located.ts';
import type { PoolPart } from '../model/pool-part.ts';
import { partAt } from './part-at.ts';
import { readLayer } from './read-layer.ts';

/** The `poolwright` block of one file, canonical and valid as far as it goes. */
export interface SettingsBlock {
  readonly tree?: LocatedMap;
  /** What pools inherit is kept without its faulty parts: these, by `node_class`, `pool_defaults` or `profiles.<name>`. */
  readonly incomplete: IncompleteLayers;
  /** What was left out of the tree for its errors: keys (`region`), `profiles.<name>`, or `*` for everything. */
  readonly faulty: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

export type IncompleteLayers = ReadonlyMap<string, ReadonlySet<PoolPart>>;

export const NO_SETTINGS: SettingsBlock = { incomplete: new Map(), faulty: new Set(), diagnostics: [] };

/** Each setting, and each profile, is read by itself, so that a mistake in one leaves the others usable. */
export function readSettingsBlock(entry: LocatedEntry | undefined, schema: z.ZodType): SettingsBlock {
  if (entry === undefined || isNull(entry)) return NO_SETTINGS;
  const { value } = entry;
  if (value.kind !== 'map') {
    const found = diagnostic('PW2021', entry.keySpan, '`poolwright` must be a map', {
      help: 'It holds settings such as `region` and `zones`.',
    });
    return { ...NO_SETTINGS, faulty: new Set(['*']), diagnostics: [found] };
  }
  const diagnostics: Diagnostic[] = [];
  const faulty = new Set<string>();
  const incomplete = new Map<string, ReadonlySet<PoolPart>>();
  const trees: LocatedMap[] = [];
  for (const { name, map, depth } of partsOf(value)) {
    const read = readLayer(schema, map, 'poolwright', { kind: 'settings' });
    diagnostics.push(...read.diagnostics);
    const isWhole = read.incomplete.length === 0;
    if (read.tree === undefined || (!isWhole && depth === undefined)) {
      faulty.add(name);
      continue;
    }
    trees.push(read.tree);
    if (depth !== undefined && !isWhole) {
      incomplete.set(name, new Set(read.incomplete.map((path) => partAt(path.slice(depth)))));
    }
  }
  return { tree: joined(value, trees), incomplete, faulty, diagnostics };
}

interface Part {
  readonly name: string;
  /** The block with nothing but this part. */
  readonly map: LocatedMap;
  /** Where the keys of a pool begin, below the block; absent where the part is nothing that pools inherit. */
  readonly depth?: number;
}

const LAYER_DEPTHS: ReadonlyMap<string, number> = new Map([
  ['node_class', 0],
  ['pool_defaults', 1],
  ['cluster_api', 0],
]);

function* partsOf(block: LocatedMap): Iterable<Part> {
  for (const setting of block.entries.values()) {
    const { value } = setting;
    if (setting.key !== 'profiles' || value.kind !== 'map') {
      const depth = LAYER_DEPTHS.get(setting.key);
      yield { name: setting.key, map: withOnly(block, setting), ...(depth === undefined ? {} : { depth }) };
      continue;
    }
    for (const profile of value.entries.values()) {
      const alone = { ...setting, value: withOnly(value, profile) };
      yield { name: `profiles.${profile.key}`, map: withOnly(block, alone), depth: 2 };
    }
  }
}

function withOnly(map: LocatedMap, entry: LocatedEntry): LocatedMap {
  return { ...map, entries: new Map([[entry.key, entry]]) };
}

/** The parts in one tree again. They share no key but `profiles`. */
function joined(block: LocatedMap, trees: readonly LocatedMap[]): LocatedMap {
  const entries = new Map<string, LocatedEntry>();
  for (const entry of trees.flatMap((tree) => [...tree.entries.values()])) {
    const earlier = entries.get(entry.key)?.value;
    if (earlier?.kind === 'map' && entry.value.kind === 'map') {
      const both = new Map([...earlier.entries, ...entry.value.entries]);
      entries.set(entry.key, { ...entry, value: { ...earlier, entries: both } });
    } else {
      entries.set(entry.key, entry);
    }
  }
  return { ...block, entries };
}

function isNull(entry: LocatedEntry): boolean {
  return entry.value.kind === 'scalar' && entry.value.value === null;
}
