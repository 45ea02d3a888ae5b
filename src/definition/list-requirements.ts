import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedEntry, LocatedList, LocatedMap, LocatedValue } from '../diagnostics/located.ts';
import type { Reshaped } from './field-traits.ts';
import { dashFix, writtenAt } from './fixes.ts';

const REQUIREMENT_KEYS = new Set(['key', 'operator', 'values', 'minValues', 'min_values']);

/**
 * Requirements in any accepted shape, as a list: a list stays; a dictionary (by any name, or by label) gives its
 * values in document order; a lone requirement becomes the only item. Anything else is left for the schema to refuse.
 */
export function listRequirements(value: LocatedValue): Reshaped {
  if (value.kind !== 'map') return { value, diagnostics: [] };
  return isRequirement(value) ? listOfOne(value) : listOfDictionary(value);
}

/** Looks like one requirement: it has a requirement's keys, and they do not hold further requirements. */
export function isRequirement(value: LocatedValue): boolean {
  if (value.kind !== 'map') return false;
  return [...value.entries.values()].some(
    (entry) => REQUIREMENT_KEYS.has(entry.key) && entry.value.kind !== 'map',
  );
}

function listOfOne(map: LocatedMap): Reshaped {
  const found = diagnostic(
    'PW2041',
    map.origin.keySpan ?? map.origin.span,
    'the requirements are a single requirement, not a list',
    {
      related: writtenAt(map.origin),
      help: 'Put a dash before it, so that others can follow.',
      fix: dashFix(map),
    },
  );
  return { value: list(map, [map]), diagnostics: [found] };
}

function listOfDictionary(map: LocatedMap): Reshaped {
  if (map.entries.size === 0) return { value: list(map, []), diagnostics: [] };
  const diagnostics: Diagnostic[] = [
    diagnostic(
      'PW2040',
      map.origin.keySpan ?? map.origin.span,
      'the requirements are written as a dictionary',
      { related: writtenAt(map.origin), help: 'They are used in this order. A list is the usual form.' },
    ),
  ];
  const items: LocatedValue[] = [];
  const faultyItems: number[] = [];
  for (const entry of map.entries.values()) {
    const wrong = keyClash(entry) ?? keyMissing(entry);
    if (wrong !== undefined) {
      diagnostics.push(wrong);
      faultyItems.push(items.length);
    }
    items.push(withKey(entry));
  }
  return { value: list(map, items), diagnostics, faultyItems };
}

/** A dictionary entry without `key` is keyed by its name. */
function withKey(entry: LocatedEntry): LocatedValue {
  const { value } = entry;
  if (value.kind !== 'map' || value.entries.has('key')) return value;
  const origin = { span: entry.keySpan, keySpan: entry.keySpan };
  const key: LocatedEntry = {
    key: 'key',
    keySpan: entry.keySpan,
    value: { kind: 'scalar', value: entry.key, text: entry.key, style: 'quoted', origin },
  };
  return { ...value, entries: new Map([['key', key], ...value.entries]) };
}

/** `node` is only a name, but `karpenter.k8s.aws/instance-cpu` above another `key` is two keys for one requirement. */
function keyClash(entry: LocatedEntry): Diagnostic | undefined {
  if (!entry.key.includes('/') || entry.value.kind !== 'map') return undefined;
  const inner = entry.value.entries.get('key');
  if (inner?.value.kind !== 'scalar' || inner.value.value === entry.key) return undefined;
  return diagnostic(
    'PW2042',
    entry.keySpan,
    `the requirement under \`${entry.key}\` has another key, \`${inner.value.text}\``,
    {
      related: [{ span: inner.value.origin.span, message: 'the other key' }],
      help: 'Remove one of the two.',
    },
  );
}

/**
 * All well-known labels have a slash, so a name without one is no label by itself. It is filled in as the key
 * nevertheless, so that the schema does not report the same once more.
 */
function keyMissing(entry: LocatedEntry): Diagnostic | undefined {
  if (entry.key.includes('/') || entry.value.kind !== 'map' || entry.value.entries.has('key'))
    return undefined;
  return diagnostic('PW2020', entry.keySpan, `\`key\` is missing in the requirement under \`${entry.key}\``, {
    help: `A name in this dictionary stands for \`key\` only if it is a label with a slash, such as \`karpenter.k8s.aws/instance-category\`. Add \`key\`; if the label really is \`${entry.key}\`, write \`key: ${entry.key}\`.`,
  });
}

function list(map: LocatedMap, items: readonly LocatedValue[]): LocatedList {
  return { kind: 'list', items, origin: map.origin };
}
