import { describe, expect, it } from 'vitest';
import { re2Problem } from '../../../src/kubernetes/re2/re2-problem.ts';

/** Each was given to Go 1.26's `regexp.Compile`, as were some 450,000 made at random. */
describe('re2Problem', () => {
  it.each([
    '',
    '^MachineDeployment/ns/c1-gpu-[^/]*$',
    'a|b|',
    '(?i)a(?-i:b)(?P<name>c)(?<other>d)',
    'a(?i)*',
    'a{2,}?b{,2}c{01}',
    '[]a-][^]]*[[:alpha:][:^digit:]]',
    '[\\d-z]',
    '\\A\\b\\B\\z\\d\\pL\\PN\\p{Greek}\\p{^Lu}\\pn',
    '\\x41\\x{10FFFF}\\012\\0\\.\\_\\-',
    '\\Qa*(\\E*',
    'a\\Q',
    ']}{',
    '😀[😀-😃]',
  ])('takes %s', (pattern) => {
    expect(re2Problem(pattern)).toBeUndefined();
  });

  it.each([
    ['a(?=b)', 'lookahead'],
    ['a(?!b)', 'lookahead'],
    ['(?<=a)b', 'lookahead'],
    ['(?<!a)b', 'lookahead'],
    ['(a)\\1', 'refers back'],
    ['(?>a)', 'group'],
    ['(?P=n)', 'group'],
    ['(?i-:a)', 'group'],
    ['(?P<a b>c)', 'names a group'],
    ['(?P<a>b)(?<a>c)', 'two groups'],
    ['(a', 'without its `)`'],
    ['a)', 'without its `(`'],
    ['[a', 'without its `]`'],
    ['[', 'without its `]`'],
    ['[z-a]', 'backwards'],
    ['[a-\\d]', 'escape'],
    ['[[:foo:]]', 'class'],
    ['\\p{Foo}', 'class'],
    ['\\p', 'class'],
    ['*a', 'nothing to repeat'],
    ['a|*', 'nothing to repeat'],
    ['(?i)*', 'nothing to repeat'],
    ['a**', 'repeats a repetition'],
    ['a++', 'repeats a repetition'],
    ['a{2}{3}', 'repeats a repetition'],
    ['a{1001}', 'repetition'],
    ['a{3,1}', 'repetition'],
    ['\\Z', 'escape'],
    ['\\k', 'escape'],
    ['\\é', 'escape'],
    ['\\x{110000}', 'beyond'],
    ['a\\', 'backslash'],
  ])('refuses %s', (pattern, problem) => {
    expect(re2Problem(pattern)).toContain(problem);
  });
});
