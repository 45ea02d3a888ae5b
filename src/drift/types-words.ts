import { alternatives } from '../diagnostics/describe-value.ts';

const MOST = 4;

/**
 * Instance types out of all that nodes may be of, to complete "nodes …": `of type …`, whole families as `of types i4i.*`;
 * of many the first few.
 */
export function typesWords(types: readonly string[], all: readonly string[]): string {
  const names = typeNames(types, all);
  const shown = names.slice(0, isMany(names) ? MOST - 1 : MOST);
  const rest = names.length - shown.length;
  const words = shown.map((name) => `\`${name}\``);
  const noun = names.length === 1 && !names[0]?.endsWith('*') ? 'type' : 'types';
  return `of ${noun} ${alternatives(rest === 0 ? words : [...words, `${rest} more`], 'and')}`;
}

/** Sorted; a family of several of which nothing is left is one name. */
export function typeNames(types: readonly string[], all: readonly string[]): readonly string[] {
  const gone = new Set(types);
  const kept = new Set(all.filter((name) => !gone.has(name)).map(familyOf));
  const byFamily = new Map<string, readonly string[]>();
  for (const name of gone) byFamily.set(familyOf(name), [...(byFamily.get(familyOf(name)) ?? []), name]);
  const names = [...byFamily].flatMap(([family, members]) =>
    kept.has(family) || members.length === 1 ? members : [`${family}.*`],
  );
  return names.toSorted();
}

/** More than can be listed. */
export function isMany(names: readonly string[]): boolean {
  return names.length > MOST;
}

function familyOf(type: string): string {
  return type.split('.', 1)[0] ?? type;
}
