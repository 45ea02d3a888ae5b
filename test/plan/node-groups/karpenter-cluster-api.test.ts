import { describe, expect, it } from 'vitest';
import { deployment, findings, type PlanCase, reported, shown } from '../harness.ts';

const GENERAL = `default:
  limits: {cpu: 64, memory: 256Gi}
  cluster_api: {max_types: 3}
  requirements:
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i, c7i]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4", "8"]}
`;

const WEB = deployment('web', 6, 'cpu: 500m, memory: 1Gi');

function kpc(input: Omit<PlanCase, 'backend'>): PlanCase {
  return { ...input, backend: 'karpenter-cluster-api' };
}

describe('a plan with Karpenter’s provider for Cluster API', () => {
  it('takes machines of MachineDeployments', () => {
    expect(shown(kpc({ pools: GENERAL, manifests: WEB }))).toMatchInlineSnapshot(`
      "web: all 6 pods fit
        on 1 new node, expected to cost 0.3570 $/h, 260.61 $/month

      pool     nodes  pods   cpu  memory     $/h  $/month  types
      default      1     6  38 %    43 %  0.3570   260.61  1 × c7i.2xlarge

      groups of  type         bought     add  pods     $/h  zones
      default    c7i.2xlarge  on-demand   +1     6  0.3570  eu-west-1a +1

      cost          $/h  $/month
      floor      0.3570   260.61  each new node at the price of its type and zone
      expected   0.3570   260.61  what the new nodes are expected to cost
      at limits  3.2256  2354.69  the most that all pools can cost within their limits
      bound      0.1785   130.31  proven lower bound, by one machine: the floor is 100 % above it

      Karpenter's provider for Cluster API takes every machine to cost nothing and the first instance type
        by name, not the cheapest; of the MachineDeployments of a type it takes any, and the plan the first
        by name; prices are those of the catalogue"
    `);
    const { nodeClaims, nodeGroups, nodePools } = reported(kpc({ pools: GENERAL, manifests: WEB }));
    expect(nodeClaims.map(({ nodeGroup }) => nodeGroup)).toEqual(nodeGroups.map(({ name }) => name));
    expect(nodeClaims.flatMap(({ pods }) => pods)).toEqual(nodeGroups.flatMap(({ pods }) => pods));
    expect(nodePools).toMatchObject([{ backend: 'karpenter-cluster-api', nodeClaims: 1, nodes: 1 }]);
  });

  it('prefers the first type by name, not the cheapest', () => {
    // 8 cores come before 4: `c7i.2xlarge` < `c7i.xlarge`.
    const { nodeClaims } = reported(kpc({ pools: GENERAL, manifests: deployment('one', 1, 'cpu: 100m') }));
    const [claim] = nodeClaims;
    expect(claim?.cheapest.instanceType).toBe(
      [claim?.cheapest.instanceType ?? '', ...typesOf(GENERAL)].sort()[0],
    );
    expect(claim?.cheapest.pricePerHourUsd).toBeGreaterThan(0);
  });

  it('goes on with other MachineDeployments when one is full', () => {
    const pools = GENERAL.replace('max_types: 3', 'max_types: 3, max_size: 1');
    const { nodeGroups, unschedulable } = reported(
      kpc({ pools, manifests: deployment('web', 5, 'cpu: "3", memory: 1Gi', APART) }),
    );
    expect(unschedulable).toEqual([]);
    expect(nodeGroups.map(({ add, maxSize }) => [add, maxSize])).toEqual(nodeGroups.map(() => [1, 1]));
    expect(nodeGroups.length).toBe(5);
  });

  it('leaves pods when all are full, and says so', () => {
    const pools = GENERAL.replace('max_types: 3', 'max_types: 2, max_size: 1');
    const input = kpc({ pools, manifests: deployment('web', 9, 'cpu: "3", memory: 1Gi', APART) });
    const { unschedulable, nodeClaims } = reported(input);
    expect(nodeClaims.length + unschedulable.length).toBe(9);
    expect(unschedulable[0]).toMatchObject({ onlyLimits: true, reasons: [{ code: 'max-size' }] });
    expect(unschedulable[0]?.reasons[0]?.message).toMatchInlineSnapshot(
      `"6 MachineDeployments of the pool are at their maximum size, and no other can take the pod"`,
    );
    expect(findings(input)).toMatchInlineSnapshot(`
      [
        "PW8003 workloads.yaml:8 3 pods of Deployment \`default/web\` have no place within the limits in cluster \`web\`",
      ]
    `);
  });

  it('puts pods of later rounds onto machines of earlier ones', () => {
    const pools = GENERAL.replace('max_types: 3', 'max_types: 2, max_size: 2');
    const { nodeClaims, existingNodes, unschedulable } = reported(
      kpc({
        pools,
        manifests:
          deployment('a', 30, 'cpu: "1", memory: 1Gi') + deployment('b', 30, 'cpu: 500m, memory: 1Gi'),
      }),
    );
    const placed = nodeClaims.flatMap(({ pods }) => pods);
    expect(new Set(placed).size).toBe(placed.length);
    expect(placed.length + unschedulable.length).toBe(60);
    expect(existingNodes).toEqual([]);
    for (const { utilisation } of nodeClaims) {
      expect(utilisation.requested.cpuMilli).toBeLessThanOrEqual(utilisation.allocatable.cpuMilli);
    }
  });

  it('tells what keeps pods from the pool', () => {
    const reasons = (spec: string, requests = 'cpu: 1') =>
      reported(
        kpc({ pools: GENERAL, manifests: deployment('odd', 1, requests, spec) }),
      ).unschedulable.flatMap((pod) => pod.reasons.map(({ code, message }) => `${code} ${message}`));
    expect(reasons('nodeSelector: {karpenter.k8s.aws/instance-family: m7i}')).toMatchInlineSnapshot(`
      [
        "undefined-label the pod asks for the label \`karpenter.k8s.aws/instance-family\`, which the pool does not have",
      ]
    `);
    expect(reasons('nodeSelector: {kubernetes.io/arch: arm64}')).toMatchInlineSnapshot(`
      [
        "requirement-conflict the pod wants \`kubernetes.io/arch\` in [arm64], the pool has in [amd64]",
      ]
    `);
    expect(reasons('nodeSelector: {node.kubernetes.io/instance-type: m5.large}')).toMatchInlineSnapshot(`
      [
        "requirement-conflict the pod wants \`node.kubernetes.io/instance-type\` in [m5.large], the pool has in [c7i.2xlarge, c7i.xlarge, m7i.2xlarge]",
      ]
    `);
    expect(reasons('', 'cpu: "40"')).toMatchInlineSnapshot(`
      [
        "filter:fits the pod asks for \`cpu\` 40; the most that an instance type has for pods is 7.91 (\`c7i.2xlarge\`)",
      ]
    `);
  });

  it('plans one NodePool for each price tier, and reports the pool', () => {
    const tiers = GENERAL.replace('max_types: 3', 'max_types: 3, price_tiers: 2');
    const { nodePools, nodeClaims, unschedulable } = reported(kpc({ pools: tiers, manifests: WEB }));
    expect(nodePools.map(({ name }) => name)).toEqual(['default']);
    expect(nodeClaims.map(({ nodePool }) => nodePool)).toEqual(['default']);
    expect(unschedulable).toEqual([]);
    const odd = deployment('odd', 1, 'cpu: "40"');
    const [left] = reported(kpc({ pools: tiers, manifests: odd })).unschedulable;
    expect(left?.reasons).toMatchObject([{ nodePool: 'default', code: 'filter:fits' }]);
  });
});

describe('pools with different backends', () => {
  const MIXED = `own:
  limits: {cpu: 4, memory: 64Gi}
  backend: karpenter
  requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}]
${GENERAL.replace('default:', 'machines:')}
scaled:
  backend: cluster-autoscaler
  limits: {cpu: 64, memory: 256Gi}
  cluster_api: {max_types: 1}
  requirements:
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4"]}
`;

  it('are asked in turn, Karpenter first, each for what is left', () => {
    const input = kpc({
      pools: MIXED.replace(
        'cpu: 64, memory: 256Gi}\n  cluster_api: {max_types: 3}',
        'cpu: 4, memory: 256Gi}\n  cluster_api: {max_types: 3}',
      ),
      manifests: deployment('web', 20, 'cpu: 900m, memory: 1Gi'),
    });
    const { nodePools, nodeClaims, nodeGroups, notes, unschedulable } = reported(input);
    expect(nodePools.map(({ name, nodes }) => [name, nodes > 0])).toEqual([
      ['own', true],
      ['machines', true],
      ['scaled', true],
    ]);
    const own = nodeClaims.filter(({ nodeGroup }) => nodeGroup === undefined);
    const placed = [...own, ...nodeGroups].flatMap(({ pods }) => pods);
    expect([...placed, ...unschedulable.map(({ pod }) => pod)].sort()).toEqual(
      [...new Set(placed)].concat(unschedulable.map(({ pod }) => pod)).sort(),
    );
    expect(placed.length + unschedulable.length).toBe(20);
    expect(notes[0]).toMatch(/^the pools have different backends, /);
  });

  it('count pods that find room on the machines of an earlier one', () => {
    // Karpenter does not look at a pod that asks for its own marks, and the nodes it makes carry them.
    const late = deployment('late', 1, 'cpu: 100m', 'nodeSelector: {karpenter.sh/registered: "true"}');
    const { nodeClaims, unschedulable, existingNodes } = reported(
      kpc({ pools: MIXED, manifests: deployment('web', 2, 'cpu: 900m, memory: 1Gi') + late }),
    );
    expect({ unschedulable, existingNodes }).toEqual({ unschedulable: [], existingNodes: [] });
    expect(nodeClaims.flatMap(({ pods }) => pods).sort()).toEqual([
      'default/late-0',
      'default/web-0',
      'default/web-1',
    ]);
    expect(nodeClaims[0]?.utilisation.requested.cpuMilli).toBe(1900);
  });

  it('all say what is in the way', () => {
    const [left] = reported(
      kpc({ pools: MIXED, manifests: deployment('odd', 1, 'cpu: "400"') }),
    ).unschedulable;
    expect(left?.reasons.map(({ nodePool, code }) => [nodePool, code])).toEqual([
      ['own', 'filter:fits'],
      ['machines', 'filter:fits'],
      ['scaled', 'resources'],
    ]);
  });
});

const APART = `affinity:
  podAntiAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}`;

/** Types that have a MachineDeployment, by a plan that needs one of each. */
function typesOf(pools: string): string[] {
  const many = deployment('web', 40, 'cpu: "3", memory: 1Gi', APART);
  const narrow = pools.replace('max_types: 3', 'max_types: 3, max_size: 1').replace('cpu: 64', 'cpu: 640');
  return reported(kpc({ pools: narrow, manifests: many })).nodeGroups.map(({ instanceType }) => instanceType);
}
