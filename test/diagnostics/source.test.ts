import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Source } from '../../src/diagnostics/source.ts';

function positions(text: string): string {
  const source = new Source('test.yaml', text);
  return Array.from({ length: text.length + 1 }, (_, offset) => {
    const { line, column } = source.positionAt(offset);
    return `${line}:${column}`;
  }).join(' ');
}

describe('Source', () => {
  it('counts lines and columns from one', () => {
    expect(positions('')).toBe('1:1');
    expect(positions('ab\nc')).toBe('1:1 1:2 1:3 2:1 2:2');
    expect(positions('\n\n')).toBe('1:1 2:1 3:1');
  });

  it('takes CRLF for one line break and a bare CR for one too', () => {
    expect(positions('a\r\nb')).toBe('1:1 1:2 1:3 2:1 2:2');
    expect(positions('a\rb')).toBe('1:1 1:2 2:1 2:2');
  });

  it('does not count a byte order mark', () => {
    expect(positions('\ufeffab\nc')).toBe('1:1 1:1 1:2 1:3 2:1 2:2');
    expect(new Source('test.yaml', '\ufeffab\nc').lineText(1)).toBe('ab');
    expect(positions('a\n\ufeffb')).toBe('1:1 1:2 2:1 2:2 2:3');
  });

  it('counts UTF-16 units', () => {
    expect(positions('😀x')).toBe('1:1 1:2 1:3 1:4');
  });

  it('clamps to the last line', () => {
    expect(new Source('test.yaml', 'a\nb').positionAt(9)).toEqual({ line: 2, column: 8 });
  });

  it('gives lines without their breaks', () => {
    const source = new Source('test.yaml', 'a\r\n\nb \r');
    expect([0, 1, 2, 3, 4, 5].map((line) => source.lineText(line))).toEqual(['', 'a', '', 'b ', '', '']);
  });

  it('gives every offset the position that counting gives', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r', ' ', '😀') }), (text) => {
        const source = new Source('test.yaml', text);
        for (let offset = 0; offset <= text.length; offset++) {
          // Between CR and LF the line has not ended yet.
          const cut = text[offset - 1] === '\r' && text[offset] === '\n' ? offset - 1 : offset;
          const lines = text.slice(0, cut).split(/\r\n|\r|\n/);
          const expected = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 + (offset - cut) };
          expect(source.positionAt(offset)).toEqual(expected);
        }
      }),
    );
  });
});
