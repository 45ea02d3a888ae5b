import { describe, expect, it } from 'vitest';
import { importText, told } from './harness.ts';

const CLASS = `---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: default}
spec:
  amiSelectorTerms: [{alias: al2023@v20260101}]
  role: nodes
  subnetSelectorTerms: [{id: subnet-0a}]
  securityGroupSelectorTerms: [{id: sg-0a}]
`;

function pool(name: string, spec: Readonly<Record<string, string>> = {}, more = ''): string {
  const fields = Object.entries(spec).map(([key, value]) => `      ${key}: ${value}\n`);
  return `---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: ${name}}
spec:
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements: []
${fields.join('')}${more}`;
}

describe('the import tells', () => {
  it.each([
    ['nothing about a pool that comes back', pool('default') + CLASS],
    ['that a node class is missing', pool('default') + pool('other')],
    ['that a node class is not used', pool('default') + CLASS + CLASS.replace('name: default', 'name: idle')],
    ['of an object given twice', pool('default') + pool('default') + CLASS],
    ['of a name no pool can have', pool('team.default') + CLASS],
    [
      'of a pool of another provider',
      pool('default').replace(
        /nodeClassRef: .*/,
        'nodeClassRef: {group: karpenter.azure.com, kind: AKSNodeClass, name: default}',
      ),
    ],
    [
      'of the old API',
      pool('default').replace('karpenter.sh/v1', 'karpenter.sh/v1beta1') +
        CLASS.replace('aws/v1', 'aws/v1beta1'),
    ],
    ['of a kind that is nearly one', pool('default').replace('kind: NodePool', 'kind: Nodepool')],
    [
      'of a field nobody knows',
      pool('default', { kubelet: '{maxPods: 10}' }) + CLASS.replace('spec:', 'spec:\n  amiVersion: 3'),
    ],
    ['of a field of the wrong type', pool('default', { expireAfter: '720' }) + CLASS],
    [
      'of what rotates',
      pool('default', { taints: '[{key: a, effect: NoSchedule, timeAdded: "2026-01-01T00:00:00Z"}]' }) +
        CLASS,
    ],
    [
      'of own labels',
      pool('default').replace(
        '{name: default}',
        '{name: default, labels: {team: a, app.kubernetes.io/managed-by: Helm}}',
      ) + CLASS,
    ],
    ['of kinds that are none of its business', 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\n'],
    [
      'how a Kustomization is rendered',
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [a.yaml]\n',
    ],
    ['of an empty list', 'apiVersion: v1\nkind: List\nitems: []\n'],
    ['of nothing at all', ''],
    ['of text that is no YAML', '{{- if .Values.karpenter }}\nkind: NodePool\n'],
  ])('%s', (_what, objects) => {
    expect(told(importText(objects))).toMatchSnapshot();
  });

  it('that recorded hashes are those of the objects, or not', () => {
    const withHash = (text: string, name: string, key: string, hash: string, version: string) =>
      text.replace(
        `{name: ${name}}`,
        `{name: ${name}, annotations: {${key}: "${hash}", ${key}-version: ${version}}}`,
      );
    const poolHash = (hash: string, version = 'v3') =>
      withHash(pool('default'), 'default', 'karpenter.sh/nodepool-hash', hash, version) + CLASS;
    expect(told(importText(poolHash('6821555240594823858')))).toEqual([]);
    expect(told(importText(poolHash('6821555240594823859')))).toEqual([
      'PW9313 NodePool `default`: its recorded drift hash `6821555240594823859` is not that of its fields',
    ]);
    expect(told(importText(poolHash('1', 'v2')))).toEqual([
      'PW9313 NodePool `default`: its drift hash is of version `v2`, which cannot be checked',
    ]);
  });

  it('that of several node classes one does not agree with the others about the cluster', () => {
    const key = 'karpenter.k8s.aws/ec2nodeclass-hash';
    const nodeClass = (name: string, hash: bigint) =>
      CLASS.replace(
        '{name: default}',
        `{name: ${name}, annotations: {${key}: "${hash}", ${key}-version: v5}}`,
      );
    const user = (name: string) =>
      pool(name).replace('name: default}\n      requirements', `name: ${name}}\n      requirements`);
    const text = (last: bigint) =>
      ['a', 'b', 'c'].map((name) => user(name) + nodeClass(name, name === 'c' ? last : 12345n)).join('');
    expect(told(importText(text(12345n)))).toEqual([]);
    expect(told(importText(text(12346n)))).toEqual([
      'PW9313 EC2NodeClass `c`: its recorded drift hash `12346` is not that of its fields',
    ]);
  });
});

describe('the definition', () => {
  it('reads well, and says what could not be carried over', () => {
    const objects =
      pool('default', { taints: '[]' }, '  limits: {cpu: 100}\n') +
      pool('gpu', { taints: '[{key: a, effect: NoSchedule, timeAdded: "2026-01-01T00:00:00Z"}]' }) +
      CLASS.replace('spec:\n', 'status: {subnets: [{id: subnet-0a, zone: eu-west-1a}]}\nspec:\n');
    expect(importText(objects).text).toMatchInlineSnapshot(`
      "# Written by \`poolwright import\` from objects of a cluster.
      # Applying what this compiles to REPLACES NODES: the comments of the pools say which and why.
      # \`defaults: 0\` keeps built-in values out of a pool that had none: filling one in would replace its nodes or
      #   change what it may launch.
      # Not in the objects, and of use for prices and the dry run under \`poolwright\`: \`kubernetes_version\`.

      poolwright:
        zones: [eu-west-1a]
        profiles:
          default:
            node_class_name: default
            defaults: 0
            node_class:
              ami: al2023@v20260101
              subnet_selector_terms:
                - id: subnet-0a
              security_group_selector_terms:
                - id: sg-0a
              role: nodes

      karpenter:
        node_pools:
          default:
            profile: default
            limits:
              cpu: "100"
            taints: []

          # PW9303: NodePool \`gpu\`: unknown key \`timeAdded\` in this item of \`taints\`.
          # PW9310: NodePool \`gpu\`: \`spec.template.spec.taints[0].timeAdded\` is \`2026-01-01T00:00:00Z\` and goes,
          #   which replaces all nodes of \`gpu\`.
          gpu:
            profile: default
            taints:
              - key: a
                effect: NoSchedule
      "
    `);
  });
});
