const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
]);
const UNESCAPES: ReadonlyMap<string, string> = new Map(
  [...ESCAPES].map(([plain, escaped]) => [escaped, plain]),
);

/** The name of a property inside expressions; undefined for one that has none. */
export function escapeName(name: string): string | undefined {
  if (RESERVED.has(name)) return `__${name}__`;
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(name)) return undefined;
  return name.replace(/__|[-./]/g, (part) => ESCAPES.get(part) ?? part);
}

/** The property that a name in an expression means; undefined for a name that no property has. */
export function unescapeName(name: string): string | undefined {
  if (!name.includes('__')) return name;
  let wrong = false;
  const plain = name.replace(/__([^_]+)__/g, (part: string, word: string) => {
    const found = UNESCAPES.get(part);
    if (found !== undefined) return found;
    if (!RESERVED.has(word) || part.length !== name.length) wrong = true;
    return word;
  });
  return wrong ? undefined : plain;
}
