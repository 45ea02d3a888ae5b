import { expect, test } from 'vitest';
import { compareFindings } from '../../../src/cli/diff/known-findings.ts';
import type { DiagnosticCode } from '../../../src/diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { Source } from '../../../src/diagnostics/source.ts';

/** One finding for each `code message @ line`, in a file of those lines. */
function side(file: string, ...lines: readonly string[]) {
  const parts = lines.map((line) => /^(\w+) (.*) @ (.*)$/.exec(line) ?? []);
  const source = new Source(file, parts.map(([, , , text = '']) => text).join('\n'));
  const diagnostics = parts.map(([, code, message = ''], line): Diagnostic => {
    const start = source.lineStarts[line] ?? 0;
    return diagnostic(code as DiagnosticCode, { source, start, end: start }, message);
  });
  return { diagnostics, ownerOf: () => 'web' };
}

function compared(base: ReturnType<typeof side>, head: ReturnType<typeof side>) {
  const { findings, resolved } = compareFindings(base, head);
  return {
    fresh: findings.flatMap(({ known, diagnostic: { message, span } }) =>
      known ? [] : [`${message} @ ${span.source.lineText(span.source.positionAt(span.start).line)}`],
    ),
    resolved: resolved.map(({ message }) => message),
  };
}

test('of several that say the same, those on equal lines belong together', () => {
  const head = side('b', 'PW9001 no limits @ one', 'PW9001 no limits @ two');
  expect(compared(side('a', 'PW9001 no limits @ two'), head)).toEqual({
    fresh: ['no limits @ one'],
    resolved: [],
  });
  // On no line that is the same, one of them is still the one that was there.
  expect(compared(side('a', 'PW9001 no limits @ three'), head)).toEqual({
    fresh: ['no limits @ two'],
    resolved: [],
  });
});

test('the code, the message and whose it is count', () => {
  const base = side('a', 'PW9001 x @ l', 'PW9002 y @ l');
  expect(compared(base, side('b', 'PW9002 x @ m', 'PW9002 z @ m'))).toEqual({
    fresh: ['x @ m', 'z @ m'],
    resolved: ['x', 'y'],
  });
  const other = { ...side('b', 'PW9001 x @ l'), ownerOf: () => 'shop' };
  expect(compared(side('a', 'PW9001 x @ l'), other)).toEqual({ fresh: ['x @ l'], resolved: ['x'] });
});

test('which of the pools that share a line is named makes no difference', () => {
  const base = side('a', 'PW9001 pool `b` has no limits @ profile:');
  const head = side('b', 'PW9001 pool `a` has no limits (other pools too) @ profile:');
  expect(compared(base, head)).toEqual({ fresh: [], resolved: [] });
});

test('a pool more or less in a list makes no other finding', () => {
  const base = side(
    'a',
    'PW4005 built-in requirements apply to all 2 pools: `arch In [amd64]` @ a:',
    'PW4006 pool `b` overlaps pool `a` in 3 instance types and wins @ b:',
    'PW4013 nodes of pool `a` expire after `24h` @ expire:',
  );
  const head = side(
    'b',
    'PW4005 built-in requirements apply: `arch In [amd64]` to pools `a` and `c` @ c:',
    'PW4006 pool `b` overlaps pools `a` and `c` and wins @ b:',
    'PW4013 nodes of 2 pools expire after `24h` @ expire:',
  );
  expect(compared(base, head)).toEqual({ fresh: [], resolved: [] });
  const more = side('b', 'PW4005 built-in requirements apply to all 2 pools: `os In [linux]` @ a:');
  expect(compared(base, more).fresh).toHaveLength(1);
});

test('a budget that is crossed is known by any amount, nothing else is', () => {
  const money = (usd: number) => side('a', `PW8010 cluster \`web\` costs $${usd} a month @ max: 1`);
  expect(compared(money(1200), money(1300))).toEqual({ fresh: [], resolved: [] });
  const fit = (pods: number) => side('a', `PW8001 ${pods} pods @ max: 1`);
  expect(compared(fit(1), fit(2))).toEqual({ fresh: ['2 pods @ max: 1'], resolved: ['1 pods'] });
});
