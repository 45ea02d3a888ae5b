import { describe, expect, it } from 'vitest';
import { explainPool } from '../../src/report/explain-pool.ts';
import { launchable } from '../../src/review/admitted-types.ts';
import { typeChange } from '../../src/review/type-change.ts';
import { offeringFilter } from '../../src/selection/offering-filter.ts';
import { compiledText, definition, MACHINE_SETTINGS, provider, review, SETTINGS } from './harness.ts';

const POOLS = {
  all: 'limits: {cpu: 10}',
  spot: 'requirements: [{key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand]}]',
  zone: 'requirements: [{key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1b]}, {key: karpenter.k8s.aws/instance-cpu, operator: Gt, values: ["7"]}]',
  reserved: 'node_class: {kubelet: {system_reserved: {memory: 3Gi}}}',
  family: 'requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [m5, c6i]}]',
};

const ADJUSTED = `${SETTINGS}  price_adjustments: [{where: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [c6i, r7i]}], percent: -90}]
`;

describe('the cheapest type', () => {
  it.each([SETTINGS, ADJUSTED])('is the one that `explain pool` lists first', (settings) => {
    const cluster = compiledText(definition(POOLS, settings));
    const vocabulary = provider.labels(cluster.cluster);
    expect(cluster.pools).toHaveLength(Object.keys(POOLS).length);
    for (const compiled of cluster.pools) {
      const admits = offeringFilter({ ...compiled.pool, vocabulary });
      const [first] = explainPool({ cluster, compiled, admits }).instanceTypes;
      const { cheapest, count } = launchable(compiled, vocabulary);
      expect(cheapest).toEqual({
        instanceType: first?.name,
        pricePerHourUsd: first?.cheapest?.perHourUsd,
      });
      expect(count).toBe(compiled.selection.types.length);
    }
  });

  it('of MachineDeployments is among those that there are', () => {
    const cluster = compiledText(definition({ web: 'limits: {cpu: 100, memory: 100Gi}' }, MACHINE_SETTINGS));
    const [web] = cluster.pools;
    const found = launchable(web, provider.labels(cluster.cluster));
    const groups = web?.machines?.nodeGroups ?? [];
    expect(found.count).toBe(new Set(groups.map(({ instanceType }) => instanceType.name)).size);
    expect(found.cheapest?.pricePerHourUsd).toBe(
      Math.min(...groups.flatMap(({ offering }) => offering.price?.perHourUsd ?? [])),
    );
  });
});

describe('what a pool admits', () => {
  it('is nothing where there is no pool', () => {
    const [pool] = review(undefined, definition({ a: POOLS.family })).nodePools;
    expect(pool?.types?.before).toEqual({ count: 0, zones: [], capacityTypes: [] });
    expect(pool?.types?.addedFamilies).toEqual(['c6i', 'm5']);
    expect(pool?.types?.addedZones).toEqual(['eu-west-1a', 'eu-west-1b', 'eu-west-1c']);
  });

  it('is compared by name: other objects of the same catalogue are the same types', () => {
    const [one, other] = [SETTINGS, ADJUSTED].map((settings) => {
      const { pools, cluster } = compiledText(definition({ a: POOLS.family }, settings));
      return launchable(pools[0], provider.labels(cluster));
    });
    if (one === undefined || other === undefined) throw new Error('both compile');
    const { added, removed, before, after } = typeChange(one, other);
    expect([added, removed]).toEqual([[], []]);
    expect(after.cheapest?.pricePerHourUsd).toBeLessThan(before.cheapest?.pricePerHourUsd ?? 0);
  });
});
