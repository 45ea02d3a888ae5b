import { describe, expect, it } from 'vitest';
import { type Diagnostic, diagnostic, sortDiagnostics } from '../../src/diagnostics/diagnostic.ts';
import { Source } from '../../src/diagnostics/source.ts';

const b = new Source('b.yaml', '0123456789');
const a = new Source('a.yaml', '0123456789');

function at(source: Source, start: number, end = start + 1, message = 'm'): Diagnostic {
  return diagnostic('PW1001', { source, start, end }, message);
}

function print(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(
    ({ span, code, message }) => `${span.source.file} ${span.start}-${span.end} ${code} ${message}`,
  );
}

describe('diagnostic', () => {
  it('takes its severity from the registry and leaves out what is not given', () => {
    expect(diagnostic('PW1011', { source: a, start: 0, end: 1 }, 'm')).toEqual({
      code: 'PW1011',
      severity: 'info',
      message: 'm',
      span: { source: a, start: 0, end: 1 },
      related: [],
    });
    expect(
      Object.keys(diagnostic('PW1001', { source: a, start: 0, end: 1 }, 'm', { help: undefined })),
    ).not.toContain('help');
  });
});

describe('sortDiagnostics', () => {
  it('sorts by file, place, code and message', () => {
    const one = { source: a, start: 3, end: 4 };
    const sorted = sortDiagnostics([
      at(b, 0),
      at(a, 5),
      at(a, 3, 9),
      diagnostic('PW1010', one, 'a'),
      diagnostic('PW1001', one, 'z'),
      diagnostic('PW1001', one, 'b'),
    ]);
    expect(print(sorted)).toEqual([
      'a.yaml 3-4 PW1001 b',
      'a.yaml 3-4 PW1001 z',
      'a.yaml 3-4 PW1010 a',
      'a.yaml 3-9 PW1001 m',
      'a.yaml 5-6 PW1001 m',
      'b.yaml 0-1 PW1001 m',
    ]);
  });

  it('removes repetitions, however far apart, and nothing else', () => {
    const sorted = sortDiagnostics([at(a, 1), at(b, 0), at(a, 1), at(a, 1, 3), at(a, 1, 2, 'n'), at(a, 1)]);
    expect(print(sorted)).toEqual([
      'a.yaml 1-2 PW1001 m',
      'a.yaml 1-2 PW1001 n',
      'a.yaml 1-3 PW1001 m',
      'b.yaml 0-1 PW1001 m',
    ]);
  });
});
