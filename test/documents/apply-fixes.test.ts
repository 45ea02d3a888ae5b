import { describe, expect, it } from 'vitest';
import type { Fix } from '../../src/diagnostics/diagnostic.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { applyFixes } from '../../src/documents/apply-fixes.ts';

const source = new Source('test.yaml', '0123456789');

function fix(...edits: readonly (readonly [number, number, string])[]): Fix {
  return {
    title: 'x',
    edits: edits.map(([start, end, newText]) => ({ span: { source, start, end }, newText })),
  };
}

function check(...fixes: readonly Fix[]): string {
  const { text, applied, skipped } = applyFixes(source, fixes);
  return `${text} ${applied.length}/${applied.length + skipped.length}`;
}

describe('applyFixes', () => {
  it('applies edits wherever they stand in the list', () => {
    expect(check(fix([5, 6, 'five']), fix([0, 1, 'zero'], [9, 10, '']))).toBe('zero1234five678 2/2');
    expect(check()).toBe('0123456789 0/0');
  });

  it('inserts, also at both ends and beside a replacement', () => {
    expect(check(fix([0, 0, '<']), fix([10, 10, '>']), fix([3, 5, 'x']), fix([5, 5, 'y']))).toBe(
      '<012xy56789> 4/4',
    );
  });

  it('skips a fix that overlaps an earlier one, whole', () => {
    expect(check(fix([2, 5, 'a']), fix([0, 1, 'z'], [4, 6, 'b']))).toBe('01a56789 1/2');
    expect(check(fix([4, 6, 'b']), fix([2, 5, 'a']))).toBe('0123b6789 1/2');
    expect(check(fix([2, 6, 'b']), fix([3, 4, 'a']))).toBe('01b6789 1/2');
    expect(check(fix([3, 4, 'a']), fix([2, 6, 'b']))).toBe('012a456789 1/2');
    expect(check(fix([3, 3, 'a']), fix([3, 3, 'b']))).toBe('012a3456789 1/2');
    expect(check(fix([2, 4, 'a']), fix([3, 3, 'b']))).toBe('01a456789 1/2');
  });

  it('skips a fix that overlaps itself, and goes on with the next', () => {
    expect(check(fix([2, 5, 'a'], [4, 6, 'b']), fix([4, 5, 'c']))).toBe('0123c56789 1/2');
  });

  it('makes the same edit once', () => {
    expect(check(fix([2, 5, 'a']), fix([2, 5, 'a'], [7, 8, 'b']), fix([1, 1, 'i']), fix([1, 1, 'i']))).toBe(
      '0i1a56b89 4/4',
    );
  });

  it('leaves other sources alone', () => {
    const other = new Source('test.yaml', '0123456789');
    const foreign: Fix = { title: 'x', edits: [{ span: { source: other, start: 0, end: 1 }, newText: 'a' }] };
    const { text, skipped } = applyFixes(source, [foreign]);
    expect([text, skipped]).toEqual(['0123456789', [foreign]]);
  });
});
