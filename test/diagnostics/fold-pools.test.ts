import { describe, expect, it } from 'vitest';
import { type Diagnostic, diagnostic, type Related } from '../../src/diagnostics/diagnostic.ts';
import { foldPools, placeAndKind } from '../../src/diagnostics/fold-pools.ts';
import { Source } from '../../src/diagnostics/source.ts';

const source = new Source('clusters/_defaults.yaml', 'expire_after: 1h\n');
const span = { source, start: 0, end: 12 };
const elsewhere = (start: number, message: string): Related => ({
  span: { source, start, end: 16 },
  message,
});

function found(message: string, more: Partial<Diagnostic> = {}): Diagnostic {
  return { ...diagnostic('PW4012', span, message), ...more };
}

describe('findings at one place', () => {
  it('are one when they differ only in the pool they name', () => {
    const folded = foldPools([
      found('budgets of pool `a` block', { related: [elsewhere(1, 'a'), elsewhere(2, 'same')] }),
      found('budgets of pool `b` block', { related: [elsewhere(3, 'b'), elsewhere(2, 'same')] }),
      found('something else'),
    ]);
    expect(folded.map(({ message }) => message)).toEqual([
      'budgets of pool `a` block (other pools too)',
      'something else',
    ]);
    expect(folded[0]?.related.map(({ message }) => message)).toEqual(['a', 'same', 'b']);
  });

  it('keep a handful of related places', () => {
    const many = Array.from({ length: 9 }, (_, i) =>
      found(`pool \`${i}\``, { related: [elsewhere(i, `${i}`)] }),
    );
    expect(foldPools(many)[0]?.related).toHaveLength(5);
  });

  it.each([
    ['place', { span: { ...span, end: 11 } }],
    ['code', { code: 'PW4013' }],
    ['severity', { severity: 'error' }],
  ] as const)('stay apart when they differ in %s', (_, more) => {
    expect(foldPools([found('pool `a`'), found('pool `b`', more)])).toHaveLength(2);
  });

  it('are recognised in what they were folded into', () => {
    const [a, b] = [found('pool `a` has 3'), found('pool `b` has 3')];
    const [folded] = foldPools([a, b]);
    expect(folded === undefined ? '' : placeAndKind(folded)).toBe(placeAndKind(b));
    expect(placeAndKind(found('pool `a` has 4'))).not.toBe(placeAndKind(a));
  });

  it('are left as they are when there is one', () => {
    const one = found('pool `a`');
    expect(foldPools([one])[0]).toBe(one);
  });
});
