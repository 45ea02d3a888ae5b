import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeEntryFix } from '../../src/diagnostics/entry-fixes.ts';
import { followPath, type PathSegment } from '../../src/diagnostics/located-path.ts';
import type { LocatedValue } from '../../src/diagnostics/located.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { toPlain } from '../../src/diagnostics/to-plain.ts';
import { applyFixes } from '../../src/documents/apply-fixes.ts';
import { parseYaml } from '../../src/documents/parse-yaml.ts';
import { readDocuments } from '../../src/documents/read-documents.ts';

/** The text without the entry at a path; undefined where no fix is offered. */
function without(root: LocatedValue, path: readonly PathSegment[]): string | undefined {
  const { source } = root.origin.span;
  const map = followPath(root, path.slice(0, -1)).value;
  const entry = map?.kind === 'map' ? map.entries.get(String(path.at(-1))) : undefined;
  if (map?.kind !== 'map' || entry === undefined) throw new Error('no such entry');
  const fix = removeEntryFix(map, entry);
  return fix === undefined ? undefined : applyFixes(source, [fix]).text;
}

function fromYaml(text: string, ...path: readonly PathSegment[]): string | undefined {
  const root = parseYaml(new Source('test.yaml', text)).documents[0]?.value;
  if (root === undefined) throw new Error('no document');
  return without(root, path);
}

function fromJson(text: string, ...path: readonly PathSegment[]): string | undefined {
  const root = readDocuments(new Source('test.json', text)).documents[0]?.locate([]);
  if (root === undefined) throw new Error('no document');
  return without(root, path);
}

describe('removeEntryFix', () => {
  it('takes whole lines of a block with what is said of them', () => {
    const text = 'a: 1\nb: 2 # why\nc: 3\n';
    expect(fromYaml(text, 'a')).toBe('b: 2 # why\nc: 3\n');
    expect(fromYaml(text, 'b')).toBe('a: 1\nc: 3\n');
    expect(fromYaml(text, 'c')).toBe('a: 1\nb: 2 # why\n');
    expect(fromYaml('- a: 1\n  b: 2\n', 0, 'a')).toBe('- b: 2\n');
    expect(fromYaml('- a: 1\n  b: 2\n', 0, 'b')).toBe('- a: 1\n');
  });

  it.each<readonly [string, string, string | undefined]>([
    ['x: {a: 1, b: 2, c: 3}\n', 'a', 'x: {b: 2, c: 3}\n'],
    ['x: {a: 1, b: 2, c: 3}\n', 'c', 'x: {a: 1, b: 2}\n'],
    ['x: {\n  a: 1,\n  b: 2\n}\n', 'a', 'x: {\n  b: 2\n}\n'],
    ['x: {\n  a: 1,\n  b: 2\n}\n', 'b', 'x: {\n  a: 1\n}\n'],
    ['x: {\n  a: 1,\n  b: 2,\n}\n', 'b', 'x: {\n  a: 1,\n}\n'],
    ['x: {\r\n  a: 1,\r\n  b: 2\r\n}\r\n', 'b', 'x: {\r\n  a: 1\r\n}\r\n'],
    ['x: &x {\n  a: 1,\n  b: 2\n}\n', 'b', 'x: &x {\n  a: 1\n}\n'],
    ['x: !!map {\n  a: 1,\n  b: 2\n}\n', 'b', 'x: !!map {\n  a: 1\n}\n'],
    ['x: {\n  a: 1,\n  b: 2}\n', 'b', 'x: {\n  a: 1}\n'],
    ['x: { a: 1\n   , b: 2\n   , c: 3\n   }\n', 'b', 'x: { a: 1\n   , c: 3\n   }\n'],
    ['x: { a: 1\n   , b: 2\n   , c: 3\n   }\n', 'c', 'x: { a: 1\n   , b: 2\n   }\n'],
    ['x: {\n  a: 1\n  , b: 2\n}\n', 'a', 'x: {\n  b: 2\n}\n'],
    ['x: {\n  a: 1, # why\n  b: 2\n}\n', 'a', 'x: {\n  b: 2\n}\n'],
    ['x: {\n  a: 1, # why\n  b: 2 # too\n}\n', 'b', 'x: {\n  a: 1, # why\n}\n'],
    ['x: {\n  a: 1,\n  b: 2 # too\n}\n', 'b', 'x: {\n  a: 1\n}\n'],
    ['x: {\n  a: 1, # why\n  b: 2}\n', 'b', 'x: {\n  a: 1, # why\n  }\n'],
    ['x: {a: 1 # why\n  , b: 2}\n', 'a', undefined],
  ])('leaves no comma too many nor too few: %j without %s', (text, key, expected) => {
    expect(fromYaml(text, 'x', key)).toBe(expected);
    if (expected === undefined) return;
    const { documents, diagnostics } = parseYaml(new Source('test.yaml', expected));
    expect(diagnostics).toEqual([]);
    const { [key]: _, ...others } = (toPlain(parsed(text)) as { x: Record<string, unknown> }).x;
    expect(documents.map(({ value }) => value && toPlain(value))).toEqual([{ x: others }]);
  });

  it('of maps in lists too', () => {
    const text = 'taints: [\n  {\n    key: a,\n    value: ""\n  },\n  {key: b}\n]\n';
    expect(fromYaml(text, 'taints', 0, 'value')).toBe('taints: [\n  {\n    key: a\n  },\n  {key: b}\n]\n');
  });

  it('leaves JSON of any layout JSON', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), {
      minKeys: 2,
      maxKeys: 5,
      noNullPrototype: true,
    });
    const indent = fc.constantFrom(undefined, 1, 2, '\t');
    fc.assert(
      fc.property(object, indent, fc.nat(), fc.boolean(), (given, space, at, isNested) => {
        const keys = Object.keys(given).filter((key) => key !== '__proto__');
        const key = keys[at % keys.length];
        fc.pre(key !== undefined && keys.length === Object.keys(given).length);
        const text = JSON.stringify(isNested ? { x: [given] } : given, undefined, space);
        const left = fromJson(text, ...(isNested ? ['x', 0] : []), key ?? '');
        const { [key ?? '']: _, ...others } = given;
        const plain = JSON.parse(JSON.stringify(others)) as unknown;
        expect(JSON.parse(left ?? '')).toEqual(isNested ? { x: [plain] } : plain);
      }),
    );
  });
});

function parsed(text: string): LocatedValue {
  const value = parseYaml(new Source('test.yaml', text)).documents[0]?.value;
  if (value === undefined) throw new Error('no document');
  return value;
}
