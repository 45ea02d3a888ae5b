import { expect, test } from 'vitest';
import { resolvedFindings } from '../../../src/cli/diff/resolved-findings.ts';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { Source } from '../../../src/diagnostics/source.ts';

test('what reading a dump has found is not resolved by any definition', () => {
  const span = { source: new Source('live.json', '{}'), start: 0, end: 1 };
  const found = (['PW9302', 'PW9313', 'PW4005'] as const).map((code) => diagnostic(code, span, 'x'));
  expect(resolvedFindings(found, []).map(({ code }) => code)).toEqual(['PW4005']);
});
