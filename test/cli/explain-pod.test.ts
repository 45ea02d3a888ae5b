import { describe, expect, test } from 'vitest';
import type { PodExplanationReport, UnschedulableReport } from '../../src/report/pod-explanation.ts';
import { CLEAN, poolwright } from './harness.ts';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, resources: {requests: {cpu: 500m, memory: 1Gi}}}]
`;
const LOGS = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: logs, namespace: kube-system}
spec:
  selector: {matchLabels: {app: logs}}
  template:
    metadata: {labels: {app: logs}}
    spec: {containers: [{name: logs, resources: {requests: {cpu: 10m, memory: 16Mi}}}]}
`;
const LARGE = WEB.replaceAll('web', 'large').replace('500m', '"40"');

const FITS = { 'clusters/production.yaml': CLEAN, 'clusters/production/workloads/web.yaml': WEB };
const FAILS = { ...FITS, 'clusters/production/workloads/large.yaml': LARGE };

describe('explain pod', () => {
  test('a pod that fits', async () => {
    const { code, stdout, stderr } = await poolwright(['explain', 'pod', 'production', 'shop/web-0'], {
      files: FITS,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^production: pod shop\/web-0 opens the new node default-1\n/);
    expect(stdout).toContain('--> clusters/production/workloads/web.yaml:');
  });

  test('a pod that does not fit is no failure of the explanation', async () => {
    const { code, stdout } = await poolwright(
      ['explain', 'pod', 'production', 'shop/large-0', '--format', 'json'],
      { files: FAILS },
    );
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as PodExplanationReport;
    expect(report).toMatchObject({
      apiVersion: 'poolwright.dev/v1alpha1',
      kind: 'PodExplanation',
      cluster: 'production',
      pod: 'shop/large-0',
      outcome: 'unschedulable',
      requests: { cpu: '40', memory: '1Gi' },
    });
    const [pool] = report.nodePools;
    expect(pool?.left).toBe(0);
    const [blocker = 0] = pool?.blockers ?? [];
    expect(pool?.steps[blocker]).toMatchObject({ what: 'resource', after: 0, detail: { resource: 'cpu' } });
    for (const [at, step] of (pool?.steps ?? []).entries()) {
      expect(step.before).toBe(at === 0 ? pool?.total : pool?.steps[at - 1]?.after);
    }
    expect(report.relaxations?.proven.map(({ change }) => change)).toContain('widen');
  });

  test('text stays within the terminal', async () => {
    const { stdout } = await poolwright(['explain', 'pod', 'production', 'shop/large-0', '--no-color'], {
      files: FAILS,
      columns: 80,
    });
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('manifests from the command line, another scenario', async () => {
    const run = ['explain', 'pod', 'production', 'shop/web-1', '-f', '-', '--scenario', 'replicas -60%'];
    const { code, stderr } = await poolwright(run, {
      files: { 'clusters/production.yaml': CLEAN },
      stdin: WEB,
    });
    expect(code).toBe(0);
    expect(stderr).toBe('');
  });

  test.each([
    ['shop/wbe-0', 'cluster `production` has no pod `shop/wbe-0` to place; did you mean `shop/web-0`?'],
    ['shop/web', '`shop/web` is a Deployment; name one of its pods: `shop/web-0` and 2 more'],
    [
      'kube-system/logs',
      '`kube-system/logs` is a DaemonSet: its pods go to every node it is meant for and count there, so none of them has to be placed',
    ],
    ['web-0', '`web-0` is not a pod: write <namespace>/<name>'],
  ])('%s is no pod', async (name, message) => {
    const { code, stderr, stdout } = await poolwright(['explain', 'pod', 'production', name], {
      files: { ...FITS, 'clusters/production/workloads/logs.yaml': LOGS },
    });
    expect([code, stderr, stdout]).toEqual([2, `poolwright: ${message}\n`, '']);
  });

  test('the cluster may be named by its file, as for `plan`', async () => {
    const byName = await poolwright(['explain', 'pod', 'production', 'shop/web-0'], { files: FITS });
    const file = 'clusters/production.yaml';
    const byFile = await poolwright(['explain', 'pod', file, 'shop/web-0'], { files: FITS });
    expect([byFile.code, byFile.stderr]).toEqual([0, '']);
    expect(byFile.stdout).toBe(byName.stdout);
    const all = await poolwright(['explain', 'unschedulable', file], { files: FITS });
    expect([all.code, all.stdout]).toEqual([0, 'production: all 3 pods fit\n']);
    const missing = await poolwright(['explain', 'pod', file, 'shop/no-0'], { files: FITS });
    expect(missing.stderr).toMatch(/^poolwright: cluster `production` has no pod `shop\/no-0` to place/);
  });

  test('files of the same last name are told apart', async () => {
    const files = {
      'clusters/production.yaml': CLEAN,
      'a/large.yaml': LARGE,
      'b/large.yaml': LARGE.replaceAll('large', 'huge'),
    };
    const run = ['explain', 'unschedulable', 'production', '-f', 'a', '-f', 'b', '--no-color'];
    const two = await poolwright(run, { files });
    expect(two.stdout).toMatch(/ a\/large\.yaml:10 /);
    expect(two.stdout).toMatch(/ b\/large\.yaml:10 /);
    const one = await poolwright(run.slice(0, 5), { files });
    expect(one.stdout).toMatch(/ large\.yaml:10 /);
  });

  test('what is no code names the commands there are', async () => {
    const { code, stderr } = await poolwright(['explain', 'foo'], { files: FITS });
    expect([code, stderr]).toEqual([
      2,
      'poolwright: `foo` is neither a diagnostic code (PW1010) nor `pool`, `pod` or `unschedulable`\n',
    ]);
  });

  test('a cluster that does not exist, one with errors', async () => {
    const missing = await poolwright(['explain', 'pod', 'prod', 'shop/web-0'], { files: FITS });
    expect([missing.code, missing.stderr]).toEqual([
      2,
      'poolwright: there is no cluster `prod`; there is `production`\n',
    ]);
    const files = { ...FITS, 'clusters/production.yaml': CLEAN.replace('limits:', 'limitz:') };
    const failed = await poolwright(['explain', 'unschedulable', 'production'], { files });
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('limitz');
  });
});

describe('explain unschedulable', () => {
  test('names a command that sees the same pods', async () => {
    const files = { 'clusters/production.yaml': CLEAN, 'my pods.yaml': LARGE, 'nodes.yaml': '' };
    const args = ['explain', 'unschedulable', 'production', 'clusters', '-f', 'my pods.yaml'];
    const more = ['--nodes', 'nodes.yaml', '--scenario', 'no-spot', '--hpa', 'min'];
    const { stdout } = await poolwright([...args, ...more], { files });
    expect(stdout).toMatch(
      /the whole story of one: poolwright explain pod production shop\/large-0 clusters -f 'my pods.yaml' --nodes nodes.yaml --scenario no-spot --hpa min\n$/,
    );
    const pod = ['explain', 'pod', 'production', 'shop/large-0', ...args.slice(3), ...more];
    const told = await poolwright(pod, { files });
    expect(told.stdout).toMatch(/^production, scenario no-spot: pod shop\/large-0 has no place\n/);
  });

  test('exit code 0 if everything fits, 3 if not', async () => {
    const fits = await poolwright(['explain', 'unschedulable', 'production'], { files: FITS });
    expect([fits.code, fits.stdout]).toEqual([0, 'production: all 3 pods fit\n']);
    const fails = await poolwright(['explain', 'unschedulable', 'production', '--format', 'json'], {
      files: FAILS,
    });
    expect(fails.code).toBe(3);
    const report = JSON.parse(fails.stdout) as UnschedulableReport;
    expect(report).toMatchObject({ kind: 'UnschedulableExplanation', pods: 6, unschedulable: 3 });
    expect(report.groups.map(({ podNames }) => podNames)).toEqual([
      ['shop/large-0', 'shop/large-1', 'shop/large-2'],
    ]);
  });

  test('the help has examples', async () => {
    for (const name of ['pod', 'unschedulable']) {
      const { code, stdout } = await poolwright(['explain', name, '--help'], { files: FITS });
      expect(code).toBe(0);
      expect(stdout).toContain(`$ poolwright explain ${name} production`);
    }
  });
});
