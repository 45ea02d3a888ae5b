import { describe, expect, it } from 'vitest';
import { renderCluster } from '../../../src/render/render-cluster.ts';
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

  it('takes the value of a taint with a prefix, and renders it', () => {
    const text = onePool('taints: [{key: a, value: a.b/c, effect: NoSchedule}]');
    const [cluster] = compileText(text).clusters;
    expect(cluster?.failed).toBe(false);
    const files = cluster === undefined ? [] : renderCluster(cluster);
    expect(files.some(({ text: rendered }) => rendered.includes('value: a.b/c'))).toBe(true);
  });
});
