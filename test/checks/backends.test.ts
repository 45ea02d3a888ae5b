import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/checks/run-rules.ts';
import type { BackendName } from '../../src/model/backend-name.ts';
import { compileText } from './harness.ts';

/** A pool with a mistake for every rule that only makes sense where there is a NodePool, or where Karpenter launches. */
function definition(backend: BackendName): string {
  const role = backend === 'karpenter' ? '' : 'instance_profile: nodes, ';
  return `
poolwright: { region: eu-west-1, zones: [eu-west-1a, eu-west-1b], kubernetes_version: "1.34.2", backend: ${backend} }
karpenter:
  node_pools:
    default:
      node_class: { ami: al2023@latest, ${role}tags: { "karpenter.sh/nodepool": x } }
      labels: { "karpenter.sh/foo": x }
      expire_after: 2m
      disruption:
        consolidate_after: 5m
        budgets: [{ nodes: "0" }, { nodes: "101%", schedule: nonsense, duration: 1x, reasons: [Empty, Empty] }]
      requirements:
        - { key: example.com/team, operator: In, values: [a, b] }
        - { key: node.kubernetes.io/instance-type, operator: In, values: [m7i.large, m7a.large], minValues: 99 }
        - { key: karpenter.sh/capacity-type, operator: In, values: [${backend === 'karpenter-cluster-api' ? 'on-demand' : 'spot'}] }
    other:
      node_class: { ami: al2023@latest, ${role} }
      requirements:
        - { key: node.kubernetes.io/instance-type, operator: In, values: [m7i.large, m7a.large] }
`;
}

function codesFor(backend: BackendName): ReadonlySet<string> {
  return new Set(compileText(definition(backend)).diagnostics.map(({ code }) => code));
}

const RESTRICTED = RULES.filter(({ backends }) => backends !== undefined);

describe('rules about Karpenter alone', () => {
  it('speak of its own pools', () => {
    const found = codesFor('karpenter');
    const restricted = RESTRICTED.flatMap(({ codes }) => codes);
    expect(restricted.filter((code) => found.has(code)).length).toBeGreaterThan(10);
  });

  it.each<BackendName>(['cluster-autoscaler', 'karpenter-cluster-api'])(
    'do not speak of pools with the backend %s that they do not concern',
    (backend) => {
      const found = codesFor(backend);
      const foreign = RESTRICTED.filter(({ backends }) => backends?.includes(backend) === false);
      expect(foreign.length).toBeGreaterThan(5);
      expect(foreign.flatMap(({ codes }) => codes).filter((code) => found.has(code))).toEqual([]);
    },
  );

  it('speak of the NodePools of karpenter-cluster-api', () => {
    const found = codesFor('karpenter-cluster-api');
    expect([...found].filter((code) => code.startsWith('PW35') || code.startsWith('PW40'))).toEqual(
      expect.arrayContaining(['PW3502', 'PW4006', 'PW4007', 'PW4017', 'PW4030']),
    );
  });

  it('judge each pool of a cluster with several backends by its own', () => {
    const [settings = '', pools = ''] = definition('cluster-autoscaler').split('karpenter:\n');
    const mixed = `${settings}karpenter:\n${pools.replace('    other:\n', '    other:\n      backend: karpenter\n')}`;
    const found = compileText(mixed).diagnostics.filter(({ code }) => code === 'PW4030');
    expect(found.map(({ message }) => message)).toEqual(['pool `other` has no limits']);
  });
});
