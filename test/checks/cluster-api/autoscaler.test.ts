import { describe, expect, it } from 'vitest';
import { documents, found, lintText, machineDeployment } from './harness.ts';

function codes(...texts: readonly string[]): readonly string[] {
  return lintText(documents(...texts)).diagnostics.map(({ code }) => code);
}

function autoscaler(...args: readonly string[]): string {
  return JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'cluster-autoscaler', namespace: 'kube-system' },
    spec: { template: { spec: { containers: [{ command: ['/ca', '--cloud-provider=clusterapi'], args }] } } },
  });
}

function priorities(text: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'cluster-autoscaler-priority-expander', namespace: 'kube-system' },
    data: { priorities: text },
  });
}

describe('flags', () => {
  it.each([
    [['--expander=least-waste'], []],
    [['--expander=priority,price'], ['PW9223']],
    [['--expander', 'price'], ['PW9223']],
    [['--node-group-auto-discovery=clusterapi:namespace=a,clusterName=b'], []],
    [['--node-group-auto-discovery=clusterapi:'], []],
    [['--node-group-auto-discovery=clusterapi:a'], ['PW9238']],
    [['--node-group-auto-discovery=clusterapi:a=b:c=d'], ['PW9238']],
    [['--node-group-auto-discovery=asg:a=b'], ['PW9238']],
  ])('%o', (args, expected) => {
    expect(codes(autoscaler(...args))).toEqual(expected);
  });

  it('of other providers are nobody’s business', () => {
    expect(codes(autoscaler('--expander=price').replace('clusterapi', 'aws'))).toEqual([]);
  });
});

describe('priorities', () => {
  const groups = [machineDeployment(), machineDeployment({ name: 'gpu' })];

  it.each([
    ['1: [.*]', []],
    ['50: [gpu]\n1: [.*]', []],
    ['50: [^MachineDeployment/clusters/gpu$]', ['PW9224']],
    ['50: ["(?i)GPU$", "[[:alpha:]]+/web"]', []],
    // Where none is matched, all are as good as any other.
    ['50: [nothing]', []],
    ['50: ["web(?!x)"]', ['PW9225']],
    ['50: ["(web"]', ['PW9225']],
    ['high: [web]', ['PW9225']],
    ['50: web', ['PW9225']],
    ['50: [gpu]\n-1: [.*]', []],
    ['50: [gpu]\n-2: [.*]', ['PW9242']],
    ['-3: [gpu]\n-2: [.*]', ['PW9242', 'PW9242']],
    ['- web', ['PW9225']],
    ['50: [web', ['PW9225']],
  ])('%s', (text, expected) => {
    expect(codes(...groups, priorities(text))).toEqual(expected);
  });

  it('name the group that none of them names', () => {
    expect(found(documents(...groups, priorities('50: [gpu$]')))).toEqual([
      'PW9224 "web": no priority names `MachineDeployment/clusters/web`, while others have one',
    ]);
  });

  it('below -1 never win', () => {
    expect(found(documents(...groups, priorities('50: [gpu-5]\n"-5": [.*]')))).toEqual([
      'PW9242 -5: the priority -5 is below -1, so it never wins',
    ]);
  });

  it('count only where the expander is asked for', () => {
    const text = documents(...groups, priorities('50: [gpu$]'));
    expect(codes(text, autoscaler('--expander=least-waste'))).toEqual([]);
    expect(codes(text, autoscaler('--expander=priority'))).toEqual(['PW9224']);
  });
});

describe('limits', () => {
  const quota = (selector: object, resources: object) =>
    JSON.stringify({
      apiVersion: 'autoscaling.x-k8s.io/v1alpha1',
      kind: 'CapacityQuota',
      metadata: { name: 'data' },
      spec: { selector, limits: { resources } },
    });
  const pool = (limits: object) =>
    JSON.stringify({
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata: { name: 'batch' },
      spec: { limits, template: { spec: {} } },
    });
  const labels = 'kubernetes.io/arch=amd64,kubernetes.io/os=linux,karpenter.sh/nodepool=batch';
  const two = ['a', 'b'].map((name) => machineDeployment({ name, annotations: { labels } }));

  it('of a quota that is not enforced are told by how much', () => {
    const limit = quota({}, { cpu: '25', memory: '1Ti', nodes: '5' });
    expect(found(documents(...two, limit, autoscaler()))).toEqual([
      'PW9226 "25": 2 node groups may grow to `40` of cpu, 1.6 times the limit of CapacityQuota `data`',
      'PW9226 "5": 2 node groups may grow to `10` of nodes, 2 times the limit of CapacityQuota `data`',
    ]);
    expect(codes(...two, limit, autoscaler('--capacity-quotas-enabled'))).toEqual([]);
    expect(codes(...two, limit, autoscaler('--capacity-quotas-enabled=false'))).toHaveLength(2);
    expect(codes(...two, limit)).toEqual([]);
  });

  it('of a quota for other nodes do not count', () => {
    const other = quota({ matchLabels: { team: 'x' } }, { cpu: '1' });
    expect(codes(...two, other, autoscaler())).toEqual([]);
  });

  it('of a NodePool need a quota', () => {
    expect(found(documents(...two, pool({ memory: '100Gi' })))).toEqual([
      'PW9226 "100Gi": 2 node groups may grow to `160Gi` of memory, 1.6 times the limit of NodePool `batch`',
    ]);
    expect(codes(...two, pool({ memory: '160Gi' }))).toEqual([]);
    const enforced = quota({ matchLabels: { 'karpenter.sh/nodepool': 'batch' } }, { memory: '100Gi' });
    expect(codes(...two, pool({ memory: '100Gi' }), enforced)).toEqual([]);
  });
});

describe('annotations that nothing reads', () => {
  it.each([
    [
      'capacity.cluster-autoscaler.kubernetes.io/maxpods',
      'capacity.cluster-autoscaler.kubernetes.io/maxPods',
    ],
    ['capacity.cluster-autoscaler.kubernetes.io/cpus', 'capacity.cluster-autoscaler.kubernetes.io/cpu'],
    [
      'cluster.k8s.io/cluster-api-autoscaler-node-group-max-size',
      'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size',
    ],
    [
      'cluster.x-k8s.io/cluster-api-autoscaler-nodegroup-max-size',
      'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size',
    ],
    [
      'cluster.x-k8s.io/autoscaling-options-scaledownuneededtime',
      'cluster.x-k8s.io/autoscaling-options-scaledownunneededtime',
    ],
  ])('%s', (key, guess) => {
    const { diagnostics } = lintText(machineDeployment({ annotations: { [key]: '5' } }));
    expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([
      ['PW9232', `Did you mean \`${guess}\`?`],
    ]);
  });

  it.each([
    'capacity.cluster-autoscaler.kubernetes.io/architecture',
    'cluster.x-k8s.io/autoscaling-options-zeroormaxnodescaling',
    'cluster.x-k8s.io/cluster-api-autoscaler-price',
  ])('%s resembles nothing', (key) => {
    const [one] = lintText(machineDeployment({ annotations: { [key]: '5' } })).diagnostics;
    expect([one?.code, one?.help]).toEqual(['PW9232', 'Remove it, or correct it.']);
  });

  it('are others’ if they do not look like the autoscaler’s', () => {
    const annotations = { 'example.com/cpu': '1', 'cluster.x-k8s.io/cloned-from-name': 'x' };
    expect(codes(machineDeployment({ annotations }))).toEqual([]);
  });
});

describe('options', () => {
  const option = (name: string, value: string) =>
    machineDeployment({ annotations: { [`cluster.x-k8s.io/autoscaling-options-${name}`]: value } });

  it.each([
    ['scaledownunneededtime', '10m', []],
    ['scaledownunneededtime', '10M0S', []],
    ['scaledownunneededtime', '7d', ['PW9235']],
    ['scaledownutilizationthreshold', '0.7', []],
    ['scaledownutilizationthreshold', '70%', ['PW9235']],
    ['maxnodeprovisiontime', '', []],
    ['', 'x', []],
  ])('%s %s', (name, value, expected) => {
    expect(codes(option(name, value))).toEqual(expected);
  });
});

it('says that a paused group is passed over', () => {
  const text = machineDeployment({ annotations: { 'cluster.x-k8s.io/paused': 'false' } });
  expect(lintText(text).diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
    ['PW9231', 'info'],
  ]);
});
