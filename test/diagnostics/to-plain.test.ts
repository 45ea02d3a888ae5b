import { describe, expect, it } from 'vitest';
import { Source } from '../../src/diagnostics/source.ts';
import { toPlain } from '../../src/diagnostics/to-plain.ts';
import { parseYaml } from '../../src/documents/parse-yaml.ts';

function plain(text: string): unknown {
  const value = parseYaml(new Source('test.yaml', text)).documents[0]?.value;
  return value === undefined ? undefined : toPlain(value);
}

describe('toPlain', () => {
  it('gives the bare data, aliases and merges written out', () => {
    expect(plain('a: &a [1, x, true, ~]\nb: *a\nc: &c {d: 1.5}\ne: {<<: *c}\n')).toEqual({
      a: [1, 'x', true, null],
      b: [1, 'x', true, null],
      c: { d: 1.5 },
      e: { d: 1.5 },
    });
  });

  it('gives large integers as numbers', () => {
    expect(plain('9007199254740993')).toBe(9007199254740992);
  });

  it('keeps keys that name parts of objects as ordinary keys', () => {
    const data = plain('__proto__: {polluted: true}\nconstructor: 1\n') as Record<string, unknown>;
    expect(Object.keys(data)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect(data['polluted']).toBe(undefined);
    expect(({} as Record<string, unknown>)['polluted']).toBe(undefined);
  });
});
