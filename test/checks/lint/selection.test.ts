import { describe, expect, it } from 'vitest';
import { blamed, findings, messages, onePool, pools } from '../harness.ts';

function requiring(...requirements: string[]): string {
  return onePool(
    `limits: {cpu: "100", memory: 400Gi}\nrequirements:\n${requirements.map((one) => `  - ${one}`).join('\n')}`,
  );
}

const CATEGORY = 'karpenter.k8s.aws/instance-category';
const FAMILY = 'karpenter.k8s.aws/instance-family';
const TYPE = 'node.kubernetes.io/instance-type';
const SPOT = '{key: karpenter.sh/capacity-type, operator: In, values: [spot]}';

describe('a good default pool', () => {
  it('gets no warnings from the lints', () => {
    const text = requiring(
      `{key: ${CATEGORY}, operator: In, values: [c, m, r]}`,
      '{key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["4"]}',
      '{key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1a, eu-west-1b, eu-west-1c]}',
      '{key: kubernetes.io/arch, operator: In, values: [amd64]}',
      '{key: kubernetes.io/os, operator: In, values: [linux]}',
      '{key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}',
      `{key: ${TYPE}, operator: NotIn, values: [m5a.16xlarge, m5a.24xlarge]}`,
    );
    const codes = ['PW4001', 'PW4002', 'PW4004', 'PW4005', 'PW4009', 'PW4010', 'PW4018', 'PW4032'] as const;
    expect(codes.filter((code) => findings(text, code).length > 0)).toEqual([]);
  });
});

describe('few instance types', () => {
  it('are worth a warning at one', () => {
    expect(messages(requiring(`{key: ${TYPE}, operator: In, values: [m7i.large]}`), 'PW4001')).toEqual([
      'pool `default` admits only one instance type, `m7i.large`',
    ]);
    expect(
      messages(requiring(`{key: ${TYPE}, operator: In, values: [m7i.large, m6i.large]}`), 'PW4001'),
    ).toEqual([]);
  });

  it('are worth a warning below 15 in a spot pool, but not twice', () => {
    const family = (...names: string[]) => `{key: ${FAMILY}, operator: In, values: [${names.join(', ')}]}`;
    expect(messages(requiring(SPOT, family('t3')), 'PW4004')).toEqual([
      'spot pool `default` admits 7 instance types, fewer than 15',
    ]);
    expect(messages(requiring(family('t3')), 'PW4004')).toEqual([]);
    expect(messages(requiring(SPOT, family('t3', 't3a')), 'PW4004')).toHaveLength(1);
    expect(messages(requiring(SPOT, family('t2', 't3', 't3a')), 'PW4004')).toEqual([]);
    expect(messages(requiring(SPOT, `{key: ${TYPE}, operator: In, values: [t3.large]}`), 'PW4004')).toEqual(
      [],
    );
  });
});

describe('built-in defaults', () => {
  it('are one list where all pools take the same', () => {
    expect(messages(onePool('limits: {cpu: "9"}'), 'PW4005')).toEqual([
      'built-in requirements apply to pool `default`: `arch In [amd64]`, `capacity-type In [on-demand]`',
    ]);
  });

  it.each([
    ['Custom', 'ami_family: Custom, ami: [{id: ami-0123456789abcdef0}]', ['`os In [linux]`']],
    ['Custom without saying so', 'ami: [{id: ami-0123456789abcdef0}]', ['`os In [linux]`']],
    ['Bottlerocket', 'ami: bottlerocket@1.50.0', []],
    ['Windows', 'ami: windows2022@latest', []],
    ['AL2023 by id', 'ami_family: AL2023, ami: [{id: ami-0123456789abcdef0}]', []],
    ['no valid one', 'ami: [{id: 7}]', []],
  ])('are worth a word for the operating system where the image is of family %s', (_, image, systems) => {
    const text = onePool(`limits: {cpu: "9"}\nnode_class: {${image}}`);
    expect(messages(text, 'PW4005').flatMap((message) => message.match(/`os In .*?`/g) ?? [])).toEqual(
      systems,
    );
  });

  it('are one note for the cluster', () => {
    const text = pools(`a: {limits: {cpu: "9"}}
b: {limits: {cpu: "9"}}
c:
  requirements: [${SPOT}]`);
    expect(messages(text, 'PW4005')).toEqual([
      'built-in requirements apply: `arch In [amd64]` to all 3 pools, `capacity-type In [on-demand]` to pools `a` and `b`',
    ]);
  });
});

describe('overlapping pools', () => {
  const two = (a: string, b: string) => pools(`alpha:\n  ${a}\nbeta:\n  ${b}`);

  it('of equal weight are decided by name', () => {
    const [found] = findings(two('limits: {cpu: "9"}', 'limits: {cpu: "9"}'), 'PW4006');
    expect(found?.message).toMatch(
      /^pool `beta` overlaps pool `alpha` in \d+ instance types and wins only by its name: pods that fit both go to `beta`$/,
    );
    expect(found === undefined ? '' : blamed(found)).toBe('beta');
  });

  it.each([
    ['weights', 'weight: 2', 'weight: 1'],
    ['taints', 'taints: [{key: a, effect: NoSchedule}]', 'labels: {a: b}'],
    ['types', `labels: {${CATEGORY}: c}`, `labels: {${CATEGORY}: m}`],
    ['replicas', 'replicas: 2', 'labels: {a: b}'],
  ])('are kept apart by %s', (_, a, b) => {
    expect(messages(two(a, b), 'PW4006')).toEqual([]);
  });

  it('say which pods can choose', () => {
    const text = two('labels: {team: web}', `requirements: [${SPOT}]\n  labels: {team: api}`);
    expect(messages(text, 'PW4006')[0]).toMatch(/unless they select on `capacity-type` and `team`$/);
  });

  it('are one finding, however many lose', () => {
    const many = Array.from({ length: 30 }, (_, i) => `pool-${i}: {limits: {cpu: "9"}}`).join('\n');
    const found = findings(pools(many), 'PW4006');
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toMatch(/^pool `pool-9` overlaps pools `pool-0`, .* and 25 more and wins/);
    expect(found[0]?.related).toHaveLength(5);
  });
});

describe('custom labels', () => {
  it.each([
    ['Exists', '{key: a.b/team, operator: Exists}', /names no value/],
    ['several values', '{key: a.b/team, operator: In, values: [x, y]}', /leaves several values/],
    ['NotIn', '{key: a.b/team, operator: NotIn, values: [x]}', /names no value/],
  ])('with %s get a random value', (_, requirement, message) => {
    expect(messages(requiring(requirement), 'PW4007')).toEqual([expect.stringMatching(message)]);
  });

  it('are settled by one value, another requirement or a label', () => {
    expect(messages(requiring('{key: a.b/team, operator: In, values: [x]}'), 'PW4007')).toEqual([]);
    expect(messages(requiring('{key: a.b/team, operator: DoesNotExist}'), 'PW4007')).toEqual([]);
    const both = requiring(
      '{key: a.b/t, operator: In, values: [x, y]}',
      '{key: a.b/t, operator: NotIn, values: [x]}',
    );
    expect(messages(both, 'PW4007')).toEqual([]);
    const labelled = `${requiring('{key: a.b/t, operator: Exists}')}      labels: {a.b/t: x}\n`;
    expect(messages(labelled, 'PW4007')).toEqual([]);
  });

  it.each([
    ['instance-category', 'karpenter.k8s.aws/instance-category'],
    ['karpenter.aws/instance-family', 'karpenter.k8s.aws/instance-family'],
    ['topology.kubernetes.io/zones', 'topology.kubernetes.io/zone'],
    ['kubernetes.io/acrh', 'kubernetes.io/arch'],
    ['zone', 'topology.kubernetes.io/zone'],
  ])('%s resembles %s', (key, meant) => {
    const found = findings(requiring(`{key: ${key}, operator: In, values: [c]}`), 'PW4020');
    expect(found.map(({ help }) => help)).toEqual([`Did you mean \`${meant}\`?`]);
  });

  it.each(['example.com/zone', 'topology.kubernetes.io/rack', 'team', 'node-restriction.kubernetes.io/x'])(
    '%s resembles nothing',
    (key) => {
      expect(messages(requiring(`{key: ${key}, operator: In, values: [c]}`), 'PW4020')).toEqual([]);
    },
  );
});

describe('bounds', () => {
  it('drop types without the label, if that is the exception', () => {
    const bound = (name: string) => `{key: karpenter.k8s.aws/${name}, operator: Gt, values: ["1"]}`;
    expect(messages(requiring(bound('instance-network-bandwidth')), 'PW4009')).toEqual([
      '`Gt` on `instance-network-bandwidth` also drops 43 instance types without that label',
    ]);
    expect(messages(requiring(bound('instance-local-nvme')), 'PW4009')).toEqual([]);
    expect(messages(requiring(bound('instance-cpu')), 'PW4009')).toEqual([]);
  });
});

describe('requirements that exclude nothing', () => {
  it.each([
    [
      '{key: karpenter.k8s.aws/instance-cpu, operator: Gt, values: ["0"]}',
      'Every type of the catalogue satisfies it.',
    ],
    [`{key: ${FAMILY}, operator: Exists}`, 'Every type of the catalogue satisfies it.'],
    [
      `{key: ${TYPE}, operator: NotIn, values: [m5.large]}`,
      expect.stringMatching(/^All 324 types that the requirements before it leave satisfy it/),
    ],
  ])('%s', (requirement, help) => {
    const found = findings(requiring(`{key: ${CATEGORY}, operator: In, values: [c]}`, requirement), 'PW4010');
    expect(found.map((one) => one.help)).toEqual([help]);
  });

  it('are fine on keys that say something anyway', () => {
    const text = requiring(
      '{key: kubernetes.io/arch, operator: In, values: [amd64, arm64]}',
      '{key: karpenter.sh/capacity-type, operator: Exists}',
      '{key: a.b/c, operator: In, values: [x]}',
      '{key: karpenter.k8s.aws/instance-tenancy, operator: In, values: [dedicated]}',
      '{key: topology.k8s.aws/zone-id, operator: In, values: [euw1-az1, euw1-az2]}',
      '{key: karpenter.k8s.aws/capacity-reservation-type, operator: NotIn, values: [capacity-block]}',
      '{key: karpenter.k8s.aws/placement-group-partition, operator: NotIn, values: ["7"]}',
    );
    expect(messages(text, 'PW4010')).toEqual([]);
  });
});

describe('zones', () => {
  it('are worth a note when only one is left of several', () => {
    const zone = '{key: topology.kubernetes.io/zone, operator: NotIn, values: [eu-west-1a, eu-west-1b]}';
    expect(messages(requiring(zone), 'PW4018')).toEqual([
      'pool `default` is confined to `eu-west-1c`, one of 3 zones',
    ]);
    const id = (...ids: string[]) =>
      requiring(`{key: topology.k8s.aws/zone-id, operator: In, values: [${ids.join(', ')}]}`);
    expect(messages(id('euw1-az1'), 'PW4018')).toEqual([
      'pool `default` is confined to `euw1-az1`, one of 3 zones',
    ]);
    expect(messages(id('euw1-az1', 'euw1-az2'), 'PW4018')).toEqual([]);
  });
});
