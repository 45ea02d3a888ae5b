import { parseAllDocuments } from 'yaml';
import { describe, expect, it } from 'vitest';
import { poolwright } from './harness.ts';

const POOL = `poolwright: { zones: [eu-west-1a], region: eu-west-1, node_class: { ami: al2023@v20260715, role: r } }
node_pools:
  default:
    limits: { cpu: 100, memory: 400Gi }
    requirements: [{ key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i] }]
`;
const MACHINES = `poolwright: { zones: [eu-west-1a], region: eu-west-1, backend: cluster-autoscaler, kubernetes_version: 1.34.2, node_class: { ami: al2023@latest, instance_profile: r } }
node_pools:
  default:
    limits: { cpu: 100, memory: 400Gi }
    requirements: [{ key: node.kubernetes.io/instance-type, operator: In, values: [m5.large] }]
`;
const FILES = { 'clusters/a.yaml': POOL, 'clusters/b.yaml': POOL };

describe('synth --provider kwok', () => {
  it('writes beside the usual folder, and the same bytes every time', async () => {
    const usual = await poolwright(['synth'], { files: FILES });
    const before = usual.files().map((file) => [file, usual.read(file)]);
    const run = await usual.again(['synth', '--provider', 'kwok']);
    expect([run.code, run.stderr]).toEqual([0, 'dist-kwok: 16 files written, 0 removed, 0 unchanged\n']);
    expect(run.stdout).toContain('info[PW9707]');
    expect(before.map(([file = '']) => [file, run.read(file)])).toEqual(before);
    expect(run.files().filter((file) => file.startsWith('dist-kwok/a/'))).toEqual([
      'dist-kwok/a/.poolwright.json',
      'dist-kwok/a/DO_NOT_EDIT',
      'dist-kwok/a/instance-types.json',
      'dist-kwok/a/karpenter/kustomization.yml',
      'dist-kwok/a/karpenter/kwoknodeclass-default.yaml',
      'dist-kwok/a/karpenter/nodepool-default.yaml',
      'dist-kwok/a/kind.yaml',
      'dist-kwok/a/values.yaml',
    ]);
    const pool = usual.read('dist/a/karpenter/nodepool-default.yaml') ?? '';
    expect(run.read('dist-kwok/a/karpenter/nodepool-default.yaml')).toBe(
      pool
        .replace('group: karpenter.k8s.aws', 'group: karpenter.kwok.sh')
        .replace('EC2NodeClass', 'KWOKNodeClass'),
    );
    const again = await run.again(['synth', '--provider', 'kwok']);
    expect(again.stderr).toBe('dist-kwok: 0 files written, 0 removed, 16 unchanged\n');
  });

  it('stands beside the folder that cdk8s is told', async () => {
    const env = { CDK8S_OUTDIR: 'out' };
    const run = await poolwright(['synth', 'a', '--provider', 'kwok'], { files: FILES, env });
    expect(run.stderr).toContain('out-kwok: 8 files written');
  });

  it.each([
    [[], ['--provider', 'kwok'], 'dist/a holds output for real nodes'],
    [['--provider', 'kwok'], [], 'dist/a holds a rehearsal (`--provider kwok`)'],
  ])('never shares a folder with what is for real nodes: %j, then %j', async (first, second, says) => {
    const earlier = await poolwright(['synth', 'a', '--out', 'dist', ...first], { files: FILES });
    const before = earlier.files().map((file) => [file, earlier.read(file)]);
    for (const more of [[], ['b'], ['--check'], ['--overwrite-edited']]) {
      const run = await earlier.again(['synth', '--out', 'dist', ...second, ...more]);
      expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(says)]);
    }
    expect(earlier.files().map((file) => [file, earlier.read(file)])).toEqual(before);
  });

  it.each([
    [[], ['--provider', 'kwok'], 'dist/a holds output for real nodes'],
    [['--provider', 'kwok'], [], 'dist/a holds a rehearsal (`--provider kwok`)'],
  ])('is never in the folder of a cluster of the other sort: %j, then %j', async (first, second, says) => {
    const earlier = await poolwright(['synth', 'a', '--out', 'dist', ...first], { files: FILES });
    const before = earlier.files();
    for (const out of ['dist/a', 'dist/a/karpenter', 'dist/a/one/two']) {
      const run = await earlier.again(['synth', 'a', '--out', out, ...second]);
      expect([run.code, run.stderr], out).toEqual([2, expect.stringContaining(says)]);
    }
    expect(earlier.files()).toEqual(before);
  });

  it('never shares a folder, not even after a conflict in the record', async () => {
    const run = await poolwright(['synth', 'a', '--provider', 'kwok'], { files: FILES });
    const record = run.read('dist-kwok/a/.poolwright.json') ?? '';
    run.write('dist-kwok/a/.poolwright.json', `<<<<<<< ours\n${record}=======\n${record}>>>>>>> theirs\n`);
    const other = await run.again(['synth', 'a', '--out', 'dist-kwok']);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('holds a rehearsal')]);
  });

  it('is the same in shards', async () => {
    const one = await poolwright(['synth', '--provider', 'kwok'], { files: FILES });
    const shards = await poolwright(['synth', '--provider', 'kwok', '--shard', '1/2'], { files: FILES });
    const both = await shards.again(['synth', '--provider', 'kwok', '--shard', '2/2']);
    const written = one.files().map((file) => [file, one.read(file)]);
    expect(both.files().map((file) => [file, both.read(file)])).toEqual(written);
  });

  it('says with --check what is stale', async () => {
    const run = await poolwright(['synth', '--provider', 'kwok'], { files: FILES });
    expect((await run.again(['synth', '--provider', 'kwok', '--check'])).code).toBe(0);
    run.write('clusters/a.yaml', POOL.replace('m7i', 'm6i'));
    const stale = await run.again(['synth', '--provider', 'kwok', '--check']);
    expect(stale.code).toBe(1);
    expect(stale.stdout).toContain('`dist-kwok/a/instance-types.json` differs');
    expect(stale.stdout).not.toContain('dist-kwok/b/');
  });

  it('removes the rehearsal of a cluster that is gone', async () => {
    const run = await poolwright(['synth', '--provider', 'kwok'], { files: FILES });
    run.remove('clusters/b.yaml');
    const after = await run.again(['synth', '--provider', 'kwok']);
    expect(after.files().filter((file) => file.startsWith('dist-kwok/b'))).toEqual([]);
  });

  it('writes nothing of a cluster without NodePools, and removes what was there', async () => {
    const machines = await poolwright(['synth', '--provider', 'kwok'], {
      files: { 'clusters/b.yaml': POOL, 'clusters/edge.yaml': MACHINES },
    });
    expect(machines.stdout).toContain('warning[PW9701]');
    expect(machines.files().filter((file) => file.startsWith('dist-kwok/edge'))).toEqual([]);
    expect((await machines.again(['synth', '--provider', 'kwok', '--check'])).code).toBe(0);
    const printed = await machines.again(['synth', 'edge', '--provider', 'kwok', '--out', '-']);
    expect([printed.code, printed.stdout]).toEqual([0, '']);

    machines.write('clusters/b.yaml', MACHINES);
    const stale = await machines.again(['synth', 'b', '--provider', 'kwok', '--check']);
    expect([stale.code, stale.stdout]).toEqual([
      1,
      expect.stringContaining('dist-kwok/b/instance-types.json'),
    ]);
    const after = await machines.again(['synth', 'b', '--provider', 'kwok']);
    expect(after.stderr).toBe('dist-kwok: 0 files written, 8 removed, 0 unchanged\n');
    expect(after.files().filter((file) => file.startsWith('dist-kwok/b'))).toEqual([]);
  });

  it('prints the objects with --out -, byte for byte', async () => {
    const printed = await poolwright(['synth', '--provider', 'kwok', '--out', '-', '--cluster', 'a'], {
      files: FILES,
    });
    const kinds = parseAllDocuments(printed.stdout).map((one) => (one.toJS() as { kind: string }).kind);
    expect([printed.code, kinds]).toEqual([0, ['KWOKNodeClass', 'NodePool']]);
    const written = await printed.again(['synth', 'a', '--provider', 'kwok']);
    const files = written.files().filter((file) => /^dist-kwok\/a\/karpenter\/.*\.yaml$/.test(file));
    expect(files.map((file) => written.read(file)).join('')).toBe(printed.stdout);
  });

  it('holds a mistake for a mistake', async () => {
    const files = { 'clusters/a.yaml': POOL.replace('[m7i]', '[M7I]') };
    const run = await poolwright(['synth', '--provider', 'kwok'], { files });
    expect([run.code, run.files().some((file) => file.startsWith('dist-kwok'))]).toEqual([1, false]);
    expect(run.stdout).toContain('error[PW3510]');
  });

  it.each([
    [['--format', 'json'], '`--format json` knows no rehearsal'],
    [['--out', '-', '--tree', 'workload'], '`--tree` knows no rehearsal'],
    [['--provider', 'azure'], 'Allowed choices are kwok'],
  ])('refuses %j', async (more, says) => {
    const run = await poolwright(['synth', '--provider', 'kwok', ...more], { files: FILES });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(says)]);
  });
});
