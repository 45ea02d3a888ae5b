import { describe, expect, it } from 'vitest';
import { poolwright } from './harness.ts';

const VALID = `poolwright: { zones: [eu-west-1a], region: eu-west-1, node_class: { ami: al2023@v20260715, role: r } }
node_pools:
  default:
    limits: { cpu: 100, memory: 400Gi }
    requirements: [{ key: karpenter.k8s.aws/instance-category, operator: In, values: [m] }]
`;
const BROKEN = VALID.replace('values: [m]', 'values: [M]');

/** `kind/name` of each document. */
function documents(stream: string): readonly string[] {
  return stream
    .split(/^---\n/m)
    .slice(1)
    .map((one) => `${/^kind: (.*)$/m.exec(one)?.[1]}/${/^ {2}name: (.*)$/m.exec(one)?.[1]}`);
}

describe('synth --out -', () => {
  it('prints what synth writes, byte for byte, in the order of the files', async () => {
    const run = await poolwright(['synth', '--out', '-'], {
      files: { 'clusters/a.yaml': VALID, 'clusters/b.yaml': VALID },
    });
    expect(run.code).toBe(0);
    expect(documents(run.stdout)).toEqual([
      'EC2NodeClass/default',
      'NodePool/default',
      'EC2NodeClass/default',
      'NodePool/default',
    ]);
    const written = await run.again(['synth']);
    const files = written.files().filter((file) => /^dist\/.*\.yaml$/.test(file));
    expect(files.map((file) => written.read(file)).join('')).toBe(run.stdout);
  });

  it('prints one cluster of several, whatever is wrong with the others', async () => {
    const files = { 'clusters/a.yaml': VALID, 'clusters/b.yaml': BROKEN };
    const good = await poolwright(['synth', '--out', '-', '--cluster', 'a'], { files });
    expect([good.code, documents(good.stdout).length]).toEqual([0, 2]);
    const bad = await good.again(['synth', '--out', '-', '--cluster', 'b']);
    expect([bad.code, bad.stdout]).toEqual([1, '']);
    expect(bad.stderr).toContain('error[PW3510]');
    const all = await good.again(['synth', '--out', '-']);
    expect([all.code, all.stdout]).toEqual([1, '']);
    const none = await good.again(['synth', '--out', '-', '--cluster', 'aa']);
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('defines the cluster `aa`; did you mean `a`?');
  });

  it('prints one tree of a cluster that has two', async () => {
    const text = VALID.replace('role: r', 'instance_profile: r').replace(
      'zones:',
      'backend: cluster-autoscaler, kubernetes_version: 1.34.2, zones:',
    );
    const files = { 'clusters/a.yaml': text };
    const whole = await poolwright(['synth', '--out', '-'], { files });
    expect(whole.stderr).not.toContain('error');
    const management = await whole.again(['synth', '--out', '-', '--tree', 'management']);
    const workload = await whole.again(['synth', '--out', '-', '--tree', 'workload']);
    expect(documents(management.stdout).some((one) => one.startsWith('MachineDeployment/'))).toBe(true);
    expect(management.stdout + workload.stdout).toBe(whole.stdout);
  });

  it.each([
    [['--check'], '`--check` compares with files'],
    [['--tree', 'workload', '--out', 'dist'], '`--tree` needs `--out -`'],
    [['--cluster', 'a', '--out', 'dist'], '`--cluster` needs `--out -`'],
  ])('refuses %s', async (flags, message) => {
    const run = await poolwright(['synth', '--out', '-', ...flags], { files: { 'clusters/a.yaml': VALID } });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(message);
  });
});
