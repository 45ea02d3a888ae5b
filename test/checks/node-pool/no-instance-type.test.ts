import { describe, expect, it } from 'vitest';
import { blamed, findings, messages, onePool } from '../harness.ts';

const FAMILY = 'karpenter.k8s.aws/instance-family';
const CPU = 'karpenter.k8s.aws/instance-cpu';

describe('a pool that matches no instance type', () => {
  it('shows the funnel and blames the requirement that leaves nothing', () => {
    const text = onePool(`requirements:
  - {key: ${FAMILY}, operator: In, values: [t3]}
  - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["2"]}
  - {key: ${CPU}, operator: Gt, values: ["8"]}`);
    const [found] = findings(text, 'PW3580');
    expect(found?.message).toBe(
      'pool `default` matches no instance type: 1363 types → 7 after `instance-family In [t3]` → 0 after `instance-cpu Gt 8`',
    );
    expect(found === undefined ? '' : blamed(found)).toBe(`{key: ${CPU}, operator: Gt, values: ["8"]}`);
    expect(found?.related.map(({ message }) => message)).toEqual(['7 left', 'the pool']);
    expect(found?.help).toBe('The 7 instance types left by then have `instance-cpu` `2`, `4` and `8`.');
  });

  it('blames the pool where a built-in default leaves nothing, and says what to write', () => {
    const text = onePool(`requirements:\n  - {key: ${FAMILY}, operator: In, values: [m7g, m8g]}`);
    const [found] = findings(text, 'PW3580');
    expect(found === undefined ? '' : blamed(found)).toBe('default');
    expect(found?.help).toMatch(
      /^`arch In \[amd64\]` is a built-in default\. .* have `arch` `arm64`\. Add a requirement such as `arch In \[arm64\]`\.$/,
    );
  });

  it('explains what gpu_enabled adds', () => {
    const text = onePool(`node_class: {gpu_enabled: true}
requirements:\n  - {key: ${FAMILY}, operator: In, values: [m7i]}`);
    expect(findings(text, 'PW3580')[0]?.help).toMatch(/follows from its other settings/);
  });

  it('can fail at a label', () => {
    const text = onePool(`labels: {${FAMILY}: m7i}
requirements:\n  - {key: ${CPU}, operator: Gt, values: ["500"]}`);
    const [found] = findings(text, 'PW3580');
    expect(found?.message).toContain('0 after `instance-family In [m7i]`');
    expect(found?.help).toMatch(/have `instance-family` `u/);
  });

  it('cuts a long funnel in the middle', () => {
    const steps = [2, 4, 8, 16, 32, 64].map((cpus) => `  - {key: ${CPU}, operator: Gt, values: ["${cpus}"]}`);
    const text = onePool(
      `requirements:\n${steps.join('\n')}\n  - {key: ${FAMILY}, operator: In, values: [t3]}`,
    );
    expect(findings(text, 'PW3580')[0]?.message).toMatch(
      /types → \d+ after `instance-cpu Gt 2` → \d+ after `instance-cpu Gt 4` → \d+ after `instance-cpu Gt 8` → … → 0 after `instance-family In \[t3\]`$/,
    );
  });

  it('blames the node class setting that rules out the types asked for', () => {
    const text = onePool(`node_class: {ami: al2023@v20260715, connection_tracking: {udp_timeout: 30}}
requirements:\n  - {key: ${FAMILY}, operator: In, values: [t2, m4]}`);
    const [found] = findings(text, 'PW3580');
    expect(found?.message).toBe(
      'pool `default` matches no instance type: the 13 types that its requirements ask for cannot be used with `connection_tracking`',
    );
    expect(found === undefined ? '' : blamed(found)).toBe('connection_tracking');
    expect(found?.related.map((one) => one.message)).toEqual(['the requirement that no other type meets']);
    expect(found?.help).toMatch(
      /^EC2 takes .* That rules out `m4\.large`, .* and 9 more\. Ask for other types/,
    );
  });

  it('blames the requirement where the setting is built in', () => {
    const text = onePool(`requirements:
  - {key: ${FAMILY}, operator: In, values: [a1]}
  - {key: kubernetes.io/arch, operator: In, values: [arm64]}`);
    const [found] = findings(text, 'PW3580');
    expect(found?.message).toMatch(/the 6 types .* cannot be used with the image family `AL2023`$/);
    expect(found === undefined ? '' : blamed(found)).toBe(`{key: ${FAMILY}, operator: In, values: [a1]}`);
  });

  it('points at the pool that inherits the setting', () => {
    const text = `poolwright:
  zones: [eu-west-1a]
  node_class: {connection_tracking: {udp_timeout: 30}}
karpenter:
  node_pools:
    default:
      requirements: [{key: ${FAMILY}, operator: In, values: [t2]}]
`;
    expect(findings(text, 'PW3580')[0]?.related.map((one) => one.message)).toContain(
      'pool `default` takes it from `node_class`',
    );
  });

  it('says so too where other requirements exclude those types as well', () => {
    const text = onePool(`requirements:\n  - {key: ${FAMILY}, operator: In, values: [a1]}`);
    const [found] = findings(text, 'PW3580');
    expect(found?.message).toBe(
      'pool `default` matches no instance type: 1363 types → 1357 with the image family `AL2023` → 0 after `instance-family In [a1]`',
    );
    expect(found?.help).toBe(
      '6 such types exist, but cannot be used with the image family `AL2023`: Karpenter does not launch `a1` types with AL2023. Other requirements of the pool exclude them too.',
    );
  });
});

describe('labels of what only the account knows', () => {
  const problems = (nodeClass: string, ...requirements: readonly string[]) => {
    const list = requirements.map((one) => `  - {${one}}`).join('\n');
    const text = onePool(`node_class: {${nodeClass}}\nrequirements:\n${list}`);
    return messages(text, 'PW3510').length + messages(text, 'PW3580').length;
  };
  const partition = (value: string) =>
    `key: karpenter.k8s.aws/placement-group-partition, operator: In, values: ["${value}"]`;
  const group = 'key: karpenter.k8s.aws/placement-group-id, operator: In, values: [pg-123]';
  const reservation = 'key: karpenter.k8s.aws/capacity-reservation-id, operator: In, values: [cr-2]';
  const reserved = 'key: karpenter.sh/capacity-type, operator: In, values: [reserved]';

  it.each([
    ['placement_group_selector: {name: x}', [partition('1')]],
    ['placement_group_selector: {name: x}', [partition('7'), group]],
    ['placement_group_selector: {id: pg-123}', [group]],
    ['capacity_reservation_selector_terms: [{tags: {a: b}}]', [reservation, reserved]],
    ['capacity_reservation_selector_terms: [{id: cr-1}, {tags: {a: b}}]', [reservation, reserved]],
  ])('may have what pools name: %s', (nodeClass, requirements) => {
    expect(problems(nodeClass, ...requirements)).toBe(0);
  });

  it.each([
    ['public: false', [partition('1')]],
    ['public: false', [group]],
    ['placement_group_selector: {name: x}', [partition('8')]],
    ['placement_group_selector: {id: pg-1}', [group]],
    ['capacity_reservation_selector_terms: [{id: cr-1}]', [reservation, reserved]],
  ])('cannot have what the node class does not select: %s', (nodeClass, requirements) => {
    expect(problems(nodeClass, ...requirements)).toBe(1);
  });
});
