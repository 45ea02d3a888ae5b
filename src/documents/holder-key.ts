import type { LocatedValue } from '../diagnostics/located.ts';
import type { Span } from '../diagnostics/span.ts';
import { parseYaml } from './parse-yaml.ts';

/** The key of the map or list that something written stands in: of `cpu` in `limits: {cpu: 1}` that of `limits`. */
export function holderKey(part: Span): Span | undefined {
  for (const { value } of parseYaml(part.source).documents) {
    const found = value === undefined ? undefined : keyAround(value, undefined, part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `key` is that of the value. */
function keyAround(value: LocatedValue, key: Span | undefined, part: Span): Span | undefined {
  if (value.kind === 'map') {
    for (const { keySpan, value: inner } of value.entries.values()) {
      if (keySpan.start === part.start || inner.origin.span.start === part.start) return key;
      if (covers(inner, part)) return keyAround(inner, keySpan, part);
    }
  } else if (value.kind === 'list') {
    for (const item of value.items) {
      if (item.origin.span.start === part.start) return key;
      if (covers(item, part)) return keyAround(item, undefined, part);
    }
  }
  return undefined;
}

function covers({ origin: { span } }: LocatedValue, part: Span): boolean {
  return span.source === part.source && span.start <= part.start && part.end <= span.end;
}
