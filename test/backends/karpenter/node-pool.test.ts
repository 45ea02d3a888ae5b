import { describe, expect, it } from 'vitest';
import { nodePool } from '../../../src/backends/karpenter/node-pool.ts';
import { KARPENTER_VERSIONS, type KarpenterVersions } from '../../../src/backends/karpenter/versions.ts';
import { jsonPointer } from '../../../src/diagnostics/json-pointer.ts';
import type { NodePoolObject } from '../../../src/model/compilation.ts';
import { cluster, PROVIDER, type PlainPool, pool } from '../harness.ts';

function compile(plain: PlainPool): NodePoolObject {
  const { object, diagnostics } = nodePool(pool(plain), cluster(), PROVIDER);
  expect(diagnostics).toEqual([]);
  if (object === undefined) throw new Error('no object');
  return object;
}

const FULL: PlainPool = {
  labels: { team: 'a', 'example.com/tier': '' },
  annotations: { note: 'b' },
  limits: { cpu: '111', memory: '100Gi' },
  requirements: [
    { key: 'karpenter.k8s.aws/instance-category', operator: 'In', values: ['m', 'c'], minValues: 2 },
    { key: 'karpenter.k8s.aws/instance-cpu', operator: 'Gt', values: ['4'] },
    { key: 'example.com/tier', operator: 'Exists' },
  ],
  taints: [
    { key: 'role', value: 'foo', effect: 'NoSchedule' },
    { key: 'bare', effect: 'NoExecute' },
    { key: 'blank', value: '', effect: 'NoSchedule' },
  ],
  startupTaints: [{ key: 'starting', effect: 'NoSchedule' }],
  disruption: {
    consolidationPolicy: 'WhenEmpty',
    consolidateAfter: '5m',
    budgets: [
      { nodes: '0', schedule: '0 7 * * mon-fri', duration: '10h', reasons: ['Drifted', 'Empty'] },
      { reasons: [] },
    ],
  },
  expireAfter: '720h',
  terminationGracePeriod: '1h',
  weight: 10,
};

describe('the NodePool of a pool', () => {
  it('has every field where Karpenter reads it', () => {
    const { apiVersion, kind, name, spec, pool: owner } = compile(FULL);
    expect({ apiVersion, kind, name, owner }).toEqual({
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      name: 'default',
      owner: 'default',
    });
    expect(spec).toEqual({
      template: {
        metadata: { labels: { team: 'a', 'example.com/tier': '' }, annotations: { note: 'b' } },
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [
            { key: 'karpenter.k8s.aws/instance-category', operator: 'In', values: ['m', 'c'], minValues: 2 },
            { key: 'karpenter.k8s.aws/instance-cpu', operator: 'Gt', values: ['4'] },
            { key: 'example.com/tier', operator: 'Exists' },
          ],
          taints: [
            { key: 'role', value: 'foo', effect: 'NoSchedule' },
            { key: 'bare', effect: 'NoExecute' },
            { key: 'blank', effect: 'NoSchedule' },
          ],
          startupTaints: [{ key: 'starting', effect: 'NoSchedule' }],
          expireAfter: '720h',
          terminationGracePeriod: '1h',
        },
      },
      disruption: {
        consolidationPolicy: 'WhenEmpty',
        consolidateAfter: '5m',
        budgets: [
          { nodes: '0', schedule: '0 7 * * mon-fri', duration: '10h', reasons: ['Drifted', 'Empty'] },
          { nodes: '10%' },
        ],
      },
      limits: { cpu: '111', memory: '100Gi' },
      weight: 10,
    });
  });

  it('leaves out what is empty: a present empty list changes the drift hash', () => {
    const { spec } = compile({});
    expect(spec).toStrictEqual({
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [],
        },
      },
    });
  });

  it('writes an empty list of budgets: without it the API would put its default there', () => {
    expect(compile({ disruption: { consolidateAfter: '1m', budgets: [] } }).spec.disruption).toStrictEqual({
      consolidateAfter: '1m',
      budgets: [],
    });
  });

  it('always writes consolidateAfter: the CRD requires it', () => {
    expect(compile({ disruption: { consolidationPolicy: 'WhenEmpty' } }).spec.disruption).toStrictEqual({
      consolidationPolicy: 'WhenEmpty',
      consolidateAfter: '0s',
    });
  });

  it('writes a static pool of no nodes', () => {
    expect(compile({ replicas: 0 }).spec.replicas).toBe(0);
  });

  it('keeps keys that JavaScript treats specially', () => {
    const labels = Object.fromEntries([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
    const written = compile({ labels }).spec.template.metadata?.labels ?? {};
    expect(Object.entries(written)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });
});

describe('the origins of a NodePool', () => {
  it('cover every leaf of the object', () => {
    const { spec, name, origins } = compile(FULL);
    const leaves = leavesOf({ metadata: { name }, spec });
    expect(leaves).toHaveLength(39);
    expect(leaves.filter((leaf) => !origins.has(leaf))).toEqual([]);
  });

  it('name nothing that is not in the object', () => {
    const { spec, name, origins } = compile(FULL);
    const all = new Set(nodesOf({ metadata: { name }, spec }));
    expect([...origins.keys()].filter((pointer) => !all.has(pointer))).toEqual([]);
  });

  it('are those of the values they belong to', () => {
    const source = pool(FULL);
    const origins = nodePool(source, cluster(), PROVIDER).object?.origins;
    const at = (...tokens: readonly (string | number)[]) => origins?.get(jsonPointer('spec', ...tokens));
    expect(at('limits', 'cpu')).toBe(source.limits.get('cpu')?.origin);
    expect(at('template', 'metadata', 'labels', 'example.com/tier')).toBe(
      source.labels.get('example.com/tier')?.origin,
    );
    expect(at('template', 'spec', 'requirements', 0)).toBe(source.requirements[0]?.origin);
    expect(at('template', 'spec', 'requirements', 0, 'values', 1)).toBe(
      source.requirements[0]?.values[1]?.origin,
    );
    expect(at('template', 'spec', 'taints', 0, 'value')).toBe(source.taints[0]?.value?.origin);
    expect(at('disruption', 'budgets', 0, 'schedule')).toBe(
      source.disruption?.budgets?.value[0]?.schedule?.origin,
    );
    expect(at('disruption', 'budgets', 1, 'nodes')).toBe(source.disruption?.budgets?.value[1]?.origin);
    expect(at('weight')).toBe(source.weight?.origin);
    expect(at('template', 'spec', 'nodeClassRef', 'name')?.span).toBe(source.keySpan);
    expect(origins?.get('')?.span).toBe(source.keySpan);
  });
});

describe('karpenter_version', () => {
  const compileFor = (version: string, plain: PlainPool = {}, versions?: KarpenterVersions) => {
    const { object, diagnostics } = nodePool(
      pool(plain),
      cluster({ karpenterVersion: version }),
      PROVIDER,
      versions,
    );
    return {
      object,
      messages: diagnostics.map(({ code, message, help }) => [code, message, help].join(' | ')),
    };
  };

  it.each(['1.14', 'v1.14', '1.14.1', 'v1.14.9'])('%s is 1.14', (version) => {
    expect(compileFor(version)).toMatchObject({ object: { apiVersion: 'karpenter.sh/v1' }, messages: [] });
  });

  it.each([
    ['1.13', ' Did you mean `1.14`?'],
    ['0.37.0', ''],
    ['toString', ''],
    ['', ''],
  ])('%j is not supported', (version, nearest) => {
    expect(compileFor(version)).toEqual({
      object: undefined,
      messages: [
        `PW6001 | \`karpenter_version: ${version}\` is not a version poolwright writes for | Supported: \`1.14\`.${nearest}`,
      ],
    });
  });

  it('is blamed where it is written, once for all pools', () => {
    const one = cluster({ karpenterVersion: '2.0' });
    const spans = [pool(), pool()].map((each) => nodePool(each, one, PROVIDER).diagnostics[0]?.span);
    expect(spans[0]).toBe(one.settings.karpenterVersion.origin.span);
    expect(spans[1]).toBe(spans[0]);
  });

  it('decides which fields and values exist', () => {
    const current = KARPENTER_VERSIONS['1.14'];
    if (current === undefined) throw new Error('no 1.14');
    const versions: KarpenterVersions = {
      '1.0': {
        ...current,
        hashVersion: 'v2',
        fields: new Set(['budgets.reasons']),
        operators: new Set(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']),
        consolidationPolicies: new Set(['WhenEmpty']),
        disruptionReasons: new Set(['Empty']),
      },
    };
    const plain: PlainPool = {
      requirements: [{ key: 'a', operator: 'Gte', values: ['1'], minValues: 1 }],
      disruption: {
        consolidationPolicy: 'Balanced',
        consolidateAfter: '1m',
        budgets: [{ reasons: ['Drifted'] }],
      },
      terminationGracePeriod: '1h',
      replicas: 1,
    };
    const help = 'Leave it out, or raise `karpenter_version` to the version the cluster runs.';
    expect(compileFor('1.0', plain, versions).messages).toEqual(
      ['minValues', 'replicas', 'termination_grace_period', 'Gte', 'Balanced', 'Drifted'].map(
        (name) => `PW6002 | \`${name}\` does not exist in Karpenter 1.0 | ${help}`,
      ),
    );
    expect(compileFor('1.14', plain).messages).toEqual([]);
  });
});

function leavesOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, at + jsonPointer(key)));
}

function* nodesOf(value: unknown, at = ''): Generator<string> {
  yield at;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) yield* nodesOf(item, at + jsonPointer(key));
}
