import { describe, expect, it } from 'vitest';
import { blamed, findings, messages, onePool, pools } from '../harness.ts';

function limited(limits: string, ...requirements: string[]): string {
  return onePool(`limits: {${limits}}\nrequirements:\n${requirements.map((one) => `  - ${one}`).join('\n')}`);
}

const C = '{key: karpenter.k8s.aws/instance-category, operator: In, values: [c]}';
const CMR = '{key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}';
const ANY_ARCH = '{key: kubernetes.io/arch, operator: Exists}';

describe('limits', () => {
  it('are wanted on every pool that follows demand', () => {
    expect(messages(onePool('labels: {a: b}'), 'PW4030')).toEqual(['pool `default` has no limits']);
    expect(messages(onePool('replicas: 3'), 'PW4030')).toEqual([]);
  });

  it('of the documented example leave 211 of the 324 types of category c', () => {
    const [found] = findings(limited('cpu: "111", memory: 100Gi', C, ANY_ARCH), 'PW4031');
    expect(found?.message).toBe(
      'limits of pool `default` exclude 113 of its 324 instance types; 211 survive',
    );
    expect(found === undefined ? '' : blamed(found)).toBe('100Gi');
  });

  it('of the documented example are used up at 54 vCPUs', () => {
    const [found] = findings(limited('cpu: "111", memory: 100Gi', C), 'PW4032');
    expect(found?.message).toBe(
      'with most of its types, pool `default` can use only about 54 of its `cpu` limit of `111` (48 %): its `memory` limit of `100Gi` is used up first',
    );
    expect(found?.related.map(({ message }) => message)).toEqual(['the limit on `memory` is written here']);
  });

  it('can be out of reach the other way round', () => {
    const [found] = findings(limited('cpu: "10", memory: 100Gi', C), 'PW4032');
    expect(found?.message).toMatch(
      /^with most of its types, pool `default` can use only about 18.4Gi of its `memory` limit of `100Gi` \(18 %\)/,
    );
  });

  it.each([
    ['cpu: "100", memory: 200Gi', C],
    ['cpu: "100", memory: 185Gi', C],
    ['cpu: "100", memory: 120Gi', C],
    ['cpu: "100", memory: 400Gi', CMR],
    ['cpu: "100", memory: 200Gi', CMR],
    ['cpu: "100", memory: 740Gi', CMR],
    ['cpu: "100"', C],
    ['cpu: "100", nvidia.com/gpu: "8"', CMR],
    ['cpu: "100", nodes: "1"', C],
  ])('%s of %s can be used up together', (limits, requirement) => {
    expect(messages(limited(limits, requirement), 'PW4032')).toEqual([]);
  });

  it('on GPUs can be what binds', () => {
    const text = limited(
      'cpu: "1000", nvidia.com/gpu: "4"',
      '{key: karpenter.k8s.aws/instance-family, operator: In, values: [g5]}',
    );
    expect(messages(text, 'PW4032')).toEqual([
      expect.stringMatching(
        /^with most of its types, pool `default` can use only about \d+ of its `cpu` limit of `1000`.* `nvidia.com\/gpu` limit/,
      ),
    ]);
  });

  it('on devices that no type has are suspicious', () => {
    const found = findings(limited('cpu: "9", nvidia.com/gpus: "1"', C), 'PW4033');
    expect(found.map(({ help }) => help)).toEqual(['Did you mean `nvidia.com/gpu`?']);
    expect(messages(limited('cpu: "9", nvidia.com/gpu: "1"', C), 'PW4033')).toEqual([]);
  });
});

describe('limits that never bind', () => {
  it('are on resources that the pool does not have', () => {
    const found = findings(limited('cpu: "9", nvidia.com/gpu: "1"', C), 'PW4036');
    expect(found.map(({ message }) => message)).toEqual([
      'no instance type that pool `default` can launch has `nvidia.com/gpu`, so this limit never binds',
    ]);
    expect(found.map(blamed)).toEqual(['nvidia.com/gpu']);
  });

  it('are on GPUs too where other limits leave no type with one', () => {
    const families = '{key: karpenter.k8s.aws/instance-family, operator: In, values: [c5, p3dn, g5]}';
    expect(messages(limited('cpu: "2", nvidia.com/gpu: "8"', families), 'PW4036')).toHaveLength(1);
    expect(messages(limited('cpu: "9", nvidia.com/gpu: "8"', families), 'PW4036')).toEqual([]);
  });

  it.each([
    ['cpu: "9", nvidia.com/gpu: "0"', 'PW4034'],
    ['cpu: "9", nvidia.com/gpus: "4"', 'PW4033'],
  ] as const)('are said once of %s', (limits, code) => {
    expect(messages(limited(limits, C), code)).toHaveLength(1);
    expect(messages(limited(limits, C), 'PW4036')).toEqual([]);
  });

  it('may be inherited', () => {
    const inherited = pools(`a: {requirements: [${C}]}`).replace(
      'poolwright: {',
      'poolwright: {pool_defaults: {limits: {cpu: "9", nvidia.com/gpu: "8"}}, ',
    );
    expect(messages(inherited, 'PW4036')).toEqual([]);
    const own = inherited.replace(`{requirements`, '{limits: {nvidia.com/gpu: "8"}, requirements');
    expect(messages(own, 'PW4036')).toHaveLength(1);
  });
});

describe('limits of static pools', () => {
  it.each([
    [5, '3', 1],
    [5, '5', 0],
    [5, '0', 0],
    [1, '3', 0],
  ])('%i replicas and %s nodes', (replicas, nodes, count) => {
    const found = findings(onePool(`replicas: ${replicas}\nlimits: {nodes: "${nodes}"}`), 'PW4037');
    expect(found).toHaveLength(count);
    for (const { message } of found) {
      expect(message).toBe('static pool `default` never reaches its 5 replicas: `nodes` is limited to `3`');
    }
  });

  it('are no matter to pools that follow demand', () => {
    expect(messages(onePool('limits: {nodes: "3"}'), 'PW4037')).toEqual([]);
  });
});

describe('minValues', () => {
  it('lets exotic types in', () => {
    const text = limited(
      'cpu: "9"',
      '{key: karpenter.k8s.aws/instance-category, operator: In, values: [c, g], minValues: 2}',
    );
    expect(messages(text, 'PW4019')).toHaveLength(1);
    expect(messages(text.replace(', minValues: 2', ''), 'PW4019')).toEqual([]);
    const ordinary = limited(
      'cpu: "9"',
      '{key: karpenter.k8s.aws/instance-family, operator: In, values: [t3, t3a], minValues: 2}',
    );
    expect(messages(ordinary, 'PW4019')).toEqual([]);
  });
});
