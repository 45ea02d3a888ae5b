import type { LabelSelector } from '../../kubernetes/api/label-selector.ts';
import type { PathSegment } from '../../diagnostics/located-path.ts';

export type Data = Readonly<Record<string, unknown>>;
export type Texts = Readonly<Record<string, string>>;

/** The value at a path in plain data. */
export function valueAt(data: unknown, path: readonly PathSegment[]): unknown {
  let value = data;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<PathSegment, unknown>)[segment];
  }
  return value;
}

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textAt(data: unknown, path: readonly PathSegment[]): string | undefined {
  const value = valueAt(data, path);
  return typeof value === 'string' ? value : undefined;
}

export function listAt(data: unknown, path: readonly PathSegment[]): readonly unknown[] {
  const value = valueAt(data, path);
  return Array.isArray(value) ? value : [];
}

/** The texts of a map; numbers and booleans, which the API server refuses there, as what was meant. Null is empty, as in Go. */
export function textsAt(data: unknown, path: readonly PathSegment[]): Texts {
  const map = valueAt(data, path);
  if (!isData(map)) return {};
  const texts: Record<string, string> = {};
  for (const key of Object.keys(map)) {
    const value = map[key];
    if (key === '__proto__') continue;
    if (typeof value === 'string') texts[key] = value;
    else if (typeof value === 'number' || typeof value === 'boolean') texts[key] = String(value);
    else if (value === null) texts[key] = '';
  }
  return texts;
}

/** A label selector; parts of the wrong type count as absent. */
export function selectorAt(data: unknown, path: readonly PathSegment[]): LabelSelector | undefined {
  const selector = valueAt(data, path);
  if (!isData(selector)) return undefined;
  return {
    matchLabels: textsAt(selector, ['matchLabels']),
    matchExpressions: listAt(selector, ['matchExpressions']).flatMap((one) => {
      const operator = textAt(one, ['operator']);
      const values = listAt(one, ['values']).filter((value) => typeof value === 'string');
      return operator === 'In' || operator === 'NotIn' || operator === 'Exists' || operator === 'DoesNotExist'
        ? [{ key: textAt(one, ['key']) ?? '', operator, values }]
        : [];
    }),
  };
}
