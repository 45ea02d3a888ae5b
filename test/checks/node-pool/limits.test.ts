import { describe, expect, it } from 'vitest';
import { blamed, findings, messages, onePool } from '../harness.ts';

describe('limits', () => {
  it.each([
    ['mem', 'Did you mean `memory`?'],
    ['CPU', 'Did you mean `cpu`?'],
    ['gpu', 'Did you mean `nvidia.com/gpu`?'],
    ['storage', 'Did you mean `ephemeral-storage`?'],
    ['bananas', expect.stringContaining('Limits are on `cpu`')],
  ])('never bind on %s', (name, help) => {
    const found = findings(onePool(`limits: {${name}: "4"}`), 'PW3562');
    expect(found.map(blamed)).toEqual([name]);
    expect(found[0]?.help).toEqual(help);
  });

  it('may be on extended resources, nodes and native ones', () => {
    const text = onePool('limits: {nodes: "3", pods: "900", nvidia.com/gpu: "4", hugepages-2Mi: 4Gi}');
    expect(messages(text, 'PW3562')).toEqual([]);
    expect(findings(text, 'PW4033').map(blamed)).toEqual(['hugepages-2Mi']);
  });

  it('that no type fits are an error with the smallest type', () => {
    const [found] = findings(onePool('limits: {memory: 100Mi}'), 'PW3581');
    expect(found?.message).toMatch(/^a single node exceeds the limits of pool `default`: none of its \d+ /);
    expect(found?.help).toMatch(
      /^`t[0-9a]+.nano` has the least `memory`, 473(\.\d)?Mi; the limit is `100Mi`\.$/,
    );
  });

  it('that only together fit no type are an error too', () => {
    const text = onePool(`limits: {cpu: "3", memory: 20Gi}
requirements:
  - {key: node.kubernetes.io/instance-type, operator: In, values: [m5.xlarge, r5.large, r5.2xlarge, x1.16xlarge, r5a.xlarge]}
  - {key: karpenter.k8s.aws/instance-memory, operator: Gt, values: ["16383"]}
  - {key: node.kubernetes.io/instance-type, operator: NotIn, values: [r5.large]}`);
    expect(messages(text, 'PW3581')).toHaveLength(1);
  });

  it('of zero pause a pool, which is no error', () => {
    const text = onePool('limits: {cpu: "0"}');
    expect(messages(text, 'PW3581')).toEqual([]);
    expect(messages(text, 'PW4034')).toHaveLength(1);
    expect(messages(onePool('limits: {nodes: "0"}'), 'PW4034')).toHaveLength(1);
  });

  it('must not be negative', () => {
    expect(findings(onePool('limits: {cpu: "-1"}'), 'PW3561').map(blamed)).toEqual(['"-1"']);
  });
});

describe('weight and replicas', () => {
  it.each([1, 100])('a weight of %i is fine', (weight) => {
    expect(messages(onePool(`weight: ${weight}`), 'PW3563')).toEqual([]);
  });

  it.each([0, -1, 101])('a weight of %i is not', (weight) => {
    expect(messages(onePool(`weight: ${weight}`), 'PW3563')).toHaveLength(1);
  });

  it('replicas forbid weight and limits other than nodes', () => {
    const text = onePool('replicas: 0\nweight: 5\nlimits: {nodes: "9", cpu: "9"}');
    expect(findings(text, 'PW3564').map(blamed)).toEqual(['weight', 'cpu']);
    expect(messages(onePool('replicas: -1'), 'PW3565')).toHaveLength(1);
  });

  it('names the way out of an inherited limit', () => {
    const text = `poolwright: {pool_defaults: {limits: {cpu: "9"}}}
karpenter: {node_pools: {static: {replicas: 2}}}
`;
    const [found] = findings(text, 'PW3564');
    expect(found?.help).toContain('Write `cpu: null` under its `limits`');
    const mended = text.replace('{replicas: 2}', '{replicas: 2, limits: {cpu: null}}');
    expect(findings(mended, 'PW3564')).toEqual([]);
  });
});
