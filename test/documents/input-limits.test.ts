import { describe, expect, it } from 'vitest';
import { DEFAULT_INPUT_LIMITS } from '../../src/documents/input-limits.ts';
import { check, findings } from './harness.ts';

describe('limits on input', () => {
  it('stops at a file that is too large, counted in UTF-8', () => {
    expect(findings('a: 1\n', { fileBytes: 5 })).toBe('');
    expect(findings('a: é\n', { fileBytes: 6 })).toBe('');
    expect(findings('a: 😀\n', { fileBytes: 8 })).toBe('');
    expect(findings('a: 😀\n', { fileBytes: 7 })).toMatchInlineSnapshot(`
      "error PW1030 @1:1-1 the file is larger than 7 bytes, the most that is read
        help: Split it into several files."
    `);
    expect(findings('a: é\n', { fileBytes: 5 })).not.toBe('');
    expect(findings('a: 12\n', { fileBytes: 5 })).not.toBe('');
    expect(findings('日本\n', { fileBytes: 6 })).not.toBe('');
    expect(findings('日本\n', { fileBytes: 7 })).toBe('');
  });

  it('counts values after expansion, at the alias that goes too far', () => {
    const text = 'a: &a [1, 2, 3]\nb: &b [*a, *a]\nc: [*b, *b]\n';
    // The map, its three values of 4, 9 and 19 values.
    expect(findings(text, { nodes: 33 })).toBe('');
    expect(findings(text, { nodes: 32 })).toMatchInlineSnapshot(`
      "error PW1031 @3:4-12 the document holds more than 32 values
        help: Every alias counts as the values it stands for. Split the file, or use fewer aliases of aliases."
    `);
    expect(findings(text, { nodes: 18 })).toMatchInlineSnapshot(`
      "error PW1031 @3:9-11 the document holds more than 18 values
        help: Every alias counts as the values it stands for. Split the file, or use fewer aliases of aliases."
    `);
  });

  it('survives a billion laughs, through aliases and through merges', () => {
    const levels = Array.from({ length: 60 }, (_, i) => i);
    const laughs = levels.map((i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]\n`).join('');
    expect(check(`a0: &a0 [x]\n${laughs}`)).toMatchInlineSnapshot(`
      "(broken)
      error PW1031 @13:24-28 the document holds more than 1000000 values
        help: Every alias counts as the values it stands for. Split the file, or use fewer aliases of aliases."
    `);
    const merges = levels.map((i) => `a${i + 1}: &a${i + 1} {<<: [*a${i}, *a${i}], k: *a${i}}\n`).join('');
    expect(check(`a0: &a0 {x: 1}\n${merges}`)).toContain('(broken)\nerror PW1031');
  });

  it('measures depth in flow, in blocks and through aliases', () => {
    const flow = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}\n`;
    expect(findings(flow(5), { depth: 5 })).toBe('');
    expect(findings(flow(6), { depth: 5 })).toMatchInlineSnapshot(`
      "error PW1032 @1:6-7 the nesting is deeper than 5 levels
        help: Nothing that people write needs that depth; look for brackets or dashes written by accident."
    `);
    const block = (depth: number) => Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}a:\n`).join('');
    expect(findings(block(5), { depth: 5 })).toBe('');
    expect(findings(block(6), { depth: 5 })).toMatchInlineSnapshot(`
      "error PW1032 @6:6-7 the nesting is deeper than 5 levels
        help: Nothing that people write needs that depth; look for brackets or dashes written by accident."
    `);
    expect(findings('a: &a [[[1]]]\nb: [*a]\n', { depth: 5 })).toBe('');
    expect(findings('a: &a [[[1]]]\nb: [[*a]]\n', { depth: 5 })).toMatchInlineSnapshot(`
      "error PW1032 @2:4-10 the nesting is deeper than 5 levels
        help: An alias counts with the levels of the value it stands for."
    `);
  });

  it.each([
    ['brackets', '['.repeat(100_000)],
    ['maps', '{a: '.repeat(50_000)],
    ['dashes', '- '.repeat(50_000)],
    ['question marks', '? '.repeat(50_000)],
    ['blocks', Array.from({ length: 2_000 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
  ])('reports %s without end instead of overflowing the stack', (_name, text) => {
    expect(findings(text)).toContain('PW1032');
  });

  it('counts documents', () => {
    expect(findings('a: 1\n---\nb: 1\n', { documents: 2 })).toBe('');
    expect(findings('a: 1\n---\nb: 1\n---\nc: 1\n', { documents: 2 })).toMatchInlineSnapshot(`
      "error PW1033 @4:1-4 the file holds more than 2 YAML documents
        help: Split it into several files."
    `);
  });

  it('counts values that are written out before it reads them', () => {
    // Five scalars, of which two are keys, and three lists of brackets; the block map does not count.
    const text = 'a: [x, "y", []]\nb: [*z]\n';
    expect(findings(text, { nodes: 6 })).not.toContain('the file holds');
    expect(findings(text, { nodes: 5 })).toMatchInlineSnapshot(`
      "error PW1031 @2:5-6 the file holds more than 5 values
        help: Split it into several files."
    `);
    // Nine values: keys, comments and the text of a block scalar are none.
    const sound = 'a: |\n  [,[,[,\n? b\n: c # ,,,\n"d": {e: [], f: \'g\'}\nh:\n- - i\n';
    expect(findings(sound, { nodes: 9 })).toBe('');
    expect(findings(sound, { nodes: 8 })).toContain('the document holds more than 8 values');
    expect(findings('[a,'.repeat(60), { nodes: 60 })).toContain('the file holds more than 60 values');
  });

  it('stops at a text of countless tokens before it fills the memory', () => {
    expect(findings('\n'.repeat(13), { nodes: 1 })).toMatchInlineSnapshot(`
      "error PW1031 @13:1-1 the file holds more than 12 YAML tokens
        help: Split it into several files."
    `);
  });

  it('has room for ten thousand pools', () => {
    expect(DEFAULT_INPUT_LIMITS.fileBytes).toBeGreaterThanOrEqual(10_000 * 1_000);
    expect(DEFAULT_INPUT_LIMITS.nodes).toBeGreaterThanOrEqual(10_000 * 50);
  });
});
