import { assert, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everydaySeconds, hoursMinutesSeconds } from '../../src/checks/everyday-duration.ts';
import { parseDuration } from '../../src/kubernetes/duration.ts';

describe('everyday durations', () => {
  it.each([
    ['1 week', 604_800],
    ['2days', 172_800],
    ['90 mins', 5400],
    ['0.5h', 1800],
    ['1D', 86_400],
    ['1hr 5 seconds', 3605],
    ['0', 0],
  ])('%s', (text, seconds) => {
    expect(everydaySeconds(text)).toBe(seconds);
  });

  it.each(['', '5', 'h', '1ms', '1M', '1mo', '1y', '0.0001h', '-1h', '1h-', '999999999999h'])(
    'not %s',
    (text) => {
      expect(everydaySeconds(text)).toBeUndefined();
    },
  );

  it('are written as Go reads them', () => {
    assert(
      property(nat(10_000_000), (seconds) => {
        const text = hoursMinutesSeconds(seconds);
        expect(text).toMatch(/^([0-9]+(s|m|h))+$/);
        expect(parseDuration(text)).toBe(BigInt(seconds) * 1_000_000_000n);
        expect(everydaySeconds(text)).toBe(seconds);
      }),
    );
  });
});
