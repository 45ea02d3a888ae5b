import type { LocatedEntry, LocatedList, LocatedMap, LocatedValue } from '../diagnostics/located.ts';

/** How two maps of a kind merge. Lists and scalars always replace. */
interface MergeRule {
  /** Keys that differ only in spelling (`http_tokens`, `httpTokens`) are the same key. */
  readonly spelling?: 'loose';
  /** The higher map replaces the lower one as a whole. */
  readonly whole?: true;
  /** The items of a list are added to those of the lower list. */
  readonly append?: true;
  /** `null` stays, because the result is a layer again and the `null` is meant for what lies below it. */
  readonly nulls?: 'keep';
  readonly child: (key: string) => MergeRule;
}

const DEEP: MergeRule = { child: () => DEEP };
const WHOLE: MergeRule = { whole: true, child: () => DEEP };
const APPEND: MergeRule = { append: true, child: () => DEEP };

/** The fields of one block of a node class. What is deeper down is data (`memory.available`), not field names. */
const BLOCK: MergeRule = { spelling: 'loose', child: () => DEEP };
const NODE_CLASS: MergeRule = { spelling: 'loose', child: (key) => (key === 'tags' ? DEEP : BLOCK) };
const POOL: MergeRule = { child: (key) => (key === 'node_class' ? NODE_CLASS : DEEP) };

const SETTINGS_BY_KEY: ReadonlyMap<string, MergeRule> = new Map([
  ['node_class', asLayer(NODE_CLASS)],
  ['pool_defaults', asLayer(POOL)],
  ['profiles', { child: () => asLayer(POOL) }],
  ['scenarios', { child: () => WHOLE }],
  ['price_adjustments', APPEND],
]);

function asLayer(rule: MergeRule): MergeRule {
  return { ...rule, nulls: 'keep', child: (key) => asLayer(rule.child(key)) };
}

const SETTINGS: MergeRule = { child: (key) => SETTINGS_BY_KEY.get(key) ?? DEEP };

/** A pool, or a part of one, over what it inherits. `null` removes, so that the built-in value shows. */
export function mergePools(lower: LocatedMap | undefined, upper: LocatedMap): LocatedMap {
  return mergeMaps(lower, upper, POOL);
}

/** The settings of a file over those of `_defaults.yaml`. */
export function mergeSettings(lower: LocatedMap | undefined, upper: LocatedMap): LocatedMap {
  const resolved = lower === undefined ? undefined : mergeMaps(undefined, lower, SETTINGS);
  return mergeMaps(resolved, upper, SETTINGS);
}

function mergeMaps(lower: LocatedMap | undefined, upper: LocatedMap, rule: MergeRule): LocatedMap {
  const below = rule.whole === true ? undefined : lower;
  const entries = new Map(below?.entries);
  for (const entry of upper.entries.values()) {
    const previous = below === undefined ? undefined : lowerEntry(below, entry.key, rule);
    if (previous !== undefined && previous.key !== entry.key) entries.delete(previous.key);
    if (isNull(entry.value) && rule.nulls !== 'keep') entries.delete(entry.key);
    else entries.set(entry.key, merged(previous?.value, entry, rule.child(entry.key)));
  }
  return { kind: 'map', entries, origin: upper.origin };
}

function lowerEntry(lower: LocatedMap, key: string, rule: MergeRule): LocatedEntry | undefined {
  const exact = lower.entries.get(key);
  if (exact !== undefined || rule.spelling === undefined) return exact;
  const letters = looseSpelling(key);
  return [...lower.entries.values()].find((entry) => looseSpelling(entry.key) === letters);
}

/** `cpuCFSQuota` and `cpu_cfs_quota` have the same letters; no two fields of a block do. */
function looseSpelling(key: string): string {
  return key.replaceAll('_', '').toLowerCase();
}

function merged(lower: LocatedValue | undefined, entry: LocatedEntry, rule: MergeRule): LocatedEntry {
  const value = mergeValues(lower, entry.value, rule);
  return value === entry.value ? entry : { key: entry.key, keySpan: entry.keySpan, value };
}

function mergeValues(lower: LocatedValue | undefined, upper: LocatedValue, rule: MergeRule): LocatedValue {
  if (upper.kind === 'scalar') return upper;
  if (upper.kind === 'map') return mergeMaps(lower?.kind === 'map' ? lower : undefined, upper, rule);
  const list = withoutNulls(upper);
  return rule.append === true && lower?.kind === 'list'
    ? { ...list, items: [...lower.items, ...list.items] }
    : list;
}

/** Items of lists replace as they are, so that in them `null` means absence. */
function withoutNulls(list: LocatedList): LocatedList {
  return list.items.some(hasNull) ? { ...list, items: list.items.map(strip) } : list;
}

function hasNull(value: LocatedValue): boolean {
  if (value.kind === 'scalar') return false;
  if (value.kind === 'list') return value.items.some(hasNull);
  for (const entry of value.entries.values()) if (isNull(entry.value) || hasNull(entry.value)) return true;
  return false;
}

function strip(value: LocatedValue): LocatedValue {
  if (value.kind === 'scalar') return value;
  if (value.kind === 'list') return { ...value, items: value.items.map(strip) };
  const entries = new Map<string, LocatedEntry>();
  for (const [key, entry] of value.entries) {
    if (!isNull(entry.value)) entries.set(key, { ...entry, value: strip(entry.value) });
  }
  return { ...value, entries };
}

function isNull(value: LocatedValue): boolean {
  return value.kind === 'scalar' && value.value === null;
}
