import { describe, expect, it } from 'vitest';
import { blamed, findings, messages, onePool } from '../harness.ts';

function budgets(...items: string[]): string {
  return onePool(
    `limits: {cpu: "9"}\ndisruption:\n  budgets:\n${items.map((item) => `    - ${item}`).join('\n')}`,
  );
}

describe('budget sizes', () => {
  it.each(['"0"', '"007"', '"100%"', '"0%"', '10', '5%'])('%s is one', (nodes) => {
    expect(messages(budgets(`nodes: ${nodes}`), 'PW3540')).toEqual([]);
  });

  it.each(['"101%"', '"010%"', '"-1"', '"1.5"', '"%"', '""', '10 percent'])('%s is none', (nodes) => {
    expect(messages(budgets(`nodes: ${nodes}`), 'PW3540')).toHaveLength(1);
  });

  it('can be mended where only a space is wrong', () => {
    const [found] = findings(budgets('nodes: "10 %"'), 'PW3540');
    expect(found?.fix?.edits.map(({ newText }) => newText)).toEqual(['"10%"']);
  });
});

describe('budget windows', () => {
  it('blame the key that stands alone', () => {
    expect(findings(budgets('{nodes: "1", schedule: "@daily"}'), 'PW3541').map(blamed)).toEqual(['schedule']);
    expect(findings(budgets('{nodes: "1", duration: 8h}'), 'PW3541').map(blamed)).toEqual(['duration']);
    expect(findings(budgets('{nodes: "1", schedule: "@daily", duration: 8h}'), 'PW3541')).toEqual([]);
  });

  it.each(['8h', '30m', '1h30m', '8h0s', '90m0s', '1h30m0s'])('%s is a duration', (duration) => {
    expect(messages(budgets(`{nodes: "1", schedule: "@daily", duration: ${duration}}`), 'PW3542')).toEqual(
      [],
    );
  });

  it.each([
    ['1d', '24h'],
    ['90s', undefined],
    ['120s', '2m'],
    ['1.5h', '1h30m'],
    ['30m1h', '1h30m'],
    ['8h30s', undefined],
    ['"8"', undefined],
    ['500ms', undefined],
    // Fits the pattern, but not a 64-bit number of nanoseconds.
    ['9999999999h', undefined],
  ])('%s is none, %s was meant', (duration, meant) => {
    const found = findings(budgets(`{nodes: "1", schedule: "@daily", duration: ${duration}}`), 'PW3542');
    expect(found).toHaveLength(1);
    expect(found[0]?.fix?.edits[0]?.newText).toBe(meant);
  });

  it.each([
    ['0 9 * * mon-fri', undefined],
    ['"@daily"', undefined],
    // These pass the API server's loose pattern, and Karpenter then allows no disruption at all.
    ['"@dailyfoo"', 'allows no disruption'],
    ['0 0 9 * * mon-fri', 'allows no disruption'],
    ['0 9 * * 7', 'allows no disruption'],
    ['TZ=Europe/Brussels 0 9 * * *', 'allows no disruption'],
    // These do not.
    ['"@every 1h"', 'Write five fields'],
    ['0 9 * *', 'Write five fields'],
  ])('%s as a schedule: %s', (schedule, help) => {
    const found = findings(budgets(`{nodes: "1", schedule: ${schedule}, duration: 1h}`), 'PW3543');
    expect(found.map((one) => one.help)).toEqual(help === undefined ? [] : [expect.stringContaining(help)]);
    if (help === 'Write five fields') expect(found[0]?.help).not.toContain('allows no disruption');
  });
});

describe('reasons of a budget', () => {
  it('are a set', () => {
    expect(findings(budgets('{nodes: "1", reasons: [Empty, Drifted, Empty, Empty]}'), 'PW3544')).toHaveLength(
      2,
    );
  });
});

describe('durations of a pool', () => {
  it.each(['720h', '1h30m', '0s', 'Never', '1m1m'])('%s is one', (duration) => {
    expect(messages(onePool(`expire_after: ${duration}`), 'PW3545')).toEqual([]);
    expect(messages(onePool(`disruption: {consolidate_after: ${duration}}`), 'PW3545')).toEqual([]);
  });

  it.each([
    ['30d', '720h'],
    ['1w', '168h'],
    ['1.5h', '1h30m'],
    ['never', 'Never'],
    ['2 hours', '2h'],
    ['0', '0s'],
    ['"1h 30m"', '"1h30m"'],
    ['500ms', undefined],
    ['-1h', undefined],
    // A month or minutes? Nobody knows.
    ['1M', undefined],
    ['""', undefined],
    ['9999999999h', undefined],
  ])('%s is none, %s was meant', (duration, meant) => {
    const found = findings(onePool(`expire_after: ${duration}`), 'PW3545');
    expect(found).toHaveLength(1);
    expect(found[0]?.fix?.edits[0]?.newText).toBe(meant);
  });

  it('may not be Never for the grace period', () => {
    expect(messages(onePool('termination_grace_period: Never'), 'PW3545')).toEqual([
      '`termination_grace_period` is `Never`, which is not allowed here',
    ]);
  });
});
