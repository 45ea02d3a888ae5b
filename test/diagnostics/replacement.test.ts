import { describe, expect, it } from 'vitest';
import type { LocatedScalar } from '../../src/diagnostics/located.ts';
import { followPath } from '../../src/diagnostics/located-path.ts';
import { replacementFix, scalarFix } from '../../src/diagnostics/replacement.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { applyFixes } from '../../src/documents/apply-fixes.ts';
import { parseYaml } from '../../src/documents/parse-yaml.ts';

/** The text after the scalar `at` has been given another value. */
function replace(text: string, value: string, at: readonly (string | number)[] = ['a']): string | undefined {
  const source = new Source('test.yaml', text);
  const root = parseYaml(source).documents[0]?.value;
  const scalar = root === undefined ? undefined : followPath(root, at).value;
  const fix = scalarFix(scalar as LocatedScalar, value);
  return fix === undefined ? undefined : applyFixes(source, [fix]).text;
}

describe('scalarFix', () => {
  it('keeps the quotes and everything around', () => {
    expect(replace('a: C # why\n', 'c')).toBe('a: c # why\n');
    expect(replace('a: "C"\n', 'c')).toBe('a: "c"\n');
    expect(replace("a: 'C'\n", "it's")).toBe("a: 'it''s'\n");
    expect(replace('a: "C"\n', 'say "x"')).toBe('a: "say \\"x\\""\n');
    expect(replace('a: [x, C]\n', 'c', ['a', 1])).toBe('a: [x, c]\n');
  });

  it('adds quotes where the new text needs them', () => {
    for (const value of ['yes', 'No', 'null', '1.30', '12:30', '', 'a: b', 'a, b', ' a', '*', 'y']) {
      expect(replace('a: x\n', value)).toBe(`a: ${JSON.stringify(value)}\n`);
    }
    for (const value of ['100Gi', '100G', 'NoSchedule', 'karpenter.sh/nodepool']) {
      expect(replace('a: x\n', value)).toBe(`a: ${value}\n`);
    }
  });

  it('fills in what was left empty', () => {
    expect(replace('a:\nb: 1\n', 'c')).toBe('a: c\nb: 1\n');
    expect(replace('a: [x, ]\nb: {a: , c: 1}\n', 'c', ['b', 'a'])).toBe('a: [x, ]\nb: {a: c, c: 1}\n');
    expect(replace('a:\n  -\n', 'c', ['a', 0])).toBe('a:\n  - c\n');
  });

  it('keeps anchors', () => {
    expect(replace('a: &x C\nb: 1\n', 'c')).toBe('a: &x c\nb: 1\n');
  });

  it('offers nothing for values behind an alias, nor for blocks of text', () => {
    expect(replace('b: &x C\na: *x\n', 'c')).toBe(undefined);
    expect(replace('b: &x {a: C}\nc: {<<: *x}\n', 'c', ['c', 'a'])).toBe(undefined);
    expect(replace('a: |\n  C\n', 'c')).toBe(undefined);
  });
});

describe('replacementFix', () => {
  it('names what it writes', () => {
    const source = new Source('test.yaml', 'a: C');
    expect(replacementFix({ span: { source, start: 3, end: 4 } }, 'c')?.title).toBe('write `c`');
    expect(replacementFix({ span: { source, start: 3, end: 4 } }, 'c', 'use lower case')?.title).toBe(
      'use lower case',
    );
  });
});
