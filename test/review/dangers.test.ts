import { describe, expect, it } from 'vitest';
import { CODES } from '../../src/diagnostics/codes.ts';
import type { JsonMap } from '../../src/diagnostics/json-value.ts';
import type { ClusterApiObject, CompiledCluster } from '../../src/model/compilation.ts';
import type { SideCluster } from '../../src/model/review-input.ts';
import { CLUSTER_DANGERS, POOL_DANGERS } from '../../src/review/dangers/index.ts';
import { reviewCluster } from '../../src/review/review-cluster.ts';
import { dangersOf, readExample } from './danger-example.ts';
import { codesOf, definition, MACHINE_SETTINGS, review, reviewInput, SETTINGS } from './harness.ts';

/** Only to be seen where a state is not compiled by this version: edited below. */
const BY_HAND = ['PW9650', 'PW9653', 'PW9654', 'PW9657'];

describe('dangers', () => {
  it('are all registered, each by one rule for pools and one for clusters at most', () => {
    const registered = Object.keys(CODES).filter((code) => code.startsWith('PW96'));
    const reported = [...POOL_DANGERS, ...CLUSTER_DANGERS].flatMap(({ codes }) => codes);
    expect([...new Set(reported)].sort()).toEqual(registered);
  });

  it('are all shown by an example or a test', () => {
    const shown = Object.keys(CODES).filter((code) => readExample(code, 'base.yaml') !== undefined);
    const registered = Object.keys(CODES).filter((code) => code.startsWith('PW96'));
    expect([...shown, ...BY_HAND, 'PW9603'].sort()).toEqual(registered);
  });

  it('come worst first', () => {
    const severities = dangersOf('PW9613', 'head.yaml').map(({ severity }) => severity);
    expect(severities).toEqual(['warning', 'info']);
  });

  it('speak of a cluster that goes once, not of each of its pools', () => {
    expect(codesOf(review(definition({ a: 'limits: {cpu: 1}', b: '{}' }), undefined))).toEqual(['PW9603']);
    expect(codesOf(review(undefined, definition({ a: 'limits: {cpu: 1}' })))).toEqual([]);
  });
});

describe('the policy of a project', () => {
  const base = definition({ a: 'limits: {cpu: 10}', b: 'limits: {cpu: 20}' });
  const head = definition({ a: 'limits: {cpu: 10}\nexpire_after: 24h' });
  const none = { levels: new Map(), ignores: [] };

  it('lowers and silences dangers by code', () => {
    expect(codesOf(review(base, head, { policy: none })).toSorted()).toEqual(['PW9601', 'PW9614', 'PW9615']);
    const levels = new Map([
      ['PW9601', 'off'],
      ['PW9615', 'info'],
    ] as const);
    const found = review(base, head, { policy: { levels, ignores: [] } }).nodePools.flatMap(
      (pool) => pool.dangers,
    );
    expect(found.map(({ diagnostic }) => [diagnostic.code, diagnostic.severity])).toEqual([
      ['PW9615', 'info'],
      ['PW9614', 'info'],
    ]);
  });

  it('takes a comment of a line for head only, and one of the whole file for what is gone too', () => {
    const file = 'clusters/web.yaml';
    const line = (code: string, at: number) => ({ levels: new Map(), ignores: [{ code, file, line: at }] });
    const all = Array.from({ length: 20 }, (_, i) => i + 1);
    const removed = all.filter(
      (at) => !codesOf(review(base, head, { policy: line('PW9601', at) })).includes('PW9601'),
    );
    const expiry = all.filter(
      (at) => !codesOf(review(base, head, { policy: line('PW9615', at) })).includes('PW9615'),
    );
    expect([removed, expiry]).toEqual([[], [9]]);
    const whole = { levels: new Map(), ignores: [{ code: 'PW9601', file }] };
    expect(codesOf(review(base, head, { policy: whole }))).not.toContain('PW9601');
  });
});

describe('objects that this version would not write', () => {
  const text = definition(
    {
      web: `requirements:
  - {key: node.kubernetes.io/instance-type, operator: In, values: [m5.large]}
  - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
taints: [{key: a, value: b, effect: NoSchedule}]
limits: {cpu: 100}`,
    },
    MACHINE_SETTINGS,
  );

  const EDITS: readonly (readonly [
    code: string,
    kind: RegExp,
    edit: (object: ClusterApiObject) => ClusterApiObject,
  ])[] = [
    [
      'PW9650',
      /MachineTemplate$/,
      (one) => ({ ...one, spec: { template: { spec: { instanceType: 'm6i.large' } } } }),
    ],
    [
      'PW9653',
      /^MachineDeployment$/,
      (one) => ({ ...one, annotations: without(one.annotations, /max-size$/) }),
    ],
    [
      'PW9654',
      /^MachineDeployment$/,
      (one) => ({ ...one, spec: { ...(one.spec as JsonMap), selector: {} } }),
    ],
    [
      'PW9657',
      /^MachineDeployment$/,
      (one) => ({
        ...one,
        annotations: {
          ...one.annotations,
          'capacity.cluster-autoscaler.kubernetes.io/taints': 'a=b:NoSchedule, c=d:NoSchedule',
        },
      }),
    ],
  ];

  it.each(EDITS)('%s is found, and not of objects that stay', (code, kind, edit) => {
    const input = reviewInput(text, text);
    const changed = input.head === undefined ? undefined : edited(input.head, kind, edit);
    expect(codesOf(reviewCluster(input))).toEqual([]);
    expect(
      codesOf(reviewCluster({ ...input, ...(changed === undefined ? {} : { head: changed }) })),
    ).toContain(code);
  });
});

describe('what is said of a danger', () => {
  it('counts nodes of a dump', () => {
    const node = (i: number) => `---
apiVersion: v1
kind: Node
metadata: {name: n${i}, labels: {karpenter.sh/nodepool: a}}
status: {capacity: {cpu: "16", memory: 64Gi}}
`;
    const live = [1, 2, 3].map(node).join('');
    const found = review(definition({ a: 'limits: {cpu: 100}' }), definition({ a: 'limits: {cpu: 40}' }), {
      live,
    });
    expect(found.nodePools[0]?.dangers.map(({ diagnostic }) => diagnostic.message)).toEqual([
      'limit on `cpu` of pool `a` is `40` now, and its nodes have 48',
    ]);
  });

  it('says that a rotation which the same change starts never happens', () => {
    const [base, head] = [
      '{}',
      'expire_after: 1000h\ndisruption: {budgets: [{nodes: "0", reasons: [Drifted]}]}',
    ];
    const found = review(definition({ a: base }), definition({ a: head }));
    const helps = found.nodePools[0]?.dangers.flatMap(({ diagnostic }) => diagnostic.help ?? []).join('\n');
    expect(helps).toContain('never happens');
  });

  it('names the pools that still have a label which workloads select', () => {
    const workloads = readExample('PW9631', 'workloads.yaml');
    const state = (a: string, b: string) => ({
      definition: definition({ a: `labels: {team: ${a}}`, b: `labels: {team: ${b}}` }, SETTINGS),
      workloads,
    });
    const found = review(state('data', 'data'), state('web', 'data'));
    expect(found.nodePools[0]?.dangers[0]?.diagnostic.help).toBe(
      'Only `b` has the label from now on; the pods move there.',
    );
  });
});

function edited(
  side: SideCluster,
  kind: RegExp,
  edit: (object: ClusterApiObject) => ClusterApiObject,
): SideCluster {
  const compiled: CompiledCluster = {
    ...side.compiled,
    pools: side.compiled.pools.map(({ machines, ...pool }) => ({
      ...pool,
      ...(machines === undefined
        ? {}
        : {
            machines: {
              ...machines,
              objects: machines.objects.map((object) => (kind.test(object.kind) ? edit(object) : object)),
            },
          }),
    })),
  };
  return { ...side, compiled };
}

function without(
  annotations: Readonly<Record<string, string>> | undefined,
  key: RegExp,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(annotations ?? {}).filter(([name]) => !key.test(name)));
}
