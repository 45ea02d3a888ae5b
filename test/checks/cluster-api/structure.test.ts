import { describe, expect, it } from 'vitest';
import { Source } from '../../../src/diagnostics/source.ts';
import { lintManifests } from '../../../src/lint-manifests.ts';
import { documents, found, lintText, machineDeployment } from './harness.ts';

function codes(...texts: readonly string[]): readonly string[] {
  return lintText(documents(...texts)).diagnostics.map(({ code }) => code);
}

const BAD = { annotations: { 'max-size': 'five' } };

describe('which objects are judged', () => {
  it('MachineSets and MachinePools too, but for those of a MachineDeployment', () => {
    expect(codes(machineDeployment(BAD).replace('"MachineDeployment"', '"MachinePool"'))).toEqual(['PW9202']);
    expect(codes(machineDeployment(BAD).replace('"MachineDeployment"', '"MachineSet"'))).toEqual(['PW9202']);
    const owner = {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'MachineDeployment',
      name: 'web',
      uid: 'x',
    };
    const owned = machineDeployment({ ...BAD, metadata: { ownerReferences: [owner] } });
    expect(codes(owned.replace('"MachineDeployment"', '"MachineSet"'))).toEqual([]);
  });

  it('in lists of any kind', () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [JSON.parse(machineDeployment(BAD)) as unknown] };
    expect(codes(JSON.stringify(list))).toEqual(['PW9202']);
    const typed = { ...list, apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'MachineDeploymentList' };
    expect(codes(JSON.stringify(typed))).toEqual(['PW9202']);
  });

  it('but not another group’s of the same kind', () => {
    expect(codes(machineDeployment({ ...BAD, apiVersion: 'machine.sapcloud.io/v1alpha1' }))).toEqual([]);
  });
});

describe('replicas', () => {
  it('are the autoscaler’s', () => {
    expect(codes(machineDeployment({ spec: { replicas: 3 } }))).toEqual(['PW9214']);
    expect(codes(machineDeployment({ spec: { replicas: 3 }, metadata: { uid: 'live' } }))).toEqual([]);
    const none = { 'min-size': undefined, 'max-size': undefined };
    expect(codes(machineDeployment({ spec: { replicas: 3 }, annotations: none }))).toEqual([]);
  });

  const topology = (group: object, kind = 'Cluster') =>
    JSON.stringify({
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind,
      metadata: { name: 'prod' },
      spec:
        kind === 'Cluster'
          ? { topology: { workers: { machineDeployments: [{ name: 'web', class: 'x', ...group }] } } }
          : { workers: { machineDeployments: [{ class: 'x', ...group }] } },
    });
  const { metadata } = JSON.parse(machineDeployment()) as { metadata: object };

  it('of a topology, and of a class, are refused', () => {
    expect(codes(topology({ metadata }))).toEqual([]);
    expect(found(topology({ metadata, replicas: 3 }))).toEqual([
      'PW9215 3: `web` in the topology of Cluster `default/prod` has replicas and an autoscaler annotation',
    ]);
    expect(codes(topology({ metadata, replicas: 3 }, 'ClusterClass'))).toEqual(['PW9215']);
  });

  const owner = (ref: object, spec: object, namespace = 'default') =>
    JSON.stringify({
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Cluster',
      metadata: { name: 'prod', namespace },
      spec: { topology: { ...ref, workers: { machineDeployments: [{ name: 'web', class: 'x', ...spec }] } } },
    });
  const owned = (own: object, version = 'v1beta2') =>
    JSON.stringify({
      apiVersion: `cluster.x-k8s.io/${version}`,
      kind: 'ClusterClass',
      metadata: { name: 'aws', namespace: 'default' },
      spec: { workers: { machineDeployments: [{ class: 'y' }, { class: 'x', ...own }] } },
    });

  it('of a topology are refused if its class has the sizes', () => {
    const text = documents(owner({ classRef: { name: 'aws' } }, { replicas: 3 }), owned({ metadata }));
    expect(found(text)).toEqual([
      'PW9215 3: `web` in the topology of Cluster `default/prod` has replicas, and the class `x` of ClusterClass `default/aws` has an autoscaler annotation',
    ]);
    const [{ related, fix } = { related: [] }] = lintText(text).diagnostics;
    expect(related.map(({ span }) => span.source.text.slice(span.start, span.end))).toEqual([
      '"cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size"',
    ]);
    expect(fix?.title).toBe('remove `replicas`');
  });

  it.each<readonly [string, readonly string[], readonly string[]]>([
    [
      'by `class` and `template` in v1beta1',
      [
        owner({ class: 'aws', classNamespace: 'default' }, { replicas: 1 }, 'other'),
        owned({ template: { metadata } }, 'v1beta1'),
      ],
      ['PW9215', 'PW9227'],
    ],
    [
      'not in another ClusterClass',
      [owner({ classRef: { name: 'gcp' } }, { replicas: 1 }), owned({ metadata })],
      [],
    ],
    [
      'not in another namespace',
      [owner({ classRef: { name: 'aws' } }, { replicas: 1 }, 'other'), owned({ metadata })],
      [],
    ],
    [
      'not in another class',
      [owner({ classRef: { name: 'aws' } }, { class: 'y', replicas: 1 }), owned({ metadata })],
      [],
    ],
    ['without replicas', [owner({ classRef: { name: 'aws' } }, {}), owned({ metadata })], []],
  ])('are looked for in the class %s', (_case, texts, expected) => {
    expect(codes(...texts).toSorted()).toEqual(expected);
  });

  it('and capacity come from the class where the topology has none', () => {
    const MAX = 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size';
    const text = owner({ classRef: { name: 'aws' } }, { metadata: { annotations: { [MAX]: '9' } } });
    expect(codes(text)).toEqual(['PW9203', 'PW9206']);
    expect(codes(text, owned({ metadata }))).toEqual([]);
  });

  it('are not all that is judged of a topology', () => {
    const bad = topology({ metadata }).replace('16Gi', '16GiB');
    expect(found(bad)).toEqual([
      expect.stringContaining('`memory` of `web` in the topology of Cluster `default/prod` is `16GiB`'),
    ]);
  });
});

describe('selectors', () => {
  const group = (name: string, selector: object | undefined, labels: object, spec: object = {}) =>
    machineDeployment({ name, spec: { selector, ...spec }, template: { metadata: { labels } } });

  it('that match the machines of another group are told to both', () => {
    const all = ['a', 'b', 'c'].map((name) => group(name, { matchLabels: { app: 'x' } }, { app: 'x' }));
    expect(found(documents(...all)).map((one) => one.replace(/.*the selector/, 'the selector'))).toEqual([
      'the selector of MachineDeployment `clusters/a` also matches the machines of `b` and `c`',
      'the selector of MachineDeployment `clusters/b` also matches the machines of `a` and `c`',
      'the selector of MachineDeployment `clusters/c` also matches the machines of `a` and `b`',
    ]);
  });

  it.each<readonly [string, readonly string[]]>([
    [
      'of another cluster',
      [
        group('a', { matchLabels: { app: 'x' } }, { app: 'x' }),
        group('b', { matchLabels: { app: 'x' } }, { app: 'x' }, { clusterName: 'other' }),
      ],
    ],
    ['that are empty, which Cluster API fills in', [group('a', {}, {}), group('b', {}, {})]],
    [
      'that one group alone has',
      [
        group('a', { matchLabels: { app: 'x' } }, { app: 'x' }),
        group('b', { matchLabels: { app: 'y' } }, { app: 'y' }),
      ],
    ],
    [
      'of the same group given twice',
      [
        group('a', { matchLabels: { app: 'x' } }, { app: 'x' }),
        group('a', { matchLabels: { app: 'x' } }, { app: 'x' }),
      ],
    ],
  ])('are fine with those %s', (_case, texts) => {
    expect(codes(...texts)).toEqual([]);
  });

  it('by expressions are understood', () => {
    const some = { matchExpressions: [{ key: 'app', operator: 'In', values: ['x', 'y'] }] };
    expect(
      codes(group('a', some, { app: 'x' }), group('b', { matchLabels: { app: 'y' } }, { app: 'y' })),
    ).toEqual(['PW9216']);
  });
});

describe('names', () => {
  it.each([
    ['a'.repeat(51), []],
    ['a'.repeat(52), ['PW9217']],
    ['a'.repeat(63), ['PW9217']],
    ['a'.repeat(64), ['PW9218']],
    ['Web', ['PW9218']],
    ['web_1', ['PW9218']],
  ])('%s', (name, expected) => {
    expect(codes(machineDeployment({ name }))).toEqual(expected);
  });
});

describe('taints in the spec', () => {
  const taints = [{ key: 'a', effect: 'NoSchedule', propagation: 'Always' }];
  const manager = (gates: string) =>
    JSON.stringify({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'capi-controller-manager' },
      spec: { template: { spec: { containers: [{ args: [`--feature-gates=${gates}`] }] } } },
    });

  it('need the gate, unless they are live', () => {
    const text = machineDeployment({ templateSpec: { taints } });
    expect(codes(text)).toEqual(['PW9212']);
    expect(codes(text, manager('MachinePool=true,MachineTaintPropagation=true'))).toEqual([]);
    expect(codes(text, manager('MachineTaintPropagation=false'))).toEqual(['PW9212']);
    expect(codes(machineDeployment({ templateSpec: { taints }, metadata: { uid: 'x' } }))).toEqual([]);
  });

  it('are fine where somebody says that the gate is on', () => {
    const sources = [new Source('m.json', machineDeployment({ templateSpec: { taints } }))];
    expect(lintManifests({ sources, featureGates: ['MachineTaintPropagation'] }).diagnostics).toEqual([]);
    expect(lintManifests({ sources, featureGates: [] }).diagnostics).toHaveLength(1);
  });
});

describe('what v1beta2 does not take empty', () => {
  it.each([
    [{ spec: { rollout: {} } }, 1],
    [{ spec: { rollout: { strategy: { rollingUpdate: {} } } } }, 1],
    [{ spec: { deletion: {}, remediation: {}, machineNaming: {} } }, 3],
    [{ template: { metadata: {} }, spec: { selector: {} } }, 1],
    [{ templateSpec: { deletion: {}, taints: [], readinessGates: [] } }, 3],
  ])('%o', (given, count) => {
    expect(codes(machineDeployment(given))).toEqual(Array(count).fill('PW9229'));
    const old = machineDeployment({ ...given, apiVersion: 'cluster.x-k8s.io/v1beta1' });
    expect(codes(old)).toEqual(['PW9227']);
  });
});

describe('templates', () => {
  const template = (spec: object, more: object = {}) =>
    JSON.stringify({
      apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2',
      kind: 'AWSMachineTemplate',
      metadata: { name: 't', namespace: 'clusters' },
      spec,
      ...more,
    });
  const m5 = { template: { spec: { instanceType: 'm5.large', ami: { id: 'ami-1' } } } };
  const m6 = { template: { spec: { instanceType: 'm6i.large', ami: { id: 'ami-1' } } } };
  const withBase = (base: string, text: string) =>
    lintManifests({ sources: [new Source('new.yaml', text)], base: [new Source('old.yaml', base)] })
      .diagnostics;

  it('have one content under one name', () => {
    expect(codes(template(m5), template(m5))).toEqual([]);
    expect(found(documents(template(m5), template(m6)))).toEqual([
      'PW9230 "m6i.large": AWSMachineTemplate `clusters/t` has other contents than before under the same name',
    ]);
  });

  it('are compared with what was there before', () => {
    expect(withBase(template(m5), template(m5))).toEqual([]);
    const [one, ...more] = withBase(template(m5), template(m6));
    expect([one?.code, one?.related.map(({ span }) => span.source.file)]).toEqual(['PW9230', ['old.yaml']]);
    expect(more).toEqual([]);
    const gone = { template: { spec: { instanceType: 'm5.large' } } };
    expect(withBase(template(m5), template(gone)).map(({ code }) => code)).toEqual(['PW9230']);
  });

  it('of a dump may have defaults beside', () => {
    const dumped = template(m5, { metadata: { name: 't', namespace: 'clusters', uid: 'x' } });
    const written = { template: { spec: { instanceType: 'm5.large' } } };
    expect(withBase(dumped, template(written))).toEqual([]);
    expect(withBase(dumped, template(m6)).map(({ code }) => code)).toEqual(['PW9230']);
  });

  it('have no status but in a dump', () => {
    const status = { capacity: { cpu: '4' } };
    expect(codes(template(m5, { status }))).toEqual(['PW9213']);
    expect(codes(template(m5, { status, metadata: { name: 't', uid: 'x' } }))).toEqual([]);
  });

  it('of Docker go away', () => {
    expect(codes(template({}).replace('AWSMachineTemplate', 'DockerMachineTemplate'))).toEqual(['PW9228']);
  });
});

describe('v1beta1', () => {
  it('is said once a file', () => {
    const old = ['a', 'b', 'c'].map((name) =>
      machineDeployment({ name, apiVersion: 'cluster.x-k8s.io/v1beta1' }),
    );
    expect(found(documents(...old))).toEqual([
      'PW9227 "cluster.x-k8s.io/v1beta1": MachineDeployment `clusters/a` is `cluster.x-k8s.io/v1beta1`, as are 2 other objects in this file',
    ]);
  });
});

describe('comments', () => {
  const yaml = `apiVersion: cluster.x-k8s.io/v1beta1 # poolwright-ignore PW9227: until the next release
kind: MachineDeployment
metadata: {name: web}
spec: {}
`;

  it('silence warnings, and no errors', () => {
    expect(found(yaml)).toEqual([]);
    expect(found(yaml.replace('PW9227', 'PW9201')).map((one) => one.slice(0, 6))).toEqual([
      'PW9227',
      'PW1050',
    ]);
  });
});

describe('placeholders', () => {
  it('are no mistake, but the group is not judged', () => {
    const annotations = { 'max-size': '${MAX}', memory: '500mb' };
    expect(found(machineDeployment({ annotations }))).toEqual([
      'PW9240 "${MAX}": MachineDeployment `clusters/web` has a placeholder in its annotations, so it is not judged',
    ]);
    expect(codes(machineDeployment({ name: '${CLUSTER_NAME}-md-0' }))).toEqual([]);
  });
});

describe('several files', () => {
  const template = (type: string) =>
    `apiVersion: infrastructure.cluster.x-k8s.io/v1beta2\nkind: AWSMachineTemplate\nmetadata: {name: t}\nspec: {template: {spec: {instanceType: ${type}}}}\n`;
  const lint = (texts: readonly string[], base: readonly string[] = []) =>
    lintManifests({
      sources: texts.map((text, i) => new Source(`${i}.yaml`, text)),
      base: base.map((text, i) => new Source(`base/${i}.yaml`, text)),
    }).diagnostics.map(({ code, span }) => `${code} ${span.source.file}`);

  it('may have templates of one name, for several clusters', () => {
    const both = [template('m5.large'), template('m6i.large')];
    expect(lint(both)).toEqual([]);
    expect(lint(both, both)).toEqual([]);
    expect(lint([template('m5.large'), template('m7i.large')], both)).toEqual(['PW9230 1.yaml']);
  });
});
