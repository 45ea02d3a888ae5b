import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Located, LocatedEntry, LocatedMap, LocatedValue } from '../diagnostics/located.ts';
import { readList, readMap, readMaps, readText } from './read-located.ts';

const DEDICATED_KEY = 'dedicated';
const EFFECT = 'NoSchedule';

export interface Expanded {
  readonly tree: LocatedMap;
  readonly diagnostics: readonly Diagnostic[];
}

/** `dedicated: <value>` as what it stands for: a label and a taint. What the pool says itself must agree with it. */
export function expandDedicated(tree: LocatedMap): Expanded {
  const value = readText(tree, 'dedicated');
  const writtenKey = readText(tree, 'dedicated_key');
  if (value === undefined) {
    const idle = writtenKey?.origin.layer?.kind === 'pool' ? [keyWithoutValue(writtenKey)] : [];
    return { tree, diagnostics: idle };
  }
  const key = writtenKey?.value ?? DEDICATED_KEY;
  const label = readText(readMap(tree, 'labels'), key);
  const taint = readMaps(tree, 'taints').find(
    (one) => readText(one, 'key')?.value === key && readText(one, 'effect')?.value === EFFECT,
  );
  const diagnostics: Diagnostic[] = [];
  if (label !== undefined && label.value !== value.value) {
    diagnostics.push(contradiction('label', key, label, value));
  }
  const taintValue = taint === undefined ? undefined : readText(taint, 'value');
  if (taint !== undefined && taintValue?.value !== value.value) {
    const place = taintValue ?? { value: '', origin: taint.origin };
    diagnostics.push(contradiction('taint', key, place, value));
  }
  const entries = new Map(tree.entries);
  if (label === undefined) entries.set('labels', withLabel(tree, key, value));
  if (taint === undefined) entries.set('taints', withTaint(tree, key, value));
  return { tree: { ...tree, entries }, diagnostics };
}

function withLabel(tree: LocatedMap, key: string, value: Located<string>): LocatedEntry {
  const labels = tree.entries.get('labels');
  const written = readMap(tree, 'labels')?.entries ?? new Map<string, LocatedEntry>();
  const entries = new Map([...written, [key, entry(key, value.value, value)]]);
  return {
    key: 'labels',
    keySpan: labels?.keySpan ?? keySpanOf(value),
    value: { kind: 'map', entries, origin: labels?.value.origin ?? value.origin },
  };
}

function withTaint(tree: LocatedMap, key: string, value: Located<string>): LocatedEntry {
  const taints = tree.entries.get('taints');
  const fields = [
    entry('key', key, value),
    entry('value', value.value, value),
    entry('effect', EFFECT, value),
  ];
  const taint: LocatedValue = {
    kind: 'map',
    entries: new Map(fields.map((field) => [field.key, field])),
    origin: value.origin,
  };
  return {
    key: 'taints',
    keySpan: taints?.keySpan ?? keySpanOf(value),
    value: {
      kind: 'list',
      items: [...(readList(tree, 'taints')?.items ?? []), taint],
      origin: taints?.value.origin ?? value.origin,
    },
  };
}

function entry(key: string, text: string, { origin }: Located<string>): LocatedEntry {
  const value: LocatedValue = { kind: 'scalar', value: text, text, style: 'quoted', origin };
  return { key, keySpan: origin.keySpan ?? origin.span, value };
}

function keySpanOf({ origin }: Located<string>) {
  return origin.keySpan ?? origin.span;
}

function contradiction(
  what: 'label' | 'taint',
  key: string,
  written: Located<string>,
  dedicated: Located<string>,
): Diagnostic {
  return diagnostic(
    'PW2052',
    written.origin.span,
    `the ${what} \`${key}\` is not \`${dedicated.value}\`, which \`dedicated\` asks for`,
    {
      related: [{ span: dedicated.origin.span, message: '`dedicated` is given here' }],
      help: `Remove the ${what}: \`dedicated\` adds it.`,
    },
  );
}

function keyWithoutValue(key: Located<string>): Diagnostic {
  const span = key.origin.keySpan ?? key.origin.span;
  return diagnostic('PW2053', span, '`dedicated_key` has no effect without `dedicated`', {
    help: 'Add `dedicated: <value>`, or remove the key.',
  });
}
