import { describe, expect, test } from 'vitest';
import type { Layer, Origin } from '../../src/diagnostics/origin.ts';
import type { CompiledPool } from '../../src/model/compilation.ts';
import { explainPool } from '../../src/report/explain-pool.ts';
import { explainPoolText } from '../../src/report/explain-pool-text.ts';
import { table } from '../../src/report/table.ts';
import { COMPILED, COMPILED_POOL, origin } from './compiled.ts';
import { at, DEFAULTS, DEFINITION } from './harness.ts';

const BUILT_IN: Layer = { kind: 'built-in', set: 1 };
const builtIn = origin(at(DEFINITION, 'default'), BUILT_IN);
const own = (text: string) => origin(at(DEFINITION, text), { kind: 'pool', name: 'default' });
const inherited = (layer: Layer) => origin(at(DEFAULTS, 'spot', 1), layer);

const NODE_CLASS: NonNullable<CompiledPool['nodeClass']> = {
  apiVersion: 'karpenter.k8s.aws/v1',
  kind: 'EC2NodeClass',
  name: 'default',
  pool: 'default',
  spec: {
    amiSelectorTerms: [{ alias: 'al2023@v1' }],
    subnetSelectorTerms: [{ tags: { 'example.com/net': 'a', private: 'true' } }],
    securityGroupSelectorTerms: [],
    associatePublicIPAddress: false,
    blockDeviceMappings: [{ deviceName: '/dev/xvda', ebs: { volumeSize: '100Gi', encrypted: true } }],
    userData: '#!/bin/sh\necho hello\n',
  },
  origins: new Map<string, Origin>([
    ['', own('default')],
    ['/spec/amiSelectorTerms/0/alias', inherited({ kind: 'node_class' })],
    ['/spec/subnetSelectorTerms', builtIn],
    ['/spec/subnetSelectorTerms/0/tags/private', inherited({ kind: 'settings' })],
    ['/spec/associatePublicIPAddress', builtIn],
    ['/spec/blockDeviceMappings', builtIn],
    ['/spec/blockDeviceMappings/0/ebs/volumeSize', own('"100Gi"')],
  ]),
};

const NODE_POOL: NonNullable<CompiledPool['nodePool']> = {
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  name: 'default',
  pool: 'default',
  spec: {
    template: {
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        requirements: [
          { key: 'karpenter.k8s.aws/instance-category', operator: 'In', values: ['c', 'm'], minValues: 2 },
          { key: 'kubernetes.io/os', operator: 'Exists' },
        ],
        taints: [{ key: 'spot', effect: 'NoSchedule' }],
      },
    },
    limits: { cpu: '100' },
  },
  origins: new Map<string, Origin>([
    ['', own('default')],
    ['/spec/template/spec/requirements/0/key', own('karpenter.k8s.aws/instance-category')],
    ['/spec/template/spec/requirements/0/values/0', own('[C]')],
    ['/spec/template/spec/requirements/1', builtIn],
    ['/spec/template/spec/taints', inherited({ kind: 'profile', name: 'spot' })],
  ]),
};

function explain(compiled: CompiledPool) {
  return explainPool({ cluster: COMPILED, compiled, admits: () => true });
}

function fieldsText(compiled: CompiledPool, columns?: number): string {
  const text = explainPoolText(explain(compiled), {
    fields: true,
    ...(columns === undefined ? {} : { columns }),
  });
  return text.slice(text.indexOf('fields of'), text.indexOf('\n\nrequirements'));
}

const COMPLETE = { ...COMPILED_POOL, nodeClass: NODE_CLASS, nodePool: NODE_POOL };

describe('the fields of a pool', () => {
  test('are those of its objects and those that only the definition has', () => {
    expect(fieldsText(COMPLETE)).toMatchInlineSnapshot(`
      "fields of EC2NodeClass default
      where                          field
      line 3                         securityGroupSelectorTerms: []
      built-in set 1                 associatePublicIPAddress: false
      line 3                         userData: #!/bin/sh … (2 lines)
                                     amiSelectorTerms[0]:
      _defaults.yaml:5 (node_class)    alias: al2023@v1
                                     subnetSelectorTerms[0].tags:
      built-in set 1                   example.com/net: a
      _defaults.yaml:5 (settings)      private: "true"
                                     blockDeviceMappings[0]:
      built-in set 1                   deviceName: /dev/xvda
                                     blockDeviceMappings[0].ebs:
      line 5                           volumeSize: 100Gi
      built-in set 1                   encrypted: true

      fields of NodePool default
      where                            field
                                       template.spec.nodeClassRef:
      line 3                             group: karpenter.k8s.aws
      line 3                             kind: EC2NodeClass
      line 3                             name: default
                                       template.spec.requirements:
      line 7                             karpenter.k8s.aws/instance-category In [c, m], at least 2 values
      built-in set 1                     kubernetes.io/os Exists
                                       template.spec.taints[0]:
      _defaults.yaml:5 (profile spot)    key: spot
      _defaults.yaml:5 (profile spot)    effect: NoSchedule
                                       limits:
      line 3                             cpu: "100""
    `);
  });

  test('stay within the width of the terminal', () => {
    const lines = fieldsText(COMPLETE, 70).split('\n');
    expect(lines.filter((line) => line.length > 70)).toEqual([]);
    expect(lines.join('\n')).toContain('instance-category\n                                     In [c, m]');
  });

  test('are those of the definition where no object could be built', () => {
    expect(fieldsText(COMPILED_POOL)).toContain('fields of the definition\n');
    expect(fieldsText(COMPILED_POOL)).toContain('node_class.volumeSize: 100Gi');
    expect(fieldsText(COMPLETE)).not.toContain('node_class.volumeSize');
  });

  test('are in JSON leaf by leaf, each with its pointer, value, layer and place', () => {
    const [nodeClass, nodePool] = explain(COMPLETE).objects;
    expect(nodeClass?.fields.find(({ pointer }) => pointer.endsWith('/encrypted'))).toMatchObject({
      pointer: '/spec/blockDeviceMappings/0/ebs/encrypted',
      value: true,
      layer: 'built-in',
    });
    expect(nodeClass?.fields.find(({ pointer }) => pointer.endsWith('/userData'))?.value).toContain('echo');
    expect(nodePool?.fields.map(({ pointer, value }) => [pointer, value])).toEqual([
      ['/spec/template/spec/nodeClassRef/group', 'karpenter.k8s.aws'],
      ['/spec/template/spec/nodeClassRef/kind', 'EC2NodeClass'],
      ['/spec/template/spec/nodeClassRef/name', 'default'],
      ['/spec/template/spec/requirements/0/key', 'karpenter.k8s.aws/instance-category'],
      ['/spec/template/spec/requirements/0/operator', 'In'],
      ['/spec/template/spec/requirements/0/values', ['c', 'm']],
      ['/spec/template/spec/requirements/0/minValues', 2],
      ['/spec/template/spec/requirements/1/key', 'kubernetes.io/os'],
      ['/spec/template/spec/requirements/1/operator', 'Exists'],
      ['/spec/template/spec/taints/0/key', 'spot'],
      ['/spec/template/spec/taints/0/effect', 'NoSchedule'],
      ['/spec/limits/cpu', '100'],
    ]);
    const values = nodePool?.fields.find(({ pointer }) => pointer.endsWith('/values'));
    expect(values?.place.range.start.line).toBe(DEFINITION.positionAt(at(DEFINITION, '[C]').start).line);
  });
});

test('tables wrap their last column and indent what continues it', () => {
  const columns = [{ title: 'n', align: 'right' }, { title: 'text' }] as const;
  const rows = [
    ['10', '  one two three four five six'],
    ['1', 'short'],
  ];
  expect(table(columns, rows, { columns: 24 })).toEqual([
    ' n  text',
    '10    one two three four',
    '        five six',
    ' 1  short',
  ]);
});
