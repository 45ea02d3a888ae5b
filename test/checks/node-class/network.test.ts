import { describe, expect, it } from 'vitest';
import { blamed, findings, messages, onePool, pools } from '../harness.ts';

function nodeClass(text: string, beside = ''): string {
  const lines = text.trim().split('\n');
  return onePool(`${beside}\nnode_class:\n${lines.map((line) => `  ${line}`).join('\n')}`.trim());
}

describe('role', () => {
  it('excludes the instance profile, wherever either comes from', () => {
    const text = nodeClass('instance_profile: p').replace(
      'poolwright: {',
      'poolwright: {node_class: {role: r}, ',
    );
    const [found] = findings(text, 'PW3201');
    expect(found && blamed(found)).toBe('instance_profile');
    expect(found?.related.map(({ message }) => message)).toEqual(['the role is written here']);
    expect(messages(nodeClass('role: null\ninstance_profile: p'), 'PW3201')).toEqual([]);
  });

  it.each([
    ['nodes', [], []],
    ['node role', ['`node role` cannot be the name of a role'], []],
    [`"${'x'.repeat(65)}"`, [`\`${'x'.repeat(65)}\` cannot be the name of a role`], []],
    ['path/to/nodes', [], ['`path/to/nodes` is more than the name of a role']],
    ['path/', ['`path/` cannot be the name of a role'], []],
  ])('%s', (role, malformed, withPath) => {
    expect(messages(nodeClass(`role: ${role}`), 'PW3203')).toEqual(malformed);
    expect(messages(nodeClass(`role: ${role}`), 'PW3204')).toEqual(withPath);
  });

  it('is said to be assumed once a cluster', () => {
    const text = pools('a: {}\nb: {node_class: {role: nodes}}\nc: {}');
    expect(messages(text, 'PW3202')).toEqual([
      'nodes are assumed to have the IAM role `KarpenterNodeRole-example` (2 pools)',
    ]);
  });
});

describe('discovery tags', () => {
  it('are said to be assumed once a cluster, all of them', () => {
    const text = pools('a: {node_class: {public: true}}\nb: {}');
    const found = findings(text, 'PW3218');
    expect(found.map(({ message }) => message)).toEqual([
      'subnets and security groups are assumed to carry the tags `karpenter.sh/discovery: example`, `kubernetes.io/role/elb: 1` and `kubernetes.io/role/internal-elb: 1`',
    ]);
  });

  it('are not assumed where settings or terms name them', () => {
    const settings = 'poolwright: {discovery_tags: {a: b}, private_subnet_tags: {}, ';
    expect(messages(pools('a: {}').replace('poolwright: {', settings), 'PW3218')).toEqual([]);
    const terms = 'subnet_selector_terms: [{id: subnet-1}]\nsecurity_group_selector_terms: [{id: sg-1}]';
    expect(messages(nodeClass(terms), 'PW3218')).toEqual([]);
  });
});

describe('selector terms', () => {
  it.each([
    [
      'subnet_selector_terms',
      '{id: subnet-1, tags: {a: b}}',
      'PW3205',
      '`tags` cannot stand beside `id` in a subnet term',
    ],
    [
      'security_group_selector_terms',
      '{name: x, tags: {a: b}}',
      'PW3205',
      '`tags` cannot stand beside `name` in a security group term',
    ],
    [
      'security_group_selector_terms',
      '{tags: {a: b}, id: sg-1, name: x}',
      'PW3205',
      '`tags` and `name` cannot stand beside `id` in a security group term',
    ],
    [
      'capacity_reservation_selector_terms',
      '{id: cr-1, instance_match_criteria: open}',
      'PW3205',
      '`instance_match_criteria` cannot stand beside `id` in a capacity reservation term',
    ],
    ['subnet_selector_terms', '{}', 'PW3206', 'this subnet term selects nothing'],
    ['subnet_selector_terms', '{tags: {}}', 'PW3206', 'this subnet term selects nothing'],
    [
      'capacity_reservation_selector_terms',
      '{owner_id: "012345678901"}',
      'PW3206',
      '`owner_id` alone does not select a capacity reservation',
    ],
  ] as const)('%s: [%s]', (field, term, code, message) => {
    const text = nodeClass(`${field}: [${term}]`);
    const found = [...findings(text, 'PW3205'), ...findings(text, 'PW3206')];
    expect(found.map((one) => [one.code, sortWords(one.message)])).toEqual([[code, sortWords(message)]]);
  });

  it('are judged one by one, which the API server does not', () => {
    const text = nodeClass('subnet_selector_terms: [{id: subnet-1}, {id: subnet-2, tags: {a: b}}]');
    expect(messages(text, 'PW3205')).toHaveLength(1);
  });

  it('may have tags with any value, but not without one', () => {
    expect(messages(nodeClass('subnet_selector_terms: [{tags: {a: "*"}}]'), 'PW3207')).toEqual([]);
    expect(
      messages(nodeClass('subnet_selector_terms: [{tags: {a: "", "": b}}]'), 'PW3207').toSorted(),
    ).toEqual(['a selector tag has no key', 'the selector tag `a` has no value']);
  });

  it('take twenty tags', () => {
    const tags = (count: number) => Array.from({ length: count }, (_, i) => `t${i}: x`).join(', ');
    const text = (count: number) => nodeClass(`ami_family: AL2\nami: [{tags: {${tags(count)}}}]`);
    expect(messages(text(20), 'PW3207')).toEqual([]);
    expect(messages(text(21), 'PW3207')).toEqual(['a selector term has 21 tags, and 20 is the most']);
  });
});

/** Fields of a term come in the order of the schema or of writing; which does not matter here. */
function sortWords(text: string): string {
  return text
    .split(/ and | /)
    .toSorted()
    .join(' ');
}

describe('security groups', () => {
  it.each([
    ['sg-0123abc', 0],
    ['x-sg-1', 1],
    ['sg-1!', 1],
    ['SG-1', 1],
    ['""', 1],
  ])('%s', (id, count) => {
    expect(messages(nodeClass(`extra_securitygroup_ids: [${id}]`), 'PW3208')).toHaveLength(count);
  });

  it('are thirty terms at most', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, i) => `sg-${i}`).join(', ');
    expect(messages(nodeClass(`extra_securitygroup_ids: [${ids(29)}]`), 'PW3209')).toEqual([]);
    const [found] = findings(nodeClass(`extra_securitygroup_ids: [${ids(31)}]`), 'PW3209');
    expect(found?.message).toBe('a node class takes at most 30 security group terms, and these are 32');
    expect(found && blamed(found)).toBe('sg-29');
  });
});

describe('network interfaces', () => {
  const at = (card: number, device: number, type: string) =>
    `{network_card_index: ${card}, device_index: ${device}, interface_type: ${type}}`;
  const text = (...interfaces: string[]) => nodeClass(`network_interfaces: [${interfaces.join(', ')}]`);
  const primary = at(0, 0, 'interface');

  it.each([
    [[at(0, 1, 'interface')], ['PW3212']],
    [[at(0, 0, 'efa-only')], ['PW3212']],
    [[primary], []],
    [[primary, primary], ['PW3213']],
    [[primary, at(0, 1, 'efa-only'), at(1, 1, 'efa-only')], []],
    [[primary, at(0, 1, 'efa-only'), at(0, 2, 'efa-only')], ['PW3214']],
  ])('%s', (interfaces, codes) => {
    const found = (['PW3212', 'PW3213', 'PW3214'] as const).flatMap((code) =>
      findings(text(...interfaces), code),
    );
    expect(found.map(({ code }) => code)).toEqual(codes);
  });

  it('leave room for a public address only when there is one', () => {
    const many = `network_interfaces: [${primary}, ${at(1, 1, 'interface')}]`;
    expect(messages(nodeClass(`public: true\n${many}`), 'PW3215')).toEqual([
      'a node with 2 network interfaces cannot have a public address',
    ]);
    expect(messages(nodeClass(many), 'PW3215')).toEqual([]);
    expect(messages(nodeClass(`public: true\nnetwork_interfaces: [${primary}]`), 'PW3215')).toEqual([]);
  });
});

describe('public addresses', () => {
  const types = (names: string, rest: string) =>
    `${nodeClass(rest)}      requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [${names}]}]\n`;

  it.each([
    ['p5.48xlarge, p4d.24xlarge', '2 instance types', '`p4d.24xlarge` and `p5.48xlarge`'],
    ['p5.48xlarge', '1 instance type', '`p5.48xlarge`'],
    ['p5.48xlarge, p4d.24xlarge, m5.large', '2 instance types', '`p4d.24xlarge` and `p5.48xlarge`'],
  ])('do not go with the EFA interfaces of %s', (names, count, blamedTypes) => {
    expect(messages(types(names, 'public: true'), 'PW3222')).toEqual([
      `${count} of pool \`default\` cannot have a public address together with several EFA interfaces: ${blamedTypes}`,
    ]);
    expect(messages(types(names, 'public: false'), 'PW3222')).toEqual([]);
    const one = '{network_card_index: 0, device_index: 0, interface_type: interface}';
    const configured = types(names, `public: true\nnetwork_interfaces: [${one}]`);
    expect(messages(configured, 'PW3222')).toEqual([]);
  });

  it.each(['p5.48xlarge, m5.large', 'm5.large', 'g6.8xlarge'])('are fine for %s', (names) => {
    expect(messages(types(names, 'public: true'), 'PW3222')).toEqual([]);
  });

  it.each([
    ['public: true\nassociate_public_ip_address: false', 1],
    ['associate_public_ip_address: true', 1],
    ['public: true\nassociate_public_ip_address: true', 0],
    ['public: true', 0],
  ])('%s', (text, count) => {
    expect(messages(nodeClass(text), 'PW3216')).toHaveLength(count);
  });
});

describe('blocks that say nothing', () => {
  it('are refused', () => {
    expect(messages(nodeClass('connection_tracking: {}'), 'PW3217')).toHaveLength(1);
    expect(messages(nodeClass('connection_tracking: {udp_timeout: 30}'), 'PW3217')).toEqual([]);
    expect(messages(nodeClass('placement_group_selector: {}'), 'PW3219')).toHaveLength(1);
    expect(messages(nodeClass('placement_group_selector: {id: pg-1}'), 'PW3219')).toEqual([]);
  });
});

describe('capacity reservations', () => {
  const terms = 'capacity_reservation_selector_terms: [{id: cr-1}]';
  const admitting = (operator: string, ...values: string[]) =>
    `requirements: [{key: karpenter.sh/capacity-type, operator: ${operator}, values: [${values.join(', ')}]}]`;

  it.each([
    ['', 1],
    [admitting('In', 'spot'), 1],
    [admitting('NotIn', 'reserved'), 1],
    [admitting('In', 'reserved', 'spot'), 0],
    [admitting('NotIn', 'spot'), 0],
  ])('are of no use unless the pool admits them: %s', (beside, count) => {
    expect(messages(nodeClass(terms, beside), 'PW3220')).toHaveLength(count);
  });

  it('are needed by a pool that admits nothing else', () => {
    expect(messages(nodeClass('public: false', admitting('In', 'reserved')), 'PW3221')).toHaveLength(1);
    expect(messages(nodeClass('public: false', admitting('In', 'reserved', 'spot')), 'PW3221')).toEqual([]);
  });
});
