import { expect, test } from 'vitest';
import { wantsColor } from '../../src/cli/color.ts';
import type { Host } from '../../src/cli/host.ts';

test.each([
  [undefined, {}, true, true],
  [undefined, {}, false, false],
  [undefined, { NO_COLOR: '1' }, true, false],
  [undefined, { NO_COLOR: '' }, true, true],
  [undefined, { FORCE_COLOR: '1' }, false, true],
  [undefined, { FORCE_COLOR: '0' }, true, false],
  [undefined, { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  [undefined, { TERM: 'dumb' }, true, false],
  [true, { NO_COLOR: '1' }, false, true],
  [false, { FORCE_COLOR: '1' }, true, false],
])('flag %s, environment %o, terminal %s: %s', (flag, env, isTTY, expected) => {
  const terminal = { write: () => {}, isTTY };
  expect(wantsColor(flag, { env } as unknown as Host, terminal)).toBe(expected);
});
