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
});
