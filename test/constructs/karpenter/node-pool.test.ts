import { Chart, JsonPatch, Lazy, Testing } from 'cdk8s';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { Ec2NodeClass, type NodeClassRef, NodePool, type NodePoolSpec } from '../../../constructs/index.ts';
import { LABELS_1_14 } from '../../../src/providers/aws/labels-1-14.ts';
import { chart, NODE_CLASS, NODE_POOL, synthNodePool } from '../harness.ts';

describe('NodePool', () => {
  it('writes what it was given under the explicit name', () => {
    expect(synthNodePool(NODE_POOL, { name: 'default' })).toEqual({
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata: { name: 'default' },
      spec: NODE_POOL,
    });
  });

  it('gets a name from its path when none is given', () => {
    expect(synthNodePool(NODE_POOL).metadata.name).toMatch(/^chart-pool-[a-z0-9]+$/);
  });

  it('takes labels and annotations of its own, and those of the chart', () => {
    const scope = new Chart(Testing.app(), 'chart', { labels: { team: 'platform' } });
    new NodePool(scope, 'pool', { metadata: { annotations: { note: 'x' } }, spec: NODE_POOL });
    expect(Testing.synth(scope)[0].metadata).toMatchObject({
      labels: { team: 'platform' },
      annotations: { note: 'x' },
    });
  });

  it('names a node class by its ref', () => {
    const scope = chart();
    const nodeClass = new Ec2NodeClass(scope, 'class', { metadata: { name: 'gpu' }, spec: NODE_CLASS });
    new NodePool(scope, 'pool', {
      spec: { template: { spec: { nodeClassRef: nodeClass.ref, requirements: [] } } },
    });
    expect(Testing.synth(scope)[1].spec.template.spec.nodeClassRef).toEqual({
      group: 'karpenter.k8s.aws',
      kind: 'EC2NodeClass',
      name: 'gpu',
    });
    expectTypeOf(nodeClass.ref).toEqualTypeOf<NodeClassRef>();
  });

  it('keeps false, 0, empty lists and empty text', () => {
    const spec = {
      template: {
        metadata: { labels: { empty: '' } },
        spec: { ...NODE_POOL.template.spec, requirements: [], taints: [] },
      },
      disruption: { consolidateAfter: '0s', budgets: [] },
      replicas: 0,
    };
    expect(synthNodePool(spec).spec).toEqual(spec);
  });

  it('keeps keys that cdk8s itself trips over', () => {
    const annotations = Object.fromEntries([
      ['constructor', 'a'],
      ['value', 'b'],
      ['__proto__', 'c'],
      ['toString', 'd'],
    ]);
    const spec = { template: { metadata: { annotations }, spec: NODE_POOL.template.spec } };
    expect(new Map(Object.entries(synthNodePool(spec).spec.template.metadata.annotations))).toEqual(
      new Map(Object.entries(annotations)),
    );
  });

  it('resolves lazy values and applies JSON patches before it checks', () => {
    const scope = chart();
    const pool = new NodePool(scope, 'pool', {
      spec: { ...NODE_POOL, weight: Lazy.any({ produce: () => 10 }) as number },
    });
    expect(Testing.synth(scope)[0].spec.weight).toBe(10);
    pool.addJsonPatch(JsonPatch.replace('/spec/weight', 101));
    expect(() => Testing.synth(scope)).toThrow(
      '[chart/pool] spec.weight: 101 is not an integer between 1 and 100',
    );
  });

  it('recognises its own', () => {
    const scope = chart();
    const pool: unknown = new NodePool(scope, 'pool', { spec: NODE_POOL });
    expect([NodePool.isNodePool(pool), Ec2NodeClass.isEc2NodeClass(pool)]).toEqual([true, false]);
    expect(NodePool.isNodePool(undefined)).toBe(false);
  });

  it('refuses in types what the API has not', () => {
    expectTypeOf<{ limits: { cpu: 111 } }>().not.toExtend<Pick<NodePoolSpec, 'limits'>>();
    expectTypeOf<'in'>().not.toExtend<
      NonNullable<NodePoolSpec['template']['spec']['requirements'][number]['operator']>
    >();
  });
});

describe('the last net under a NodePool', () => {
  const { spec: claim } = NODE_POOL.template;
  const withClaim = (more: object): object => ({ template: { spec: { ...claim, ...more } } });
  const requirement = (more: object): object =>
    withClaim({ requirements: [{ key: 'cpu', operator: 'In', values: ['4'], ...more }] });
  const at = 'spec.template.spec';

  it.each<[string, object, string]>([
    ['no template', {}, `${at} is required`],
    ['no node class', withClaim({ nodeClassRef: undefined }), `${at}.nodeClassRef is required`],
    [
      'a node class group with a version',
      withClaim({ nodeClassRef: { group: 'karpenter.k8s.aws/v1', kind: 'EC2NodeClass', name: 'x' } }),
      `${at}.nodeClassRef.group: "karpenter.k8s.aws/v1" must not carry a version`,
    ],
    [
      'no requirements',
      withClaim({ requirements: undefined }),
      `${at}.requirements is required, if only as []`,
    ],
    [
      'In without values',
      requirement({ values: [] }),
      `${at}.requirements[0] (cpu): In needs at least one value`,
    ],
    [
      'a bound with two values',
      requirement({ operator: 'Gt', values: ['1', '2'] }),
      `${at}.requirements[0] (cpu): Gt needs exactly one non-negative integer`,
    ],
    [
      'a negative bound',
      requirement({ operator: 'Lte', values: ['-1'] }),
      `${at}.requirements[0] (cpu): Lte needs exactly one non-negative integer`,
    ],
    [
      'minValues above the listed values',
      requirement({ minValues: 2 }),
      `${at}.requirements[0] (cpu): minValues is 2, but only 1 value is listed`,
    ],
    [
      'minValues out of range',
      requirement({ operator: 'Exists', values: undefined, minValues: 51 }),
      `${at}.requirements[0] (cpu): minValues 51 is not between 1 and 50`,
    ],
    [
      'an empty taint value',
      withClaim({ taints: [{ key: 'a', value: '', effect: 'NoSchedule' }] }),
      `${at}.taints[0].value is empty: leave it out`,
    ],
    [
      'a taint repeated as a startup taint',
      withClaim({
        taints: [{ key: 'a', value: 'x', effect: 'NoSchedule' }],
        startupTaints: [{ key: 'a', effect: 'NoSchedule' }],
      }),
      `${at}.startupTaints[0]: a:NoSchedule occurs twice in taints and startupTaints`,
    ],
    [
      'an expiry in days',
      withClaim({ expireAfter: '30d' }),
      `${at}.expireAfter: "30d" is not a duration of h, m and s, nor Never`,
    ],
    [
      'an endless grace period',
      withClaim({ terminationGracePeriod: 'Never' }),
      `${at}.terminationGracePeriod: "Never" is not a duration of h, m and s`,
    ],
    [
      'disruption without consolidateAfter',
      { ...NODE_POOL, disruption: {} },
      'spec.disruption.consolidateAfter is required',
    ],
    [
      'a budget above 100%',
      { ...NODE_POOL, disruption: { consolidateAfter: '1m', budgets: [{ nodes: '101%' }] } },
      'spec.disruption.budgets[0].nodes: "101%" is neither a count nor a percentage',
    ],
    [
      'a schedule without a duration',
      { ...NODE_POOL, disruption: { consolidateAfter: '1m', budgets: [{ nodes: '0', schedule: '@daily' }] } },
      'spec.disruption.budgets[0]: schedule and duration come together',
    ],
    [
      'a duration in seconds',
      {
        ...NODE_POOL,
        disruption: {
          consolidateAfter: '1m',
          budgets: [{ nodes: '0', schedule: '@daily', duration: '90s' }],
        },
      },
      'spec.disruption.budgets[0].duration: "90s" is not hours and minutes',
    ],
    [
      'a limit that is no quantity',
      { ...NODE_POOL, limits: { memory: '100GB' } },
      'spec.limits["memory"]: "100GB" is not a quantity',
    ],
    ['weight 0', { ...NODE_POOL, weight: 0 }, 'spec.weight: 0 is not an integer between 1 and 100'],
    [
      'a weight beside replicas',
      { ...NODE_POOL, weight: 1, replicas: 1 },
      'spec.weight has no place in a pool with replicas',
    ],
    [
      'limits beside replicas',
      { ...NODE_POOL, replicas: 1, limits: { cpu: '1', nodes: '2' } },
      'spec.limits of a pool with replicas may hold only "nodes"',
    ],
  ])('catches %s', (_title, spec, message) => {
    expect(() => synthNodePool(spec)).toThrow(`[chart/pool] ${message}`);
  });

  it('passes everything that is legal', () => {
    const spec: NodePoolSpec = {
      template: {
        metadata: { labels: { team: 'a' }, annotations: { note: 'b' } },
        spec: {
          nodeClassRef: claim.nodeClassRef,
          requirements: [
            { key: 'a', operator: 'In', values: ['x', 'y'], minValues: 2 },
            { key: 'b', operator: 'NotIn', values: [] },
            { key: 'c', operator: 'Exists' },
            { key: 'd', operator: 'Gte', values: ['0'] },
          ],
          taints: [
            { key: 'a', effect: 'NoSchedule' },
            { key: 'a', effect: 'NoExecute' },
          ],
          startupTaints: [{ key: 'b', value: 'c', effect: 'NoSchedule' }],
          expireAfter: 'Never',
          terminationGracePeriod: '1h30m',
        },
      },
      disruption: {
        consolidationPolicy: 'Balanced',
        consolidateAfter: 'Never',
        budgets: [
          { nodes: '100%' },
          { nodes: '0', schedule: '0 7 * * mon-fri', duration: '10h30m0s', reasons: ['Drifted'] },
        ],
      },
      limits: { cpu: '111', memory: '100Gi', 'nvidia.com/gpu': '4' },
      weight: 100,
    };
    expect(synthNodePool(spec).spec).toEqual(spec);
  });

  it.each([
    'karpenter.sh/nodepool',
    'kubernetes.io/hostname',
    'karpenter.sh/foo',
    'karpenter.k8s.aws/foo',
    'karpenter.k8s.aws/ec2nodeclass',
    'notkarpenter.sh/x',
    'a b',
    'x/y/z',
  ])('refuses the key %s in requirements and labels', (key) => {
    const template = { ...NODE_POOL.template, metadata: { labels: { [key]: 'x' } } };
    expect(() => synthNodePool({ ...NODE_POOL, template })).toThrow(
      `[chart/pool] spec.template.metadata.labels: "${key}" `,
    );
    expect(() => synthNodePool(withRequirement({ key, operator: 'Exists' }))).toThrow(
      `[chart/pool] spec.template.spec.requirements[0].key: "${key}" `,
    );
  });

  it('takes every label that Karpenter knows, and those of your own', () => {
    for (const key of [...LABELS_1_14.keys(), 'example.com/team', 'k8s.io/x', 'foo.k8s.aws/x']) {
      expect(() => synthNodePool(withRequirement({ key, operator: 'Exists' })), key).not.toThrow();
    }
  });

  it.each<[object, string]>([
    [{ key: 'a', operator: 'Foo' }, 'requirements[0] (a): operator: "Foo" is none of In, NotIn, '],
    [{ key: 'a', operator: 'In', values: ['b c'] }, 'requirements[0] (a): value: "b c" contains a space'],
    [
      { key: 'a', operator: 'In', values: ['b'], minValues: 2 },
      'requirements[0] (a): minValues is 2, but only 1 value is listed',
    ],
  ])('refuses the requirement %j', (requirement, message) => {
    expect(() => synthNodePool(withRequirement(requirement))).toThrow(`spec.template.spec.${message}`);
  });

  it('refuses label values and names that are none', () => {
    const template = { ...NODE_POOL.template, metadata: { labels: { a: 'b c' } } };
    expect(() => synthNodePool({ ...NODE_POOL, template })).toThrow(
      'spec.template.metadata.labels["a"]: "b c" contains a space',
    );
    expect(() => synthNodePool(NODE_POOL, { name: 'UPPER' })).toThrow(
      '[chart/pool] metadata.name: "UPPER" contains an upper-case letter',
    );
    expect(synthNodePool(NODE_POOL, { name: 'a.b' }).metadata.name).toBe('a.b');
  });

  it('checks a name that a patch writes', () => {
    const scope = chart();
    const pool = new NodePool(scope, 'pool', { spec: NODE_POOL });
    pool.addJsonPatch(JsonPatch.replace('/metadata/name', 'a_b'));
    expect(() => Testing.synth(scope)).toThrow('metadata.name: "a_b" contains `_`');
  });
});

function withRequirement(requirement: object): object {
  const spec = { ...NODE_POOL.template.spec, requirements: [requirement] };
  return { ...NODE_POOL, template: { spec } };
}
