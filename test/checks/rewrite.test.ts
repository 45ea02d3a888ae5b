import { describe, expect, it } from 'vitest';
import { rewriteFix } from '../../src/checks/rewrite.ts';
import { Source } from '../../src/diagnostics/source.ts';

function rewritten(written: string, text: string): string | undefined {
  const span = { source: new Source('a.yaml', written), start: 0, end: written.length };
  return rewriteFix({ span }, text)?.edits[0]?.newText;
}

describe('replacing a scalar', () => {
  it('keeps its quotes', () => {
    expect(rewritten('C', 'c')).toBe('c');
    expect(rewritten('"C"', 'c')).toBe('"c"');
    expect(rewritten("'C'", 'c')).toBe("'c'");
  });

  it.each(['no', 'NULL', '10', '1e3', '0x1f', '', '~', '-1', '1_000'])(
    'quotes %s, which would be something else',
    (text) => {
      expect(rewritten('x', text)).toBe(JSON.stringify(text));
    },
  );

  it.each(['720h', '1h30m', '100Gi', '10%', 'Never', 'kubernetes.io/arch'])('leaves %s plain', (text) => {
    expect(rewritten('x', text)).toBe(text);
  });

  it('leaves aliases, anchors and blocks alone', () => {
    expect(
      ['*a', '&a x', '|\n  x', '>-\n  x', '!!str x', ''].map((written) => rewritten(written, 'c')),
    ).toEqual(Array.from({ length: 6 }));
  });
});
