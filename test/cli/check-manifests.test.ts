import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../src/report/check-report.ts';
import { machineDeployment } from '../checks/cluster-api/harness.ts';
import { poolwright } from './harness.ts';

const GOOD = machineDeployment();
const SPACED = `apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeployment
metadata:
  name: api
  annotations:
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "0"
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: " 5"
    capacity.cluster-autoscaler.kubernetes.io/cpu: "4"
    capacity.cluster-autoscaler.kubernetes.io/memory: 16 Gi # as the wiki says
    capacity.cluster-autoscaler.kubernetes.io/labels: "kubernetes.io/arch=amd64, kubernetes.io/os=linux"
spec:
  replicas: 1
  clusterName: prod
`;

describe('check --manifests', () => {
  it('needs no definition', async () => {
    const files = { 'machines/a/web.json': GOOD, 'machines/b/c/notes.txt': 'no manifest' };
    const { code, stdout, stderr } = await poolwright(['check', '--manifests', 'machines'], { files });
    expect([code, stdout, stderr]).toEqual([0, 'ok: 1 object, 1 node group, no findings\n', '']);
  });

  it('reads folders, files and patterns, each file once', async () => {
    const files = { 'a/web.json': GOOD, 'b/api.yaml': SPACED, 'b/other.yml': GOOD.replaceAll('web', 'x') };
    const args = [
      'check',
      '--manifests',
      'a',
      '--manifests',
      'b/*.yaml',
      '--manifests',
      'b',
      '--format',
      'json',
    ];
    const { code, stdout } = await poolwright(args, { files });
    const report = JSON.parse(stdout) as CheckReport;
    expect(code).toBe(1);
    expect(report.clusters).toEqual([]);
    expect(report.manifests).toEqual({
      objects: 3,
      nodeGroups: [
        { name: 'MachineDeployment `clusters/web`', file: 'a/web.json' },
        { name: 'MachineDeployment `default/api`', file: 'b/api.yaml' },
        { name: 'MachineDeployment `clusters/x`', file: 'b/other.yml' },
      ],
    });
    expect(report.diagnostics.map((one) => [one.code, one.file, one.range.start.line])).toEqual([
      ['PW9202', 'b/api.yaml', 7],
      ['PW9201', 'b/api.yaml', 9],
      ['PW9208', 'b/api.yaml', 10],
      ['PW9214', 'b/api.yaml', 12],
    ]);
  });

  it('reads what kubectl prints', async () => {
    const list = {
      apiVersion: 'v1',
      kind: 'List',
      items: [JSON.parse(GOOD.replace('"16Gi"', '"16GiB"')) as unknown],
    };
    const { code, stdout } = await poolwright(['check', '--manifests', '-'], {
      stdin: JSON.stringify(list, null, 4),
    });
    expect(code).toBe(1);
    expect(stdout).toContain('--> <stdin>:15:73');
    expect(stdout).toContain('1 error in 1 object, 1 node group');
  });

  it('fixes what has one right answer, and keeps the rest of the file', async () => {
    const run = await poolwright(['check', '--manifests', 'm', '--fix'], { files: { 'm/api.yaml': SPACED } });
    expect(run.stderr).toBe(
      [
        'fixed m/api.yaml: write `5`',
        'fixed m/api.yaml: write `16Gi`',
        'fixed m/api.yaml: write `kubernetes.io/os=linux`',
        'fixed m/api.yaml: remove `replicas`',
        '',
      ].join('\n'),
    );
    expect([run.code, run.stdout]).toEqual([0, 'ok: 1 object, 1 node group, no findings\n']);
    expect(run.read('m/api.yaml')).toBe(
      SPACED.replace('" 5"', '"5"')
        .replace('16 Gi', '16Gi')
        .replace(', kubernetes.io/os', ',kubernetes.io/os')
        .replace('  replicas: 1\n', ''),
    );
  });

  it('leaves JSON that can be read', async () => {
    const template = {
      apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2',
      kind: 'AWSMachineTemplate',
      metadata: { name: 't' },
      spec: { template: { spec: { instanceType: 'm5.large' } } },
      status: { capacity: { cpu: '4' } },
    };
    const files = { 'm/t.json': JSON.stringify(template, undefined, 2) };
    const run = await poolwright(['check', '--manifests', 'm', '--fix'], { files });
    expect([run.code, run.stderr]).toEqual([0, 'fixed m/t.json: remove `status`\n']);
    const { status: _, ...others } = template;
    expect(run.read('m/t.json')).toBe(JSON.stringify(others, undefined, 2));
  });

  it('leaves a definition in JSON that can be read', async () => {
    const taint = { key: 'role', effect: 'NoSchedule', value: '' };
    const definition = { node_pools: { default: { taints: [taint] } } };
    const files = { 'clusters/c.json': JSON.stringify(definition, undefined, 2) };
    const run = await poolwright(['check', 'clusters/c.json', '--fix'], { files });
    expect(run.stderr).toContain('fixed clusters/c.json: remove `value`');
    expect(JSON.parse(run.read('clusters/c.json') ?? '')).toEqual({
      node_pools: { default: { taints: [{ key: 'role', effect: 'NoSchedule' }] } },
    });
  });

  it('prints the mended text of the standard input', async () => {
    const { stdout, stderr } = await poolwright(['check', '--manifests', '-', '--fix'], { stdin: SPACED });
    expect(stdout).toContain('memory: 16Gi # as the wiki says');
    expect(stderr).toContain('ok: 1 object');
  });

  it('compares templates with a base', async () => {
    const template = (type: string) =>
      `apiVersion: infrastructure.cluster.x-k8s.io/v1beta2\nkind: AWSMachineTemplate\nmetadata: {name: t}\nspec: {template: {spec: {instanceType: ${type}}}}\n`;
    const files = { 'new/t.yaml': template('m6i.large'), 'old/t.yaml': template('m5.large') };
    const { code, stdout } = await poolwright(['check', '--manifests', 'new', '--base', 'old'], { files });
    expect(code).toBe(1);
    expect(stdout).toContain('PW9230');
    expect(stdout).toContain('old/t.yaml:4:');
  });

  it('goes along with definitions', async () => {
    const files = { 'clusters/a.yaml': 'node_pools: {default: {}}\n', 'm/api.yaml': SPACED };
    const run = await poolwright(['check', 'clusters', '--manifests', 'm'], { files });
    expect(run.stdout).toMatch(/in 1 cluster, 1 node pool, 1 object, 1 node group/);
  });

  it.each([
    ['github', '::error file=m/api.yaml,line=7'],
    ['gitlab', '"path": "m/api.yaml"'],
    ['junit', '<testcase classname="m/api.yaml" name="MachineDeployment `default/api`"/>'],
    ['rdjson', '"path": "m/api.yaml"'],
    ['sarif', '"ruleId": "PW9208"'],
  ])('reports as %s', async (format, expected) => {
    const args = ['check', '--manifests', 'm', '--format', format];
    const { code, stdout } = await poolwright(args, { files: { 'm/api.yaml': SPACED } });
    expect(code).toBe(1);
    expect(stdout).toContain(expected);
  });

  it('fails on warnings if told so', async () => {
    const text = GOOD.replace('"clusterName": "prod"', '"replicas": 1, "clusterName": "prod"');
    const files = { 'm/web.json': text };
    expect((await poolwright(['check', '--manifests', 'm'], { files })).code).toBe(0);
    expect((await poolwright(['check', '--manifests', 'm', '--fail-on', 'warning'], { files })).code).toBe(1);
  });

  it('says where there is nothing to judge', async () => {
    const files = { 'm/service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\n' };
    const { code, stdout, stderr } = await poolwright(['check', '--manifests', 'm'], { files });
    expect([code, stdout]).toEqual([0, 'ok: 0 objects, 0 node groups, no findings\n']);
    expect(stderr).toBe('note: there is nothing of Cluster API in these manifests\n');
  });

  it.each([
    [['--manifests', 'nowhere'], 'no such file or folder: `nowhere`'],
    [['--manifests', 'empty'], 'there are no manifests below `empty`'],
    [['--base', 'empty'], '`--base` needs `--manifests`'],
    [['--feature-gate', 'MachineTaintPropagation'], '`--feature-gate` needs `--manifests`'],
    [['--manifests', 'empty', '--feature-gate', 'Any'], 'Known here: MachineTaintPropagation.'],
    [['-', '--manifests', '-'], 'the standard input can be read only once'],
  ])('%o is wrong usage', async (args, message) => {
    const { code, stderr } = await poolwright(['check', ...args], { files: { 'empty/readme.md': '' } });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it.each(['edge', 'lab'])('finds nothing in what synth makes of %s', async (cluster) => {
    const written = await poolwright(['synth', `${cluster}.yaml`, '--out', 'out'], { folder: 'clusters' });
    expect(written.code).toBe(0);
    const { stdout } = await written.again(['check', '--manifests', 'out', '--format', 'json']);
    const report = JSON.parse(stdout) as CheckReport;
    expect(report.diagnostics).toEqual([]);
    expect(report.manifests?.nodeGroups.length).toBeGreaterThan(1);
  });

  it('takes taints in what synth writes if told that the gate is on', async () => {
    const edge = readFileSync('clusters/edge.yaml', 'utf8');
    const gated = edge.replace('  cluster_api:\n', '  cluster_api:\n    machine_taint_propagation: true\n');
    const written = await poolwright(['synth', 'edge.yaml', '--out', 'out'], {
      folder: 'clusters',
      files: { 'edge.yaml': gated },
    });
    expect(written.code).toBe(0);
    const args = ['check', '--manifests', 'out', '--format', 'json'];
    const codesOf = async (more: readonly string[]) => {
      const { stdout } = await written.again([...args, ...more]);
      return new Set((JSON.parse(stdout) as CheckReport).diagnostics.map(({ code }) => code));
    };
    expect(await codesOf([])).toEqual(new Set(['PW9212']));
    expect(await codesOf(['--feature-gate', 'MachineTaintPropagation'])).toEqual(new Set());
  });

  it('has one warning for each template of a chart', async () => {
    const files = {
      'chart/Chart.yaml': 'name: a\n',
      'chart/values.yaml': 'zones: [a]\n',
      'chart/templates/md.yaml': `{{- range $zone := .Values.zones }}
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeployment
metadata:
  name: web-{{ $zone }}
  labels:
    {{- include "chart.labels" $ | nindent 4 }}
spec:
  {{- with $.Values.replicas }}
  replicas: {{ . }}
  {{- end }}
{{- end }}
`,
      'chart/templates/name.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ include "x" . }}"}\n',
      'chart/templates/all.yaml': '{{ include "chart.all" . }}\n',
      // Passed over: a name is the API server's business, but for what is judged here.
      'chart/templates/nameless.yaml': 'apiVersion: v1\nkind: ConfigMap\ndata: {a: b}\n',
      'chart/templates/web.json': GOOD,
      // Quotes keep its expression from the reader, and the mistake is another one.
      'chart/crds/class.yaml': 'a: "{{ .x }}"\nb: [1, "{{ .y }}"\n',
    };
    const run = await poolwright(['check', '--manifests', 'chart', '--format', 'json'], { files });
    const { diagnostics } = JSON.parse(run.stdout) as CheckReport;
    expect(diagnostics.map((one) => [one.code, one.severity, one.file, one.range.start.line])).toEqual([
      ['PW1004', 'error', 'chart/crds/class.yaml', 2],
      ['PW9241', 'warning', 'chart/templates/all.yaml', 1],
      ['PW9241', 'warning', 'chart/templates/md.yaml', 1],
      ['PW9241', 'warning', 'chart/templates/name.yaml', 3],
    ]);
    expect(diagnostics[1]?.help).toContain('helm template … | poolwright check --manifests -');
  });

  it('says what is no text', async () => {
    const files = { 'm/web.json': GOOD, 'm/x.yaml': new Uint8Array([0xff, 0xfe, 0x41, 0]) };
    const { code, stdout } = await poolwright(['check', '--manifests', 'm'], { files });
    expect(code).toBe(1);
    expect(stdout).toContain('PW1024');
  });
});
