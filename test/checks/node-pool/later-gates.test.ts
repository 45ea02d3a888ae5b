import { describe, expect, it } from 'vitest';
import { compileText, messages, onePool } from '../harness.ts';

/** Found by comparing verdicts with a real API server and Karpenter's own decoding. */
describe('what only the real thing refuses', () => {
  it.each([
    ['"123456789012"', 1],
    ['2147483648', 1],
    ['"999999999999999999999999999999"', 1],
    ['2147483647', 0],
    ['"100%"', 0],
  ])('a budget of %s nodes: %i findings', (nodes, count) => {
    expect(messages(onePool(`disruption: {budgets: [{nodes: ${nodes}}]}`), 'PW3540')).toHaveLength(count);
  });

  it.each([
    [2147483648, 1],
    [2147483647, 0],
  ])('%i replicas: %i findings', (replicas, count) => {
    expect(messages(onePool(`replicas: ${replicas}`), 'PW3565')).toHaveLength(count);
  });

  it.each([
    [' @daily', 1],
    ['\\n@daily', 1],
    ['0 9 * * *\\n', 1],
    ['0\\u00a09 * * *', 1],
    ['0\\v9 * * *', 1],
    ['@daily', 0],
    ['0 7 * * *', 0],
  ])('the schedule "%s": %i findings', (schedule, count) => {
    const budget = `{nodes: "1", schedule: "${schedule}", duration: 1h}`;
    expect(messages(onePool(`disruption: {budgets: [${budget}]}`), 'PW3543')).toHaveLength(count);
  });

  it('an alias with a line break', () => {
    const { diagnostics } = compileText(onePool('node_class: {ami: "al2023@v20260715\\n", role: x}'));
    expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  });

  it('a taint value with a prefix: the NodePool is taken, each of its Nodes is not', () => {
    const text = (value: string) => onePool(`taints: [{key: a, value: ${value}, effect: NoSchedule}]`);
    expect(messages(text('a.b/c'), 'PW3523')).toHaveLength(1);
    expect(messages(text('a.b-c'), 'PW3523')).toHaveLength(0);
  });

  it.each([
    [95, 0],
    [96, 1],
  ])('%i labels beside three built-in requirements: %i findings', (count, expected) => {
    const labels = Array.from({ length: count }, (_, i) => `example.com/l${i}: x`).join(', ');
    expect(messages(onePool(`labels: {${labels}}`), 'PW3512')).toHaveLength(expected);
  });
});
