import { describe, expect, it } from 'vitest';
import { requirementOf } from '../../src/kubernetes/requirement.ts';
import { Requirements } from '../../src/kubernetes/requirements.ts';
import type { CapacityType, InstanceType, NodeResources, Offering } from '../../src/model/instance-type.ts';
import { launch } from '../../src/plan/launch.ts';
import { cheapestOf, nodeClaimPrice } from '../../src/plan/node-claim-price.ts';

const RESOURCES: NodeResources = {
  capacity: { cpuMilli: 4000, memoryBytes: 8e9, ephemeralStorageBytes: 20e9, pods: 58, extended: {} },
  allocatable: { cpuMilli: 3900, memoryBytes: 7e9, ephemeralStorageBytes: 18e9, pods: 58, extended: {} },
};

type Prices = Partial<Record<CapacityType, number | undefined>>;

function type(name: string, prices: Prices, zone = 'a'): InstanceType {
  const offerings = Object.entries(prices).map(
    ([capacityType, price]): Offering => ({
      zone,
      capacityType: capacityType as CapacityType,
      available: true,
      ...(price === undefined ? {} : { price: { perHourUsd: price, flags: [] } }),
    }),
  );
  return { name, labels: new Map(), offerings };
}

function launched(types: readonly InstanceType[], requirements: Parameters<typeof requirementOf>[0][] = []) {
  return launch({
    requirements: Requirements.of(requirements.map((one) => requirementOf(one))),
    instanceTypes: types.map(({ name }) => name),
    table: {
      types,
      byName: new Map(types.map((one) => [one.name, one])),
      packerTypes: [],
      resourcesOf: () => RESOURCES,
    },
    rules: { maxInstanceTypes: 3, isExotic: ({ name }) => name.startsWith('exotic') },
  });
}

const names = (...args: Parameters<typeof launched>) =>
  launched(...args).candidates.map((one) => one.type.name);

describe('launch', () => {
  it('sends the cheapest so many', () => {
    expect(names(['a', 'b', 'c', 'd'].map((name) => type(name, { 'on-demand': 1 })))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('drops exotic types while there are others', () => {
    const exotic = type('exotic', { 'on-demand': 1 });
    expect(names([exotic, type('a', { 'on-demand': 2 })])).toEqual(['a']);
    expect(names([exotic])).toEqual(['exotic']);
  });

  it('drops spot that is dearer than the cheapest on-demand machine', () => {
    const types = [
      type('a', { 'on-demand': 1, spot: 0.4 }),
      type('b', { 'on-demand': 3, spot: 1.2 }),
      type('c', { spot: 2 }),
    ];
    expect(
      launched(types).candidates.map((one) => [
        one.type.name,
        one.offerings.map(({ capacityType }) => capacityType),
      ]),
    ).toEqual([
      ['a', ['on-demand', 'spot']],
      ['b', ['on-demand']],
    ]);
    // Equal is not dearer, and without on-demand there is nothing to compare with.
    expect(names([type('a', { 'on-demand': 1 }), type('b', { spot: 1 })])).toEqual(['a', 'b']);
    expect(names([type('c', { spot: 2 })])).toEqual(['c']);
  });

  it('drops neither where `minValues` asks for variety', () => {
    const types = [type('a', { 'on-demand': 1 }), type('exotic', { 'on-demand': 2 }), type('c', { spot: 2 })];
    const flexible = [{ key: 'x', operator: 'Exists', minValues: 2 } as const];
    expect(names(types, flexible)).toEqual(['a', 'exotic', 'c']);
  });

  it('keeps to the requirements on zone and capacity type', () => {
    const types = [type('a', { 'on-demand': 1 }, 'a'), type('b', { 'on-demand': 1, spot: 0.4 }, 'b')];
    const inB = [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['b'] } as const];
    expect(names(types, inB)).toEqual(['b']);
    const onDemand = [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] } as const];
    expect(launched(types, onDemand)).toMatchObject({ capacityType: 'on-demand' });
  });

  it('prefers spot', () => {
    expect(launched([type('a', { 'on-demand': 1 }), type('b', { spot: 0.9 })]).capacityType).toBe('spot');
    expect(launched([type('a', { reserved: undefined })]).capacityType).toBe('reserved');
  });
});

describe('the price of a launch', () => {
  it('is the cheapest on-demand offering', () => {
    const sent = launched([type('a', { 'on-demand': 1 }), type('b', { 'on-demand': 3 })]);
    expect(nodeClaimPrice(sent)).toEqual({ floor: 1, expected: 1, worst: 1 });
    expect(cheapestOf(sent)).toMatchObject({ instanceType: 'a', pricePerHourUsd: 1 });
  });

  it('is, for spot, half way to the dearest spot offering that is sent', () => {
    const sent = launched([
      type('a', { spot: 1 }),
      type('b', { spot: 2, 'on-demand': 9 }),
      type('c', { spot: 3 }),
    ]);
    expect(nodeClaimPrice(sent)).toEqual({ floor: 1, expected: 2, worst: 3 });
  });

  it('leaves out what has none', () => {
    const sent = launched([type('a', { 'on-demand': 2 }), type('b', { 'on-demand': undefined })]);
    expect(nodeClaimPrice(sent)).toEqual({ floor: 2, expected: 2, worst: 2 });
    expect(nodeClaimPrice(launched([type('b', { 'on-demand': undefined })]))).toBeUndefined();
    expect(cheapestOf(launched([type('b', { 'on-demand': undefined })]))).not.toHaveProperty(
      'pricePerHourUsd',
    );
  });

  it('names the first zone of equal prices', () => {
    const both: InstanceType = {
      ...type('a', {}),
      offerings: [
        ...type('a', { 'on-demand': 1 }, 'b').offerings,
        ...type('a', { 'on-demand': 1 }, 'a').offerings,
      ],
    };
    expect(cheapestOf(launched([both]))?.zone).toBe('a');
  });
});
