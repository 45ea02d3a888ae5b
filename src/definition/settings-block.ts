import type * as z from 'zod';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedEntry, LocatedMap } from '../diagnostics/located.ts';
import { readLayer } from './read-layer.ts';

/** The `poolwright` block of one file, canonical and valid as far as it goes. */
export interface SettingsBlock {
  readonly tree?: LocatedMap;
  /** What was left out of the tree for its errors: keys (`region`), `profiles.<name>`, or `*` for everything. */
  readonly faulty: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

export const NO_SETTINGS: SettingsBlock = { faulty: new Set(), diagnostics: [] };

/** Each setting, and each profile, is read by itself, so that a mistake in one leaves the others usable. */
export function readSettingsBlock(entry: LocatedEntry | undefined, schema: z.ZodType): SettingsBlock {
  if (entry === undefined || isNull(entry)) return NO_SETTINGS;
  const { value } = entry;
  if (value.kind !== 'map') {
    const found = diagnostic('PW2021', entry.keySpan, '`poolwright` must be a map', {
      help: 'It holds settings such as `region` and `zones`.',
    });
    return { faulty: new Set(['*']), diagnostics: [found] };
  }
  const diagnostics: Diagnostic[] = [];
  const faulty = new Set<string>();
  const trees: LocatedMap[] = [];
  for (const { name, map } of partsOf(value)) {
    const read = readLayer(schema, map, 'poolwright', { kind: 'settings' });
    diagnostics.push(...read.diagnostics);
    if (read.tree === undefined) faulty.add(name);
    else trees.push(read.tree);
  }
  return { tree: joined(value, trees), faulty, diagnostics };
}

interface Part {
  readonly name: string;
  /** The block with nothing but this part. */
  readonly map: LocatedMap;
}

function* partsOf(block: LocatedMap): Iterable<Part> {
  for (const setting of block.entries.values()) {
    const { value } = setting;
    if (setting.key !== 'profiles' || value.kind !== 'map') {
      yield { name: setting.key, map: withOnly(block, setting) };
      continue;
    }
    for (const profile of value.entries.values()) {
      const alone = { ...setting, value: withOnly(value, profile) };
      yield { name: `profiles.${profile.key}`, map: withOnly(block, alone) };
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
