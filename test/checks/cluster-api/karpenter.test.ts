import { describe, expect, it } from 'vitest';
import { documents, found, lintText, machineDeployment, type Machines } from './harness.ts';

const MEMBER = 'node.cluster.x-k8s.io/karpenter-member';
const ARCH = 'kubernetes.io/arch=amd64,kubernetes.io/os=linux';

/** A MachineDeployment of Karpenter's without a flaw. */
function member({ annotations = {}, labels = {}, ...rest }: Machines = {}): string {
  return machineDeployment({
    annotations: { 'min-size': undefined, ...annotations },
    labels: { [MEMBER]: '', ...labels },
    spec: { replicas: 0 },
    ...rest,
  });
}

function codes(...texts: readonly string[]): readonly string[] {
  return lintText(documents(...texts)).diagnostics.map(({ code }) => code);
}

function nodeClass(selector?: object): string {
  return JSON.stringify({
    apiVersion: 'karpenter.cluster.x-k8s.io/v1alpha1',
    kind: 'ClusterAPINodeClass',
    metadata: { name: 'default' },
    spec: selector === undefined ? {} : { scalableResourceSelector: selector },
  });
}

function nodePool(labels: object, keys: readonly string[] = []): string {
  return JSON.stringify({
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: 'default' },
    spec: {
      template: {
        metadata: { labels },
        spec: {
          nodeClassRef: { kind: 'ClusterAPINodeClass', name: 'default' },
          requirements: keys.map((key) => ({ key, operator: 'Exists' })),
        },
      },
    },
  });
}

function autoscaler(...args: readonly string[]): string {
  return JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'cluster-autoscaler', namespace: 'kube-system' },
    spec: { template: { spec: { containers: [{ args: ['--cloud-provider', 'clusterapi', ...args] }] } } },
  });
}

describe('a group is Karpenter’s', () => {
  it('by its label, or by the selector of a NodeClass', () => {
    const bare = machineDeployment({ annotations: { maxPods: undefined }, labels: { team: 'data' } });
    expect(codes(bare)).toEqual([]);
    expect(codes(bare, nodeClass())).toEqual([]);
    expect(codes(bare, nodeClass({ matchLabels: { team: 'data' } }))).toContain('PW9207');
    expect(codes(bare, nodeClass({ matchLabels: { team: 'web' } }))).toEqual([]);
    expect(codes(member({ annotations: { maxPods: undefined } }))).toEqual(['PW9207']);
  });
});

describe('room', () => {
  it('has no defaults', () => {
    const annotations = { cpu: undefined, maxPods: undefined };
    expect(found(member({ annotations }))).toEqual([
      expect.stringContaining('has no `cpu` and `maxPods`, so nothing ever fits on its machines'),
    ]);
  });
});

describe('the member label', () => {
  it('on machines claims them at birth', () => {
    const template = { metadata: { labels: { [MEMBER]: '', 'cluster.x-k8s.io/deployment-name': 'web' } } };
    expect(codes(member({ template }))).toEqual(['PW9219']);
    expect(lintText(member({ template })).diagnostics[0]?.fix?.title).toBe(`remove \`${MEMBER}\``);
  });
});

describe('spot', () => {
  it.each([
    ['a label of the annotation', { annotations: { labels: `${ARCH},karpenter.sh/capacity-type=spot` } }, []],
    [
      'the infrastructure template',
      {},
      [
        JSON.stringify({
          apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2',
          kind: 'AWSMachineTemplate',
          metadata: { name: 'm5-xlarge', namespace: 'clusters' },
          spec: { template: { spec: { spotMarketOptions: {} } } },
        }),
      ],
    ],
  ])('by %s', (_by, given, more) => {
    expect(codes(member(given), ...more)).toEqual(['PW9220']);
    expect(codes(machineDeployment(given), ...more)).toEqual([]);
  });
});

describe('labels', () => {
  const group = member({ annotations: { labels: `${ARCH},team=data` } });

  it('must be defined by the NodePool, if one is given', () => {
    expect(codes(group)).toEqual([]);
    expect(codes(group, nodeClass())).toEqual([]);
    expect(found(documents(group, nodeClass(), nodePool({})))).toEqual([
      'PW9221 team=data: the label `team` of MachineDeployment `clusters/web` is not defined by NodePool `default`, so it never gets a machine of it',
    ]);
    expect(codes(group, nodeClass(), nodePool({ team: 'data' }))).toEqual([]);
    expect(codes(group, nodeClass(), nodePool({}, ['team']))).toEqual([]);
  });

  it('of the template count if Cluster API copies them', () => {
    const labels = {
      'cluster.x-k8s.io/deployment-name': 'web',
      'node.cluster.x-k8s.io/pool': 'a',
      other: 'b',
    };
    const given = member({ template: { metadata: { labels } } });
    const messages = found(documents(given, nodeClass(), nodePool({})));
    expect(messages).toEqual([expect.stringContaining('the label `node.cluster.x-k8s.io/pool`')]);
  });
});

describe('two owners', () => {
  const discovery = '--node-group-auto-discovery=clusterapi:';

  it.each([
    [[], ['PW9222']],
    [[`${discovery}clusterName=prod`], ['PW9222']],
    [[`${discovery}clusterName=other`], []],
    [[`${discovery}namespace=clusters,owner=ca`], []],
    [[`${discovery}owner=ca`, `${discovery}namespace=clusters`], ['PW9222']],
  ])('with %o', (args, expected) => {
    expect(codes(member(), autoscaler(...args))).toEqual(expected);
  });

  it('are not where the autoscaler has no group', () => {
    expect(codes(member({ annotations: { 'max-size': undefined } }), autoscaler())).toEqual([]);
  });
});

describe('sizes', () => {
  it.each([
    ['five', 'is not a whole number: Karpenter then knows no maximum'],
    ['0', 'is zero: Karpenter never takes it'],
  ])('%s', (size, expected) => {
    expect(found(member({ annotations: { 'max-size': size } }))).toEqual([expect.stringContaining(expected)]);
  });

  it('below a minimum that Karpenter does not read are still wrong', () => {
    expect(found(member({ annotations: { 'min-size': '6', 'max-size': '5' } }))).toEqual([
      'PW9202 "5": max-size `5` of MachineDeployment `clusters/web` is less than the minimum of 6',
    ]);
  });
});

describe('the first machine', () => {
  it('is made where nobody says zero', () => {
    expect(codes(member({ spec: {} }))).toEqual(['PW9239']);
    expect(codes(member({ spec: {}, annotations: { 'min-size': '0' } }))).toEqual([]);
    expect(codes(member({ spec: {}, metadata: { uid: 'live' } }))).toEqual([]);
  });
});
