import { describe, expect, test } from 'vitest';
import type { CheckReport } from '../../src/report/check-report.ts';
import { poolwright } from './harness.ts';

const CLUSTERS = 25;

/** Many clusters that say nothing themselves, in pools of different names, beside one `_defaults.yaml`. */
function folder(defaults: string): Record<string, string> {
  const clusters = Array.from({ length: CLUSTERS }, (_, i) => [
    `clusters/c${i}.yaml`,
    `karpenter: {node_pools: {pool-${i}: {}, spot-${i}: {profile: spot}}}\n`,
  ]);
  return { 'clusters/_defaults.yaml': defaults, ...(Object.fromEntries(clusters) as Record<string, string>) };
}

/** Code and line of every finding in the defaults, as often as it is reported. */
async function findingsIn(defaults: string): Promise<string[]> {
  const { stdout } = await poolwright(['check', '--format', 'json'], { files: folder(defaults) });
  const { clusters, diagnostics } = JSON.parse(stdout) as CheckReport;
  expect(clusters).toHaveLength(CLUSTERS);
  return diagnostics
    .filter(({ file }) => file === 'clusters/_defaults.yaml')
    .map(({ code, range }) => `${range.start.line} ${code}`);
}

describe('a mistake in the shared defaults is reported once, however many clusters inherit it', () => {
  test('where the file itself is wrong', async () => {
    expect(
      await findingsIn(`poolwright:
  regoin: eu-west-1
  zones: [eu-west-1a, eu-west-1a]
  kubernetes_version: 1.30
  rules: {PW9999: off}
  pool_defaults:
    taints: [{key: a, value: "", effect: NoSchedule}]
  profiles:
    spot: {wieght: 2}
`),
    ).toEqual(['2 PW2001', '3 PW2023', '4 PW2025', '5 PW2063', '7 PW2028', '9 PW2001']);
  });

  test('where only its use in a pool is', async () => {
    expect(
      await findingsIn(`poolwright:
  region: eu-west-1
  zones: [eu-west-1a, eu-west-1b, eu-west-1c]
  node_class:
    amy: x
    volumeSize: 100GB
    tags: {karpenter.sh/nodepool: x}
  pool_defaults:
    expire_after: 30d
    requirements:
      - {key: karpenter.k8s.aws/instance-category, operator: In, values: [C]}
      - {key: kubernetes.io/arch, operator: In, values: [x86_64]}
      - {key: karpenter.k8s.aws/instance-gen, operator: Exists}
  profiles:
    spot: {labels: {kubernetes.io/hostname: x}, weight: 200}
`),
    ).toEqual([
      '5 PW2001',
      '6 PW3301',
      '7 PW3320',
      '9 PW3545',
      '11 PW3510',
      '12 PW3510',
      '13 PW3503',
      '15 PW3502',
      '15 PW3563',
    ]);
  });

  test('where it is only unwise, or wrong for a pool that the message names', async () => {
    expect(
      await findingsIn(`poolwright:
  region: eu-west-1
  zones: [eu-west-1a, eu-west-1b, eu-west-1c]
  node_class: {ami: al2023@latest}
  pool_defaults: {limits: {cpu: 100, memory: "1000"}}
  profiles:
    spot: {expire_after: 48h}
`),
    ).toEqual(['4 PW3112', '5 PW2027', '5 PW3581', '7 PW4013']);
  });

  test('and fails the run where any of the clusters is strict', async () => {
    const defaults = 'poolwright:\n  pool_defaults: {disruption: {budgets: [{nodes: "0"}]}}\n';
    const cluster = (pool: string, failOn: string) =>
      `poolwright: {fail_on: ${failOn}, node_class: {ami: al2023@v20260715}}\nnode_pools: {${pool}: {limits: {cpu: 9}}}\n`;
    const run = (failOn: string) =>
      poolwright(['check'], {
        files: {
          'clusters/_defaults.yaml': defaults,
          'clusters/a.yaml': cluster('a', 'error'),
          'clusters/b.yaml': cluster('b', failOn),
        },
      });
    const strict = await run('warning');
    expect(strict.stdout.match(/PW4012.*/g)).toEqual([
      'PW4012]: budgets of pool `a` block every disruption at all times (other pools too)',
    ]);
    expect(strict.code).toBe(1);
    expect((await run('error')).code).toBe(0);
  });
});
