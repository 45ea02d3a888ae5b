import { describe, expect, it } from 'vitest';
import { findings, messages, onePool, pools } from '../harness.ts';

function budgets(list: string, rest = ''): string {
  return onePool(`limits: {cpu: "9"}\n${rest}disruption:\n  budgets: ${list}`);
}

describe('budgets that block everything', () => {
  it.each([
    ['[{nodes: "0"}]'],
    ['[{nodes: "0%"}, {nodes: "50%"}]'],
    ['[{nodes: "0", reasons: [Empty, Drifted]}, {nodes: "0", reasons: [Underutilized]}]'],
    ['[{nodes: "0", schedule: "@daily", duration: 24h}]'],
    ['[{nodes: "0", schedule: "0 */6 * * *", duration: 6h}]'],
    ['[{nodes: "0", schedule: "@hourly", duration: 60m}]'],
    ['[{nodes: "0", schedule: "0 0 * * sun-sat", duration: 24h}]'],
  ])('%s', (list) => {
    expect(messages(budgets(list), 'PW4012')).toEqual([
      'budgets of pool `default` block every disruption at all times',
    ]);
  });

  it.each([
    ['[{nodes: "1"}]'],
    ['[{nodes: "1%"}]'],
    ['[{nodes: "0", reasons: [Drifted]}]'],
    ['[{nodes: "0", schedule: "@daily", duration: 23h59m}]'],
    ['[{nodes: "0", schedule: "0 9 * * mon-fri", duration: 24h}]'],
    ['[{nodes: "0", schedule: "0 0 1 * *", duration: 24h}]'],
    ['[{nodes: "0", schedule: "0 1,13 * * *", duration: 11h}]'],
  ])('but not %s', (list) => {
    expect(messages(budgets(list), 'PW4012')).toEqual([]);
  });
});

describe('expiry', () => {
  it('is worth a note when written without budgets', () => {
    expect(messages(onePool('expire_after: 336h'), 'PW4013')).toHaveLength(1);
    expect(messages(onePool('expire_after: Never'), 'PW4013')).toEqual([]);
    expect(messages(onePool('labels: {a: b}'), 'PW4013')).toEqual([]);
    expect(messages(budgets('[{nodes: "1"}]', 'expire_after: 336h\n'), 'PW4013')).toEqual([]);
  });

  it('is said once where several pools inherit it, and for each pool that writes it', () => {
    const inherited = pools('a: {}\nb: {}\nc: {expire_after: 400h}\nd: {expire_after: 336h}').replace(
      'poolwright: {',
      'poolwright: {pool_defaults: {expire_after: 336h}, ',
    );
    expect(messages(inherited, 'PW4013')).toEqual([
      'nodes of 2 pools expire after `336h`, however many at once',
      'nodes of pool `c` expire after `400h`, however many at once',
      'nodes of pool `d` expire after `336h`, however many at once',
    ]);
  });

  it.each(['never', '720', '9999999999h', '-5m', '1.5s', '0'])('malformed as %s is one finding', (text) => {
    const definition = budgets('[{nodes: "0"}]', `expire_after: "${text}"\n`);
    expect(messages(definition, 'PW3545')).toHaveLength(1);
    for (const code of ['PW4013', 'PW4014', 'PW4017'] as const) {
      expect(messages(definition, code)).toEqual([]);
      expect(messages(onePool(`expire_after: "${text}"`), code)).toEqual([]);
    }
  });

  it('is worth a warning when a budget seems to forbid it', () => {
    const window = '[{nodes: "0", schedule: "0 9 * * mon-fri", duration: 8h}]';
    const [found] = findings(budgets(window), 'PW4014');
    expect(found?.message).toBe(
      'this budget does not keep nodes of pool `default` from expiring during its hours: expiry ignores budgets',
    );
    expect(found?.help).toContain('the built-in `expire_after: 720h`');
    const written = findings(budgets(window, 'expire_after: 100h\n'), 'PW4014');
    expect(written[0]?.related.map(({ message }) => message)).toEqual(['`expire_after` is written here']);
    expect(messages(budgets(window, 'expire_after: Never\n'), 'PW4014')).toEqual([]);
    expect(messages(budgets('[{nodes: "0", reasons: [Drifted]}]'), 'PW4014')).toEqual([]);
  });

  it('within minutes is a warning of its own', () => {
    expect(messages(onePool('expire_after: 9m59s'), 'PW4017')).toEqual([
      'nodes of pool `default` expire after `9m59s`',
    ]);
    expect(messages(onePool('expire_after: 9m59s'), 'PW4013')).toEqual([]);
    expect(messages(onePool('expire_after: 10m'), 'PW4017')).toEqual([]);
  });
});

describe('empty lists', () => {
  it('of budgets mean no budget', () => {
    expect(messages(budgets('[]'), 'PW4015')).toHaveLength(1);
    expect(messages(onePool('disruption: {consolidate_after: 5m}'), 'PW4015')).toEqual([]);
  });

  it('of reasons mean none', () => {
    expect(messages(budgets('[{nodes: "0", reasons: []}]'), 'PW4016')).toHaveLength(1);
    expect(messages(budgets('[{nodes: "0", reasons: []}]'), 'PW4012')).toEqual([]);
  });
});
