import { Chart, JsonPatch, Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { Ec2NodeClass, NodePool } from '../constructs/index.ts';
import { ClusterDefinition, type ClusterDefinitionProps } from '../src/cdk8s.ts';

const POOL = `
karpenter:
  node_pools:
    default:
      node_class: {ami: al2023@v20260715}
      limits: {cpu: "100", memory: 400Gi}
      requirements:
        - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}
        - {key: kubernetes.io/arch, operator: In, values: [amd64]}
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
`;
const SETTINGS = `poolwright: {region: eu-west-1, zones: [eu-west-1a, eu-west-1b], kubernetes_version: "1.34"}\n`;

function include(props: ClusterDefinitionProps): { chart: Chart; definition: ClusterDefinition } {
  const chart = new Chart(Testing.app(), 'chart');
  return { chart, definition: new ClusterDefinition(chart, 'pools', props) };
}

function host(files: Readonly<Record<string, string>>) {
  return { readFile: (path: string) => files[path] };
}

function kinds(chart: Chart): readonly string[] {
  return (chart.toJson() as { readonly kind: string }[]).map(({ kind }) => kind).sort();
}

describe('ClusterDefinition', () => {
  it('includes the objects of a text in a chart', () => {
    const { chart, definition } = include({ text: SETTINGS + POOL, clusterName: 'production' });
    const objects = Testing.synth(chart);
    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'EC2NodeClass default',
      'NodePool default',
    ]);
    expect(objects[0].spec.role).toBe('KarpenterNodeRole-production');
    expect(definition.nodePools.every((one) => NodePool.isNodePool(one))).toBe(true);
    expect(definition.nodeClasses.every((one) => Ec2NodeClass.isEc2NodeClass(one))).toBe(true);
  });

  it('reads a file, and the defaults beside it, through its host', () => {
    const { chart } = include({
      path: 'clusters/production.yaml',
      host: host({ 'clusters/production.yaml': `\uFEFF${POOL}`, 'clusters/_defaults.yaml': SETTINGS }),
    });
    expect(Testing.synth(chart)[1].metadata.annotations).toEqual({
      'poolwright.dev/source': 'clusters/production.yaml#node_pools.default',
    });
  });

  it('gives its objects away for a last touch', () => {
    const { chart, definition } = include({ text: SETTINGS + POOL, clusterName: 'production' });
    definition.nodePools[0]?.addJsonPatch(JsonPatch.add('/spec/weight', 7));
    definition.nodeClasses[0]?.metadata.addLabel('team', 'platform');
    const [nodeClass, nodePool] = Testing.synth(chart);
    expect(nodePool.spec.weight).toBe(7);
    expect(nodeClass.metadata.labels).toEqual({ team: 'platform' });
  });

  it('keeps warnings for whoever wants them', () => {
    const { definition } = include({ text: SETTINGS + POOL.replace(/limits: .*\n/, '\n'), clusterName: 'x' });
    expect(definition.diagnostics.map(({ severity }) => severity)).toContain('warning');
  });

  it('throws one error with every finding, each with its place', () => {
    const text = `${SETTINGS}karpenter:
  node_pools:
    default:
      limit: {cpu: "1"}
      requirements:
        - {key: a, operator: Inn, values: [x]}
`;
    expect(() => include({ path: 'clusters/x.yaml', text })).toThrow(
      /^clusters\/x\.yaml is not a valid cluster definition:\n(.*\n)*  clusters\/x\.yaml:5:7: error: .* \[PW\d+\]\n(.*\n)*  clusters\/x\.yaml:7:/,
    );
  });

  it('includes the objects of one of the clusters of Cluster API', () => {
    const text = `poolwright:
  backend: cluster-autoscaler
  zones: [eu-west-1a]
  kubernetes_version: 1.34.2
node_pools:
  default:
    limits: {cpu: 16}
    requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [m7i.xlarge]}]
`;
    const workload = include({ text, clusterName: 'x' });
    expect(kinds(workload.chart)).toEqual(['ConfigMap']);
    expect(workload.definition.clusterApi).toHaveLength(1);
    expect(workload.definition.autoscaler?.flags['expander']).toBe('priority,least-waste');
    const management = include({ text, clusterName: 'x', tree: 'management' });
    expect(kinds(management.chart)).toEqual([
      'AWSMachineTemplate',
      'MachineDeployment',
      'NodeadmConfigTemplate',
      'Role',
      'RoleBinding',
      'ServiceAccount',
    ]);
    expect(management.definition.nodePools).toEqual([]);
    expect(include({ text: SETTINGS + POOL, clusterName: 'x' }).definition.autoscaler).toBeUndefined();
  });

  it('asks for a name it cannot guess', () => {
    expect(() => include({ text: SETTINGS + POOL })).toThrow('PW2008');
  });

  it.each<[string, ClusterDefinitionProps, string]>([
    ['nothing', {}, 'a ClusterDefinition needs `text`, or `path` with a `host` that reads it'],
    [
      'a path without a host',
      { path: 'a.yaml' },
      'cannot read the cluster definition a.yaml: no `host` is given',
    ],
    [
      'a file that is not there',
      { path: 'a.yaml', host: host({}) },
      'cannot read the cluster definition a.yaml',
    ],
  ])('says what is missing when it is given %s', (_title, props, message) => {
    expect(() => include(props)).toThrow(message);
  });

  it('includes one of several clusters', () => {
    const text = ['a', 'b']
      .map((name) => `poolwright: {cluster: ${name}, region: eu-west-1, zones: [eu-west-1a]}${POOL}`)
      .join('---\n');
    expect(() => include({ text })).toThrow('say by `clusterName` which one (a, b)');
    const { chart } = include({ text, clusterName: 'b' });
    expect(Testing.synth(chart)[0].spec.role).toBe('KarpenterNodeRole-b');
  });

  it('blames the definition for a catalogue that cannot be read', () => {
    const text = `${SETTINGS.replace('{', '{catalogue: prices.json, ')}${POOL}`;
    expect(() => include({ path: 'clusters/x.yaml', text, host: host({}) })).toThrow(
      /clusters\/x\.yaml:1:\d+: error: cannot read the catalogue `clusters\/prices\.json` \[PW5090\]/,
    );
    expect(() =>
      include({ path: 'clusters/x.yaml', text, host: host({ 'clusters/prices.json': '{}' }) }),
    ).toThrow(/clusters\/prices\.json:1:1: error: /);
  });
});
