import { describe, expect, test } from 'vitest';
import type { PlanReport } from '../../src/report/plan-contract.ts';
import { CLEAN, type CliResult, type CliRun, poolwright } from './harness.ts';

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

const LARGE = WEB.replaceAll('web', 'large').replace('500m', '"40"');

const FILES = { 'clusters/production.yaml': CLEAN, 'clusters/production/workloads/web.yaml': WEB };

function settings(text: string): string {
  return CLEAN.replace('poolwright:\n', `poolwright:\n  ${text}\n`);
}

async function json(
  args: readonly string[],
  run: CliRun,
): Promise<CliResult & { readonly report: PlanReport }> {
  const result = await poolwright([...args, '--format', 'json'], run);
  return { ...result, report: JSON.parse(result.stdout) as PlanReport };
}

function podsOf({ clusters }: PlanReport): string[] {
  return clusters.flatMap(({ nodeClaims }) => nodeClaims.flatMap(({ pods }) => pods)).sort();
}

const THREE = ['shop/web-0', 'shop/web-1', 'shop/web-2'];

describe('plan', () => {
  test('places the workloads of a cluster by name, as text', async () => {
    const { code, stdout, stderr } = await poolwright(['plan', 'production'], { files: FILES });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^production: all 3 pods fit\n {2}on 1 new node, expected to cost [\d.]+ \$\/h/);
  });

  test('has a versioned contract', async () => {
    const { code, report } = await json(['plan', 'production'], { files: FILES });
    expect(code).toBe(0);
    expect(report).toMatchObject({
      apiVersion: 'poolwright.dev/v1alpha1',
      kind: 'Plan',
      clusters: [
        {
          name: 'production',
          nodeClaims: [
            {
              name: 'default-1',
              nodePool: 'default',
              pods: THREE,
              cheapest: {
                zone: 'eu-west-1a',
                capacityType: 'on-demand',
                pricePerHourUsd: expect.any(Number),
              },
            },
          ],
          existingNodes: [],
          unschedulable: [],
        },
      ],
      diagnostics: [],
      summary: { errors: 0, warnings: 0, infos: 0 },
    });
  });

  test('comes as markdown for a comment', async () => {
    const { stdout } = await poolwright(['plan', 'production', '--format', 'markdown'], { files: FILES });
    expect(stdout).toMatch(/^### ✅ production\n\nAll 3 pods fit, on 1 new node, /);
    expect(stdout).toContain('| default | 1 | 3 |');
  });

  test('says in markdown what prices rest on', async () => {
    const { stdout } = await poolwright(['plan', 'production', '--format', 'markdown'], { files: FILES });
    expect(stdout).toMatch(/^- prices in USD per hour and per month of 730 hours; /m);
    expect(stdout).toMatch(/^- every type is assumed to be offered in /m);
  });

  test('is no success in markdown where a budget is crossed, for that cluster and scenario', async () => {
    const dear = settings('max_monthly_usd: 100\n  max_monthly_usd_at_limits: 100');
    const files = { ...FILES, 'clusters/production.yaml': dear, 'clusters/other.yaml': CLEAN };
    const both = await poolwright(['plan', '--format', 'markdown'], { files });
    expect(both.code).toBe(4);
    expect(both.stdout.match(/^### .*/gm)).toEqual(['### ✅ other', '### ❌ production']);
    const args = ['plan', 'production', '--scenario', 'replicas 0%', '--scenario', 'replicas 900%'];
    const { stdout } = await poolwright([...args, '--format', 'markdown'], { files });
    expect(stdout.match(/^### .*/gm)).toEqual([
      '### ✅ production, scenario replicas 0%',
      '### ❌ production, scenario replicas 900%',
    ]);
  });

  test('gives the help of findings in markdown', async () => {
    const unbounded = CLEAN.replace(/^ *limits:\n *cpu:.*\n *memory:.*\n/m, '');
    const files = {
      ...FILES,
      'clusters/production.yaml': unbounded.replace(
        'poolwright:\n',
        'poolwright:\n  max_monthly_usd_at_limits: 100\n',
      ),
    };
    const { stdout } = await poolwright(['plan', 'production', '--format', 'markdown'], { files });
    expect(stdout).toMatch(/^- \*\*error PW8011\*\*: .*\n {2}.*Add limits on `cpu` and `memory`\.$/m);
  });

  test('plans every cluster of a folder, and none of what is not there', async () => {
    const { report } = await json(['plan'], { files: { ...FILES, 'clusters/empty.yaml': CLEAN } });
    expect(report.clusters.map(({ name, workloads }) => [name, workloads.pods])).toEqual([
      ['empty', 0],
      ['production', 3],
    ]);
    expect(report.clusters[0]?.nodePools[0]?.probe).toMatchObject({ launches: true });
  });

  test('says so where there are no workloads, and shows what each pool can launch', async () => {
    const { code, stdout } = await poolwright(['plan', 'production'], {
      files: { 'clusters/production.yaml': CLEAN },
    });
    expect(code).toBe(0);
    expect(stdout).toContain('production: no pods to place; each of 1 pool can launch a node\n');
    expect(stdout).toMatch(/^default +not needed; could launch \S+ for [\d.]+ \$\/h$/m);
  });

  test('leaves out clusters with errors, says why, and ends with 1', async () => {
    const broken = CLEAN.replace('400Gi', '400GB');
    const files = { ...FILES, 'clusters/broken.yaml': broken };
    const { code, stdout, stderr } = await poolwright(['plan'], { files });
    expect(code).toBe(1);
    expect(stdout).toContain('production: all 3 pods fit');
    expect(stdout).not.toContain('broken');
    expect(stderr).toContain('error[PW2026]');
    const { report } = await json(['plan', 'broken'], { files });
    expect(report).toMatchObject({ clusters: [], diagnostics: [{ code: 'PW2026' }], summary: { errors: 1 } });
  });
});

describe('workloads', () => {
  test('come from files, folders with everything below, patterns and the standard input', async () => {
    const files = {
      ...FILES,
      'apps/a/web.yaml': WEB,
      'apps/a/b/more.json': '[]',
      'apps/notes.txt': 'not this',
    };
    for (const from of ['apps/a/web.yaml', 'apps', 'apps/**/*.yaml']) {
      const { report } = await json(['plan', 'production', '-f', from], { files });
      expect(podsOf(report), from).toEqual(THREE);
    }
    const piped = await json(['plan', 'production', '-f', '-'], {
      files,
      stdin: WEB.replaceAll('web', 'piped'),
    });
    expect(podsOf(piped.report)).toEqual(['shop/piped-0', 'shop/piped-1', 'shop/piped-2']);
    const both = await json(['plan', 'production', '-f', 'apps', '-f', '-'], {
      files,
      stdin: WEB.replaceAll('web', 'piped'),
    });
    expect(podsOf(both.report)).toHaveLength(6);
  });

  test('come from what the setting names, relative to the file that does', async () => {
    const files = { 'clusters/production.yaml': settings('workloads: ../apps/*.yaml'), 'apps/web.yaml': WEB };
    expect(podsOf((await json(['plan', 'production'], { files })).report)).toEqual(THREE);
    const folder = { 'clusters/production.yaml': settings('workloads: ../apps'), 'apps/web.yaml': WEB };
    expect(podsOf((await json(['plan', 'production'], { files: folder })).report)).toEqual(THREE);
  });

  test('that a written setting does not find are a warning', async () => {
    const files = { 'clusters/production.yaml': settings('workloads: nowhere/*.yaml') };
    const { code, report } = await json(['plan', 'production'], { files });
    expect(code).toBe(0);
    expect(report.diagnostics).toMatchObject([
      {
        code: 'PW8020',
        severity: 'warning',
        file: 'clusters/production.yaml',
        range: { start: { line: 2 } },
      },
    ]);
    const strict = await poolwright(['plan', 'production', '--fail-on', 'warning'], { files });
    expect(strict.code).toBe(1);
    const silenced = {
      'clusters/production.yaml': settings('workloads: nowhere/*.yaml # poolwright-ignore PW8020: soon'),
    };
    expect((await json(['plan', 'production'], { files: silenced })).report.diagnostics).toEqual([]);
  });

  test('with mistakes are reported, and the rest is planned', async () => {
    const files = { ...FILES, 'clusters/production/workloads/x.yaml': 'kind: [unclosed\n' };
    const { code, report, stdout } = await json(['plan', 'production'], { files });
    expect(code).toBe(1);
    expect(podsOf(report)).toEqual(THREE);
    expect(report.diagnostics[0]).toMatchObject({
      file: 'clusters/production/workloads/x.yaml',
      severity: 'error',
    });
    expect(stdout).not.toBe('');
  });

  test('that are not there are wrong usage', async () => {
    const { code, stderr } = await poolwright(['plan', 'production', '-f', 'nowhere.yaml'], { files: FILES });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'poolwright: no such file or folder: `nowhere.yaml`\n',
    });
  });

  test('given by hand are for one cluster', async () => {
    const files = { ...FILES, 'clusters/staging.yaml': CLEAN };
    const { code, stderr } = await poolwright(['plan', '-f', 'clusters'], { files });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'poolwright: `-f` is for one cluster, but there are 2: production, staging\n',
    });
  });

  test('and the definition cannot both be piped', async () => {
    const { code, stderr } = await poolwright(['plan', '-', '-f', '-', '--name', 'x'], { stdin: CLEAN });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'poolwright: the standard input can be read once: name the other input as a file\n',
    });
  });

  test('scaled by an autoscaler have its maximum, or its minimum', async () => {
    const hpa = `---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web, namespace: shop}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, minReplicas: 2, maxReplicas: 5}
`;
    const files = { ...FILES, 'clusters/production/workloads/web.yaml': WEB + hpa };
    expect(podsOf((await json(['plan', 'production'], { files })).report)).toHaveLength(5);
    expect(podsOf((await json(['plan', 'production', '--hpa', 'min'], { files })).report)).toHaveLength(2);
  });

  test('meet live nodes', async () => {
    const node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name: 'n1',
        labels: {
          'kubernetes.io/arch': 'amd64',
          'kubernetes.io/os': 'linux',
          'kubernetes.io/hostname': 'n1',
          'topology.kubernetes.io/zone': 'eu-west-1a',
        },
      },
      status: {
        capacity: { cpu: '4', memory: '16Gi', pods: '58' },
        allocatable: { cpu: '4', memory: '15Gi', pods: '58' },
      },
    };
    const dump = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [node] });
    const { report } = await json(['plan', 'production', '--nodes', 'nodes.json'], {
      files: { ...FILES, 'nodes.json': dump },
    });
    expect(report.clusters[0]?.existingNodes).toEqual([{ name: 'n1', pods: THREE }]);
    expect(report.clusters[0]?.nodeClaims).toEqual([]);
  });
});

describe('scenarios', () => {
  const NAMED = {
    ...FILES,
    'clusters/production.yaml': settings(
      'scenarios: {peak: {description: sales, replicas_percent: 200}, dark: {zone_outage: [eu-west-1a]}}',
    ),
  };

  test('of the definition and of the command line are a plan each', async () => {
    const args = ['plan', 'production', '--scenario', 'peak', '--scenario', 'replicas -50%'];
    const { report } = await json(args, { files: NAMED });
    expect(report.clusters.map(({ scenario, workloads }) => [scenario, workloads.pods])).toEqual([
      [{ name: 'peak', description: 'sales' }, 6],
      [{ name: 'replicas -50%' }, 2],
    ]);
  });

  test('all are those of the definition', async () => {
    const { report } = await json(['plan', 'production', '--scenario', 'all'], { files: NAMED });
    expect(report.clusters.map(({ scenario }) => scenario?.name)).toEqual(['peak', 'dark']);
    const none = await poolwright(['plan', 'production', '--scenario', 'all'], { files: FILES });
    expect(none).toMatchObject({
      code: 2,
      stderr: 'poolwright: cluster `production` has no `scenarios` of its own\n',
    });
  });

  test('that cannot be combined are wrong usage', async () => {
    const { code, stderr } = await poolwright(['plan', 'production', '--scenario', 'all,no-spot'], {
      files: NAMED,
    });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('`all` stands alone: it plans each scenario of the definition'),
    });
  });

  test('nobody knows are wrong usage', async () => {
    const { code, stderr } = await poolwright(['plan', 'production', '--scenario', 'peek'], { files: NAMED });
    expect(code).toBe(2);
    expect(stderr).toContain('production: there is no scenario `peek`; did you mean `peak`?');
    expect(stderr).toContain('the definition names `peak`, `dark`');
  });
});

describe('the exit code', () => {
  const budget = (usd: number) => settings(`max_monthly_usd: ${usd}`);

  test('is 3 when a pod does not fit', async () => {
    const files = { ...FILES, 'clusters/production/workloads/large.yaml': LARGE };
    const { code, report } = await json(['plan', 'production'], { files });
    expect(code).toBe(3);
    expect(report.clusters[0]?.unschedulable.map(({ pod }) => pod)).toEqual([
      'shop/large-0',
      'shop/large-1',
      'shop/large-2',
    ]);
    expect(report.clusters[0]?.unschedulable[0]).toMatchObject({
      owner: { kind: 'Deployment', namespace: 'shop', name: 'large' },
      reasons: [
        {
          nodePool: 'default',
          code: expect.stringMatching(/^filter:/),
          message: expect.stringContaining('`cpu` 40'),
          source: { file: 'clusters/production/workloads/large.yaml', range: { start: { line: 10 } } },
        },
      ],
    });
    expect(report.diagnostics.map((found) => found.code)).toEqual(['PW8001']);
  });

  test('is 4 when a budget is crossed', async () => {
    const files = { ...FILES, 'clusters/production.yaml': budget(1) };
    const { code, report } = await json(['plan', 'production'], { files });
    expect(code).toBe(4);
    expect(report.diagnostics).toMatchObject([{ code: 'PW8010', range: { start: { line: 2 } } }]);
  });

  test('is 4 when all clusters together cross the budget of all', async () => {
    const files = {
      ...FILES,
      'clusters/staging.yaml': CLEAN,
      'clusters/staging/workloads/web.yaml': WEB,
      'clusters/_defaults.yaml': 'poolwright:\n  organisation_max_monthly_usd: 100\n',
    };
    const { code, report } = await json(['plan'], { files });
    expect(code).toBe(4);
    expect(report.diagnostics).toMatchObject([{ code: 'PW8012', file: 'clusters/_defaults.yaml' }]);
    expect((await poolwright(['plan', 'staging'], { files })).code).toBe(0);
  });

  test('is the first that applies: 2, 1, 3, 4', async () => {
    const files: Record<string, string> = {
      'clusters/production.yaml': budget(1),
      'clusters/production/workloads/web.yaml': WEB,
    };
    expect((await poolwright(['plan'], { files })).code).toBe(4);
    files['clusters/production/workloads/large.yaml'] = LARGE;
    expect((await poolwright(['plan'], { files })).code).toBe(3);
    files['clusters/broken.yaml'] = CLEAN.replace('400Gi', '400GB');
    expect((await poolwright(['plan'], { files })).code).toBe(1);
    expect((await poolwright(['plan', '--nonsense'], { files })).code).toBe(2);
  });
});

describe('check', () => {
  test('places the workloads too', async () => {
    const files = { ...FILES, 'clusters/production/workloads/large.yaml': LARGE };
    const { code, stdout } = await poolwright(['check'], { files });
    expect(code).toBe(3);
    expect(stdout).toContain(
      'error[PW8001]: 3 pods of Deployment `shop/large` have no place in cluster `production`',
    );
    expect(stdout).toContain('--> clusters/production/workloads/large.yaml:7:3');
    expect((await poolwright(['check'], { files: FILES })).code).toBe(0);
  });

  test('reports money', async () => {
    const files = { ...FILES, 'clusters/production.yaml': settings('max_monthly_usd: 1') };
    const { code, stdout } = await poolwright(['check'], { files });
    expect(code).toBe(4);
    expect(stdout).toContain('error[PW8010]: cluster `production` is expected to cost ');
  });

  test('reports what can be spent at most without any workloads', async () => {
    const dear = { 'clusters/production.yaml': settings('max_monthly_usd_at_limits: 1') };
    const { code, stdout } = await poolwright(['check'], { files: dear });
    expect(code).toBe(4);
    expect(stdout).toContain('error[PW8011]: cluster `production` can cost ');
    const files = { 'clusters/production.yaml': settings('max_monthly_usd_at_limits: 1000000') };
    expect((await poolwright(['check'], { files })).code).toBe(0);
  });

  test('tries pools with the daemons', async () => {
    const daemon = WEB.replace('Deployment', 'DaemonSet')
      .replace('  replicas: 3\n', '')
      .replace('500m', '"40"');
    const files = { ...FILES, 'clusters/production/workloads/web.yaml': daemon };
    const { code, stdout } = await poolwright(['check'], { files });
    expect(code).toBe(3);
    expect(stdout).toContain('error[PW8002]: pool `default` cannot launch a node that holds its daemons');
  });

  test('does so after fixes', async () => {
    const files = {
      'clusters/production.yaml': CLEAN.replace('["c", "m", "r"]', '["C", "m", "r"]'),
      'clusters/production/workloads/large.yaml': LARGE,
    };
    const { code, stderr } = await poolwright(['check', '--fix'], { files });
    expect({ code, stderr }).toEqual({ code: 3, stderr: 'fixed clusters/production.yaml: write `c`\n' });
  });

  test('shows fit and money in machine formats as failures', async () => {
    const files = { ...FILES, 'clusters/production/workloads/large.yaml': LARGE };
    const { stdout } = await poolwright(['check', '--format', 'junit'], { files });
    expect(stdout).toContain('failures="1"');
  });
});

test('a terminal is told what is going on', async () => {
  const { stderr, stdout } = await poolwright(['plan', 'production'], { files: FILES, columns: 90 });
  expect(stderr).toContain('planning production …');
  expect(stderr.endsWith('\r\u001b[K')).toBe(true);
  expect(stdout).not.toContain('planning');
});

const MACHINES = `poolwright:
  backend: cluster-autoscaler
  region: eu-west-1
  zones: [eu-west-1a, eu-west-1b]
  kubernetes_version: "1.34.2"
  node_class: {ami_family: AL2023, ami_selector_terms: [{id: ami-0123456789abcdef0}], instance_profile: web}
karpenter:
  node_pools:
    default:
      limits: {cpu: "40", memory: 160Gi}
      requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}]
`;

describe('plan of a cluster that grows through Cluster API', () => {
  const files = { 'clusters/machines.yaml': MACHINES, 'clusters/machines/workloads/web.yaml': WEB };

  test('shows node groups, and programs find them', async () => {
    const { code, stdout } = await poolwright(['plan', 'machines'], { files });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^machines: all 3 pods fit\n {2}on 1 new node, /);
    expect(stdout).toMatch(/^groups of +type +bought +add +pods +\$\/h +zones$/m);
    const { report } = await json(['plan', 'machines'], { files });
    expect(report.clusters[0]).toMatchObject({
      nodeClaims: [],
      nodeGroups: [
        { nodePool: 'default', add: 1, pods: THREE, currentSize: 0 },
        // Another simulated run takes the other zone.
        { nodePool: 'default', add: 0, pods: [], currentSize: 0, range: { min: 0, max: 1 } },
      ],
      nodePools: [{ backend: 'cluster-autoscaler', nodes: 1 }],
    });
  });

  test('ends with 3 and 4 like any other', async () => {
    const large = { ...files, 'clusters/machines/workloads/large.yaml': LARGE.replace('"40"', '"400"') };
    expect((await poolwright(['plan', 'machines'], { files: large })).code).toBe(3);
    const checked = await poolwright(['check', 'machines'], { files: large });
    expect(checked.stdout).toContain('error[PW8001]: 3 pods of Deployment `shop/large` have no place');
    const dear = {
      ...files,
      'clusters/machines.yaml': MACHINES.replace('region:', 'max_monthly_usd: 1\n  region:'),
    };
    expect((await poolwright(['plan', 'machines'], { files: dear })).code).toBe(4);
  });

  test('explains its pods', async () => {
    const { code, stdout } = await poolwright(['explain', 'pod', 'machines', 'shop/web-0'], { files });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^machines: pod shop\/web-0 goes to a new node of the node group machines-default-/,
    );
  });
});

describe('plan --compare', () => {
  test('sets the backends against each other, whatever the definition says', async () => {
    const { code, stdout, stderr } = await poolwright(['plan', 'production', '--compare'], { files: FILES });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^production: karpenter and cluster-autoscaler compared, 3 pods\n\nbackend +new nodes +/,
    );
    expect(stdout).toMatch(/^karpenter +1 +0 /m);
    expect(stdout).toMatch(/^cluster-autoscaler +1 +0 /m);
    expect(stdout).toContain('what differs, and why\n- ');
  });

  test('looks past what the other backend would not accept, and says so', async () => {
    const { stdout } = await poolwright(['plan', 'production', '--compare'], { files: FILES });
    expect(stdout).toContain(
      'with cluster-autoscaler the definition has an error, which the plan looks past: PW',
    );
  });

  test('has a versioned contract, one entry for each scenario', async () => {
    const args = [
      'plan',
      'production',
      '--compare',
      '--scenario',
      'replicas 200%',
      '--scenario',
      'no-spot',
      '--format',
      'json',
    ];
    const { code, stdout } = await poolwright(args, { files: FILES });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      apiVersion: 'poolwright.dev/v1alpha1',
      kind: 'PlanComparison',
      clusters: [
        {
          name: 'production',
          scenario: { name: 'replicas 200%' },
          sides: [
            { backend: 'karpenter', plan: { workloads: { pods: 6 } }, missingPools: [] },
            { backend: 'cluster-autoscaler', plan: { workloads: { pods: 6 } } },
          ],
        },
        { name: 'production', scenario: { name: 'no-spot' } },
      ],
    });
  });

  test('comes as markdown', async () => {
    const { stdout } = await poolwright(['plan', 'production', '--compare', '--format', 'markdown'], {
      files: FILES,
    });
    expect(stdout).toMatch(/^### production: karpenter and cluster-autoscaler compared, 3 pods\n/);
  });

  test('ends with 1 where the definition has errors', async () => {
    const broken = { ...FILES, 'clusters/production.yaml': CLEAN.replace('400Gi', '400GB') };
    const { code, stderr } = await poolwright(['plan', 'production', '--compare'], { files: broken });
    expect(code).toBe(1);
    expect(stderr).toContain('error[PW2026]');
  });

  test('gives findings about manifests the levels of the cluster, and heeds --fail-on', async () => {
    const none = (rules: string) => ({
      'clusters/production.yaml': settings(`workloads: [nowhere]\n${rules}`),
      'pods.yaml': WEB,
    });
    const args = ['plan', 'production', '--compare'];
    const loud = await poolwright(args, { files: none('') });
    expect(loud.code).toBe(0);
    expect(loud.stderr).toContain('warning[PW8020]');
    const strict = await poolwright([...args, '--fail-on', 'warning'], { files: none('') });
    expect(strict.code).toBe(1);
    const off = await poolwright([...args, '--fail-on', 'warning'], {
      files: none('  rules: {PW8020: off}\n'),
    });
    expect({ code: off.code, stderr: off.stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('does not judge what comes out', async () => {
    const files = { ...FILES, 'clusters/production/workloads/large.yaml': LARGE };
    expect((await poolwright(['plan', 'production'], { files })).code).toBe(3);
    expect((await poolwright(['plan', 'production', '--compare'], { files })).code).toBe(0);
  });
});
