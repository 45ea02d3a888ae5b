import { describe, expect, it } from 'vitest';
import type { LocatedValue } from '../../src/diagnostics/located.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { toPlain } from '../../src/diagnostics/to-plain.ts';
import { type PartPath, withoutParts } from '../../src/diagnostics/without-parts.ts';
import { parseYaml } from '../../src/documents/parse-yaml.ts';

function left(text: string, faulty: readonly PartPath[], entries: 'removed' | 'null' = 'removed') {
  const value = parseYaml(new Source('a.yaml', text)).documents[0]?.value as LocatedValue;
  const result = withoutParts(value, faulty, { entries });
  return result === undefined ? undefined : toPlain(result);
}

describe('a tree without its faulty parts', () => {
  it.each<[string, PartPath[], unknown]>([
    ['{a: 1, b: 2}', [], { a: 1, b: 2 }],
    ['{a: 1, b: 2}', [['a']], { b: 2 }],
    ['{a: {b: 1, c: 2}, d: 3}', [['a', 'b']], { a: { c: 2 }, d: 3 }],
    ['{a: [{b: 1, c: 2}, {b: 3}]}', [['a', 0, 'b']], { a: [{ b: 3 }] }],
    ['{a: [{b: [1, 2]}, {b: [3]}]}', [['a', 0, 'b', 1]], { a: [{ b: [3] }] }],
    [
      '{a: [1, 2, 3]}',
      [
        ['a', 0],
        ['a', 2],
      ],
      { a: [2] },
    ],
    ['{a: {b: 1}, c: 2}', [['a', 'missing']], { c: 2 }],
    ['{a: 1, b: 2}', [['a'], ['a', 'x']], { b: 2 }],
  ])('%s without %j', (text, faulty, expected) => {
    expect(left(text, faulty)).toEqual(expected);
  });

  it('is nothing where the whole is faulty, or lacks a key', () => {
    expect(left('{a: 1}', [[]])).toBeUndefined();
    expect(left('{a: 1}', [['b']])).toBeUndefined();
    expect(left('7', [['b']])).toBeUndefined();
  });

  it('keeps null in the place of an entry where a lower layer must not show', () => {
    expect(
      left(
        '{a: {b: 1, c: 2}, d: [1, 2]}',
        [
          ['a', 'b'],
          ['d', 0],
        ],
        'null',
      ),
    ).toEqual({
      a: { b: null, c: 2 },
      d: [2],
    });
  });
});
