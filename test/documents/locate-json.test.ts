import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LocatedValue } from '../../src/diagnostics/located.ts';
import { followPath } from '../../src/diagnostics/located-path.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { toPlain } from '../../src/diagnostics/to-plain.ts';
import { locateJson } from '../../src/documents/locate-json.ts';
import { printTree } from './harness.ts';

function locate(text: string): LocatedValue {
  return locateJson(new Source('x.json', text), 0, text.length);
}

/** Set FUZZ_SEED to reproduce. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261121);

describe('locateJson', () => {
  it('finds keys and values, whatever is between them', () => {
    expect(
      printTree(
        locate('\ufeff {"a" : 1.50,\n\t"b\\"\\u00e9": ["x\\\\", true , null,{ }],\r\n"c":{"d":-1e3}}\n '),
      ).join('\n'),
    ).toMatchInlineSnapshot(`
      "map @1:2-3:16
        a: 1.5 written "1.50" plain @1:9-13 key 1:3-6
        b"é: list @2:15-39 key 2:2-13
          - "x\\\\" quoted @2:16-21
          - true plain @2:23-27
          - null plain @2:30-34
          - map @2:35-38
        c: map @3:5-15 key 3:1-4
          d: -1000 written "-1e3" plain @3:10-14 key 3:6-9"
    `);
  });

  it('takes the last of two keys that are the same, as JSON.parse does', () => {
    const tree = locate('{"a": 1, "b": 2, "a": 3}');
    expect(printTree(tree).join('\n')).toMatchInlineSnapshot(`
      "map @1:1-25
        a: 3 plain @1:23-24 key 1:18-21
        b: 2 plain @1:15-16 key 1:10-13"
    `);
    expect(toPlain(tree)).toEqual(JSON.parse('{"a": 1, "b": 2, "a": 3}'));
  });

  it('keeps integers beyond 2^53', () => {
    expect(followPath(locate('{"a": 9007199254740993}'), ['a']).value).toMatchObject({
      value: 9007199254740993n,
    });
  });

  it('walks no deeper than it is asked to', () => {
    const deep = `{"a": ${'['.repeat(200_000)}${']'.repeat(200_000)}, "b": 1}`;
    expect(followPath(locate(deep), ['b']).value).toMatchObject({ value: 1 });
  });

  it(`agrees with JSON.parse on any text, seed ${SEED}`, () => {
    const blank = fc.constantFrom('', ' ', '\n', '\t', '\r\n  ');
    // JSON.stringify with blanks of any kind between its tokens.
    const spaced = fc
      .tuple(fc.json({ maxDepth: 5 }), fc.array(blank, { minLength: 1, maxLength: 7 }))
      .map(([json, blanks]) => {
        let next = 0;
        return json.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g, (token) => {
          const before = blanks[next++ % blanks.length] ?? '';
          return `${before}${token}${blanks[next++ % blanks.length] ?? ''}`;
        });
      });
    fc.assert(
      fc.property(spaced, (text) => {
        const value: unknown = JSON.parse(text);
        const tree = locate(text);
        expect(toPlain(tree)).toEqual(value);
        expectSpans(tree, text);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

/** Every span holds exactly its value. */
function expectSpans(tree: LocatedValue, text: string): void {
  const { start, end } = tree.origin.span;
  expect(JSON.parse(text.slice(start, end))).toEqual(toPlain(tree));
  expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
  if (tree.kind === 'list') for (const item of tree.items) expectSpans(item, text);
  if (tree.kind !== 'map') return;
  for (const { key, keySpan, value } of tree.entries.values()) {
    expect(JSON.parse(text.slice(keySpan.start, keySpan.end))).toBe(key);
    expectSpans(value, text);
  }
}
