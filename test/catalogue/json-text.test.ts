import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonErrorOffset } from '../../src/diagnostics/json-error.ts';
import { type JsonPath, readJson, spanOfPath } from '../../src/catalogue/json-text.ts';
import { Source } from '../../src/diagnostics/source.ts';

function at(text: string, path: JsonPath): string {
  const { start, end } = spanOfPath(new Source('x.json', text), path);
  return text.slice(start, end);
}

describe('spanOfPath', () => {
  const text = '\uFEFF { "a" : [1, {"b\\"c": "x]}"}, [] ],\n"d": -1.5e3 ,"e":null}';

  it.each<[JsonPath, string]>([
    [['a', 0], '1'],
    [['a', 1], '{"b\\"c": "x]}"}'],
    [['a', 1, 'b"c'], '"x]}"'],
    [['a', 2], '[]'],
    [['d'], '-1.5e3'],
    [['e'], 'null'],
    [['a', 7], '[1, {"b\\"c": "x]}"}, [] ]'],
    [['a', 2, 0], '[]'],
    [['e', 'x', 'y'], 'null'],
  ])('%j', (path, expected) => {
    expect(at(text, path)).toBe(expected);
  });

  it('finds every value of every document', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 4), (value, indent) => {
        const written = JSON.stringify(value, null, indent);
        for (const [path, part] of parts(value)) expect(JSON.parse(at(written, path))).toEqual(part);
      }),
    );
  });
});

describe('jsonErrorOffset', () => {
  it.each([
    ['{"a": 1,\n "b": }', 15],
    ['{"a": 1', 7],
    ['[1, 2,]', 6],
    ['{"a" 1}', 5],
    ['{a: 1}', 1],
    ['[1 2]', 3],
    ['{"a": 1}}', 8],
    ['{"a": [1}', 8],
    ['"a\nb"', 0],
    ['[01]', 2],
    ['', 0],
  ])('%j: %d', (text, offset) => {
    expect(jsonErrorOffset(text)).toBe(offset);
    expect(() => JSON.parse(text) as unknown).toThrow();
  });

  it('finds nothing wrong with JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(jsonErrorOffset(text)).toBe(text.length);
      }),
    );
  });

  it('finds the place up to which a text is the start of some JSON', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.nat(),
        fc.constantFrom('}', ']', ',', ':', '#', '"'),
        (value, seed, junk) => {
          const text = JSON.stringify(value);
          const cut = seed % (text.length + 1);
          const broken = text.slice(0, cut) + junk + text.slice(cut);
          const offset = jsonErrorOffset(broken);
          // Up to there nothing is wrong, and in a whole document nothing is wrong anywhere.
          expect(jsonErrorOffset(broken.slice(0, offset))).toBe(offset);
          if (parses(broken)) expect(offset).toBe(broken.length);
        },
      ),
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Every value in a JSON value, with its path. */
function* parts(value: unknown, path: JsonPath = []): Iterable<[JsonPath, unknown]> {
  // JSON has one zero.
  yield [path, JSON.parse(JSON.stringify(value))];
  if (typeof value !== 'object' || value === null) return;
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  for (const [key, child] of entries) yield* parts(child, [...path, key]);
}

describe('readJson', () => {
  const problem = (text: string) => {
    const read = readJson(new Source('x.json', text), 'PW5001');
    return 'problem' in read ? { message: read.problem.message, start: read.problem.span.start } : read.value;
  };

  it('reads', () => {
    expect(problem('\uFEFF{"a": 1}')).toEqual({ a: 1 });
  });

  it('points at what is wrong', () => {
    expect(problem('{"a": 1,\n "b": }')).toEqual({ message: '`x.json` is not JSON', start: 15 });
    expect(problem('{"a": 1')).toEqual({ message: '`x.json` is not JSON', start: 7 });
    expect(problem(' ')).toEqual({ message: '`x.json` is empty', start: 1 });
  });
});
