import type { LocatedScalar } from '../diagnostics/located.ts';
import { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import { parseYaml } from '../documents/parse-yaml.ts';
import type { ManifestObject, PriorityMap, PriorityTier } from '../model/manifest-set.ts';

const NAME = 'cluster-autoscaler-priority-expander';
const PATH = ['data', 'priorities'];

export function isPriorityMap({ group, kind, name }: ManifestObject): boolean {
  return group === '' && kind === 'ConfigMap' && name === NAME;
}

/** The map of priorities to patterns that a ConfigMap holds as a text of its own. */
export function readPriorityMap(object: ManifestObject): PriorityMap {
  const { value } = object.locate(PATH);
  if (value?.kind !== 'scalar' || typeof value.value !== 'string') {
    return unreadable(object, object.span(PATH), 'it has no text `priorities`');
  }
  const { documents, diagnostics } = parseYaml(new Source(object.span(PATH).source.file, value.value));
  const found = diagnostics.find(({ severity }) => severity === 'error');
  const root = documents[0]?.value;
  if (found !== undefined || root?.kind !== 'map') {
    return unreadable(object, object.span(PATH), found?.message ?? '`priorities` is no map');
  }
  const tiers: PriorityTier[] = [];
  const find = finder(value);
  for (const { key, value: list } of root.entries.values()) {
    const span = find(key);
    if (!/^[-+]?[0-9]+$/.test(key)) {
      return unreadable(object, span, `the priority \`${key}\` is no whole number`);
    }
    const patterns = list.kind === 'list' ? list.items : [];
    if (list.kind !== 'list' || patterns.some((one) => one.kind !== 'scalar')) {
      return unreadable(object, span, `the patterns of priority \`${key}\` must be a list of texts`);
    }
    const texts = patterns.map((one) => (one.kind === 'scalar' ? one.text : ''));
    tiers.push({ priority: Number(key), span, patterns: texts.map((text) => ({ text, span: find(text) })) });
  }
  return { object, tiers };
}

function unreadable(object: ManifestObject, span: Span, message: string): PriorityMap {
  return { object, tiers: [], problem: { message, span } };
}

/** Finds one text after the other where the whole is written: indentation and quotes may lie between. */
function finder({ origin }: LocatedScalar): (text: string) => Span {
  const { source, start, end } = origin.span;
  let from = start;
  return (text) => {
    const at = source.text.indexOf(text, from);
    if (text === '' || at < 0 || at + text.length > end) return origin.keySpan ?? origin.span;
    from = at + text.length;
    return { source, start: at, end: from };
  };
}
