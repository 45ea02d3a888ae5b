import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goPattern } from '../../src/kubernetes/go-pattern.ts';

describe('patterns as Go reads them', () => {
  it.each([
    ['^MachineDeployment/ns/c1-gpu-[^/]*$', 'MachineDeployment/ns/c1-gpu-a', true],
    ['(?i)GPU', 'x-gpu-y', true],
    ['[[:digit:]]+z', 'a12z', true],
    ['[[:alpha:]]{4}', 'abc1', false],
    ['\\Aabc\\z', 'abc', true],
    ['\\Aabc\\z', 'abc\n', false],
    ['(?P<pool>a+)b', 'aab', true],
    ['\\\\1', 'a\\1', true],
  ])('%s in %j: %s', (pattern, text, expected) => {
    expect(goPattern(pattern)?.(text)).toBe(expected);
  });

  it.each(['(?=a)', '(?!a)', '(?<=a)b', '(a)\\1', '(', '[z-a]'])('refuses %s', (pattern) => {
    expect(goPattern(pattern)).toBeUndefined();
  });

  it.each([
    ['(a+)+b', 'a'.repeat(200)],
    ['^(a|a)*$', `${'a'.repeat(200)}!`],
    ['(.*){30}x', 'a'.repeat(200)],
  ])('%s takes no time', (pattern, text) => {
    expect(goPattern(pattern)?.(text)).toBe(false);
    expect(goPattern(pattern)?.(`${'a'.repeat(200)}bx`)).toBe(pattern !== '^(a|a)*$');
  });

  it('refuses what is too large to be followed', () => {
    expect(goPattern('((a{1000}){1000})')).toBeUndefined();
    expect(goPattern(`${'('.repeat(1_500)}a${')'.repeat(1_500)}`)).toBeUndefined();
  });

  it('finds what JavaScript finds', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '.',
      '[a-c]',
      '[^a]',
      '\\d',
      '\\w',
      '\\.',
      '\\x61',
      '^',
      '$',
      '\\b',
      '\\B',
      'é',
      '-',
      ']',
      '}',
      '[\\]a]',
    );
    const repeat = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?');
    const { pattern } = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
      pattern: fc
        .array(
          fc.array(tie('atom'), { maxLength: 4 }).map((atoms) => atoms.join('')),
          { minLength: 1, maxLength: 3 },
        )
        .map((all) => all.join('|')),
      atom: fc.oneof(
        { depthSize: 'small' },
        fc.tuple(piece, repeat).map(([one, times]) => (/^(?:[\^$]|\\[bB])$/.test(one) ? one : one + times)),
        fc
          .tuple(fc.constantFrom('(', '(?:', '(?P<n>'), tie('pattern'), repeat)
          .map(([open, inner, times]) => `${open}${inner})${times}`),
      ),
    }));
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'é', '1', '.', '-', '\n', ']'),
      maxLength: 8,
    });
    const flags = fc.constantFrom('', 'i', 'm', 's', 'ms');
    fc.assert(
      fc.property(pattern, text, flags, (body, searched, set) => {
        const test = goPattern(`${set === '' ? '' : `(?${set})`}${body}`);
        if (test === undefined) return;
        const expected = new RegExp(body.replaceAll('(?P<', '(?<'), set).test(searched);
        expect(test(searched), `${body} on ${JSON.stringify(searched)}`).toBe(expected);
      }),
      { seed: 20261122, numRuns: 500 },
    );
  });
});
