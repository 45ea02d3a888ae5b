import { dump, load } from 'js-yaml';
import type { SeededRandom } from '../seeded-random.ts';

/** Texts that are written as they are dumped: JSON stays JSON. */
export type TreeFormat = 'json' | 'yaml';

const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  ' ',
  '0',
  '-1',
  'a.b/c',
  '<<',
  'é',
  'x'.repeat(300),
  'null',
]; // prettier-ignore
const LEAVES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e21,
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  '1Ei',
  '100m',
  '1h',
  '10%',
  'Never',
  'a'.repeat(500),
  '\u0000',
  '\ud800',
  '\u2028',
  [],
  {},
  [[]],
  [null],
  [{}],
  { '': '' },
  '__proto__',
  'NaN',
  '9'.repeat(400),
  '2026-02-30T25:61:61Z',
  '../../x',
  'a\nb',
  '*',
  '${x}',
]; // prettier-ignore

type Tree = unknown[] | Record<string, unknown>;

/** Aliases written out, and edits of edits, must not make it a test of patience: there are limits for size. */
const LONGEST = 100_000;

/** Where a value is held. */
interface Slot {
  readonly holder: Tree;
  readonly key: string | number;
}

/**
 * One to four edits of what a text means: a key, an item or a value dropped, doubled, swapped with another one of the
 * text or of another text, replaced by one of another kind, nested. Undefined if the text cannot be read.
 */
export function mutateTree(
  text: string,
  others: readonly string[],
  random: SeededRandom,
  format: TreeFormat,
): string | undefined {
  const root = read(text, format);
  if (root === undefined) return undefined;
  const box: unknown[] = [root];
  for (let edits = 1 + random.below(4); edits > 0; edits--) edit(box, others, random, format);
  return write(box[0], random, format);
}

function edit(box: unknown[], others: readonly string[], random: SeededRandom, format: TreeFormat): void {
  const slots = slotsOf(box);
  const slot = random.pick(slots);
  const { holder, key } = slot;
  const value = at(slot);
  switch (random.below(10)) {
    case 0:
      if (holder === box) break;
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      break;
    case 1:
      if (holder === box) break;
      if (Array.isArray(holder)) holder.splice(Number(key), 0, structuredClone(value));
      else put(holder, `${key}x`, structuredClone(value));
      break;
    case 2:
      put(holder, key, structuredClone(at(random.pick(slots))));
      break;
    case 3:
    case 4:
      put(holder, key, leaf(random));
      break;
    case 5:
      if (!Array.isArray(holder)) rename(holder, String(key), random.pick(KEYS));
      break;
    case 6: {
      const other = read(random.pick(others), format);
      if (other !== undefined) put(holder, key, at(random.pick(slotsOf([other]))));
      break;
    }
    case 7:
      put(holder, key, nested(value, 1 + random.below(random.pick([3, 150]))));
      break;
    case 8:
      put(holder, key, random.below(2) === 0 ? [value] : { [random.pick(KEYS)]: value });
      break;
    default:
      put(holder, key, changed(value, random));
  }
}

function changed(value: unknown, random: SeededRandom): unknown {
  if (typeof value === 'number')
    return random.pick([-value, value + 1, value * 1e9, value / 3, String(value)]);
  if (typeof value === 'boolean') return random.pick([!value, String(value), Number(value)]);
  if (typeof value !== 'string') return leaf(random);
  const number = Number(value);
  const all = [
    value.toUpperCase(),
    `${value} `,
    ` ${value}`,
    `${value}${value}`,
    value.slice(1),
    value.slice(0, -1),
    [...value].reverse().join(''),
  ];
  return random.pick(value !== '' && Number.isFinite(number) ? [...all, number] : all);
}

/** A copy: later edits must not get into later inputs, which depend on the seed and their number only. */
function leaf(random: SeededRandom): unknown {
  return structuredClone(random.pick(LEAVES));
}

function nested(value: unknown, levels: number): unknown {
  let result = value;
  for (let i = 0; i < levels; i++) result = i % 2 === 0 ? [result] : { a: result };
  return result;
}

function slotsOf(root: Tree): Slot[] {
  const slots: Slot[] = [];
  const walk = (holder: Tree): void => {
    for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
      slots.push({ holder, key });
      const value = at({ holder, key });
      if (typeof value === 'object' && value !== null) walk(value as Tree);
    }
  };
  walk(root);
  return slots;
}

function at({ holder, key }: Slot): unknown {
  return (holder as Record<string | number, unknown>)[key];
}

/** `__proto__` as a key like any other. */
function put(holder: Tree, key: string | number, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function rename(holder: Record<string, unknown>, from: string, to: string): void {
  const entries = Object.entries(holder);
  for (const [key] of entries) delete holder[key];
  for (const [key, value] of entries) put(holder, key === from ? to : key, value);
}

/** The last few texts that were read: reading is what costs. */
const recent = new Map<string, string>();

function read(text: string, format: TreeFormat): unknown {
  const known = recent.get(text);
  if (known !== undefined) return JSON.parse(known) as unknown;
  try {
    const value: unknown = format === 'json' ? JSON.parse(text) : load(text);
    const plain = JSON.stringify(value);
    if (plain.length > LONGEST) return undefined;
    if (recent.size > 500) recent.clear();
    recent.set(text, plain);
    return JSON.parse(plain) as unknown;
  } catch {
    return undefined;
  }
}

function write(value: unknown, random: SeededRandom, format: TreeFormat): string {
  if (format === 'json') return `${JSON.stringify(value, null, random.below(2) * 2)}\n`;
  return dump(value, { noRefs: random.below(2) === 0, flowLevel: random.pick([-1, -1, -1, 0, 3]) });
}
