import { describe, expect, it } from 'vitest';
import { loadBuiltInCatalogue } from '../../../src/catalogue/built-in.ts';
import type { AwsCatalogue } from '../../../src/catalogue/catalogue.ts';
import type { OfferingPrice } from '../../../src/model/instance-type.ts';
import { instanceTables } from '../../../src/providers/aws/instance-tables.ts';
import { type ClusterInput, clusterOf, nodeClassOf, type RequirementText } from './cluster.ts';

const builtIn = loadBuiltInCatalogue();
const tables = instanceTables(builtIn);
const EUROPE = { region: 'eu-west-1', zones: ['eu-west-1a', 'eu-west-1b'] };

function table(input: ClusterInput, catalogue: AwsCatalogue = builtIn) {
  return (catalogue === builtIn ? tables : instanceTables(catalogue))(clusterOf(input), nodeClassOf());
}

/** Prices by `zone/capacity type`. */
function prices(
  name: string,
  input: ClusterInput,
  catalogue?: AwsCatalogue,
): Record<string, OfferingPrice | undefined> {
  const type = table(input, catalogue).types.find((one) => one.name === name);
  return Object.fromEntries(
    (type?.offerings ?? []).map((one) => [`${one.zone.slice(-1)}/${one.capacityType}`, one.price]),
  );
}

/** A price of the built-in list, unless a date is given. */
const listed = (perHourUsd: number, date = '2026-07-20') => ({ perHourUsd, date, flags: [] });
const proxy = (perHourUsd: number) => ({ ...listed(perHourUsd), flags: ['proxy'] });
const assumed = (perHourUsd: number, date?: string) => ({ ...listed(perHourUsd, date), flags: ['assumed'] });
const assumedProxy = (perHourUsd: number) => ({ ...listed(perHourUsd), flags: ['proxy', 'assumed'] });
const adjusted = (perHourUsd: number) => ({ ...listed(perHourUsd), flags: ['adjusted'] });
const adjustedSpot = (perHourUsd: number) => ({ ...listed(perHourUsd), flags: ['assumed', 'adjusted'] });
const own = (perHourUsd: number) => ({ perHourUsd, flags: ['adjusted'] });

describe('prices', () => {
  it('come from the region itself', () => {
    const virginia = { region: 'us-east-1', zones: ['us-east-1a'] };
    expect(prices('m5.large', virginia)).toEqual({ 'a/on-demand': listed(0.096), 'a/spot': assumed(0.0384) });
    expect(table(virginia).pricing).toEqual({
      region: 'us-east-1',
      offeringsAssumed: {},
      spotAssumed: { ratio: 0.4 },
    });
  });

  it('are borrowed, and say so, where the region has none', () => {
    expect(prices('m5.large', EUROPE)).toEqual({
      'a/on-demand': proxy(0.096),
      'a/spot': assumedProxy(0.0384),
      'b/on-demand': proxy(0.096),
      'b/spot': assumedProxy(0.0384),
    });
    expect(table(EUROPE).pricing).toMatchObject({ region: 'eu-west-1', proxyRegion: 'us-east-1' });
    expect(table({ zones: ['eu-west-1a'] }).pricing).toMatchObject({
      region: 'eu-west-1',
      proxyRegion: 'us-east-1',
    });
    expect(table({}).pricing).toEqual({
      proxyRegion: 'us-east-1',
      zonesAssumed: { from: 'nothing', named: [], unnamed: 3 },
      offeringsAssumed: {},
      spotAssumed: { ratio: 0.4 },
    });
  });

  it('are not mixed: what the region does not list stays unpriced', () => {
    const gov = { region: 'us-gov-east-1', zones: ['us-gov-east-1a'] };
    expect(prices('m5.large', gov)).toEqual({ 'a/on-demand': listed(0.121), 'a/spot': assumed(0.0484) });
    expect(prices('m7i.large', gov)['a/on-demand']).toBeDefined();
    expect(prices('c9g.large', gov)).toEqual({ 'a/on-demand': undefined, 'a/spot': undefined });
    expect(prices('x8aedz.large', EUROPE)).toEqual({
      'a/on-demand': undefined,
      'a/spot': undefined,
      'b/on-demand': undefined,
      'b/spot': undefined,
    });
  });

  it('are never converted from another currency', () => {
    const china = { region: 'cn-north-1', zones: ['cn-north-1a'] };
    expect(prices('m5.large', china)).toEqual({ 'a/on-demand': undefined, 'a/spot': undefined });
    expect(table(china).pricing).toMatchObject({ unconvertedCurrency: 'CNY' });
    expect(table(china).pricing).not.toHaveProperty('proxyRegion');
  });

  it('take the ratio of the definition, to a millionth of a dollar', () => {
    expect(prices('a1.medium', { ...EUROPE, spotPriceRatio: 0.3333 })).toEqual({});
    expect(prices('t3.nano', { ...EUROPE, spotPriceRatio: 0.3333 })['a/spot']).toEqual(
      assumedProxy(0.001733),
    );
    expect(table({ ...EUROPE, spotPriceRatio: 0.3333 }).pricing.spotAssumed).toEqual({ ratio: 0.3333 });
  });
});

describe('imported prices', () => {
  const zone = (name: string, spot?: Record<string, number>, offered?: string[]) =>
    [
      name,
      {
        zone: name,
        ...(spot === undefined
          ? {}
          : { spot: { date: '2026-09-02', perHourUsd: new Map(Object.entries(spot)) } }),
        ...(offered === undefined ? {} : { offered: new Set(offered) }),
      },
    ] as const;
  const imported: AwsCatalogue = {
    ...builtIn,
    onDemand: new Map([
      ...builtIn.onDemand,
      [
        'eu-west-1',
        { region: 'eu-west-1', currency: 'USD', date: '2026-09-01', perHour: new Map([['m5.large', 0.107]]) },
      ],
    ]),
    zones: new Map([
      zone('eu-west-1a', { 'm5.large': 0.0412 }, ['m5.large', 'm6i.large']),
      zone('eu-west-1b', { 'm5.large': 0.0399 }, ['m5.large']),
    ]),
  };

  it('replace assumptions', () => {
    expect(prices('m5.large', EUROPE, imported)).toEqual({
      'a/on-demand': listed(0.107, '2026-09-01'),
      'a/spot': listed(0.0412, '2026-09-02'),
      'b/on-demand': listed(0.107, '2026-09-01'),
      'b/spot': listed(0.0399, '2026-09-02'),
    });
    expect(table(EUROPE, imported).pricing).toEqual({ region: 'eu-west-1' });
  });

  it('of spot are no proxy although the on-demand list is one', () => {
    const { onDemand } = builtIn;
    expect(prices('m5.large', EUROPE, { ...imported, onDemand })).toMatchObject({
      'a/on-demand': proxy(0.096),
      'a/spot': listed(0.0412, '2026-09-02'),
    });
  });

  it('leave a type without history, or without a place in the list, unpriced', () => {
    expect(prices('m6i.large', EUROPE, imported)).toEqual({ 'a/on-demand': undefined, 'a/spot': undefined });
  });

  it('offer a type only where it is offered', () => {
    const byName = (name: string) => table(EUROPE, imported).types.find((type) => type.name === name);
    expect(byName('m6i.large')?.labels.get('topology.kubernetes.io/zone')).toEqual(['eu-west-1a']);
    expect(byName('c5.large')?.labels.get('topology.kubernetes.io/zone')).toEqual([]);
    expect(byName('c5.large')?.offerings).toEqual([]);
  });

  it('assume again in a zone that was not imported', () => {
    const three = { region: 'eu-west-1', zones: ['eu-west-1a', 'eu-west-1c'] };
    expect(prices('m5.large', three, imported)).toMatchObject({
      'a/spot': listed(0.0412, '2026-09-02'),
      'c/spot': assumed(0.0428, '2026-09-01'),
    });
    expect(table(three, imported).pricing).toEqual({
      region: 'eu-west-1',
      offeringsAssumed: { zones: ['eu-west-1c'] },
      spotAssumed: { ratio: 0.4, zones: ['eu-west-1c'] },
    });
  });
});

describe('price adjustments', () => {
  const category: RequirementText = ['karpenter.k8s.aws/instance-category', 'In', 'm', 'c'];
  const onDemand: RequirementText = ['karpenter.sh/capacity-type', 'In', 'on-demand'];
  const at = (name: string, ...adjustments: NonNullable<ClusterInput['adjustments']>) =>
    prices(name, { region: 'us-east-1', zones: ['us-east-1a', 'us-east-1b'], adjustments });

  it('discount what their requirements match', () => {
    const found = at('m5.large', { where: [category, onDemand], percent: -30 });
    expect(found).toMatchObject({ 'a/on-demand': adjusted(0.0672), 'a/spot': assumed(0.0384) });
    expect(at('r5.large', { where: [category, onDemand], percent: -30 })).toMatchObject({
      'a/on-demand': listed(0.126),
    });
  });

  it('match by offering, not by what the type has elsewhere', () => {
    const zone: RequirementText = ['topology.kubernetes.io/zone', 'NotIn', 'us-east-1a'];
    expect(at('m5.large', { where: [zone, onDemand], price: 0.05 })).toMatchObject({
      'a/on-demand': listed(0.096),
      'b/on-demand': own(0.05),
    });
    const deprecated: RequirementText = ['failure-domain.beta.kubernetes.io/zone', 'In', 'us-east-1b'];
    expect(at('m5.large', { where: [deprecated, onDemand], price: 0.05 })).toMatchObject({
      'a/on-demand': listed(0.096),
      'b/on-demand': own(0.05),
    });
  });

  it('let the later match win, without adding up', () => {
    const both = at('m5.large', { where: [], percent: -10 }, { where: [category], percent: -50 });
    expect(both).toMatchObject({ 'a/on-demand': adjusted(0.048), 'a/spot': adjustedSpot(0.0192) });
    const reversed = at('m5.large', { where: [category], percent: -50 }, { where: [], percent: -10 });
    expect(reversed).toMatchObject({ 'a/on-demand': adjusted(0.0864) });
  });

  it('leave a price the guess that it was, unless they replace it', () => {
    const europe = (...adjustments: NonNullable<ClusterInput['adjustments']>) =>
      prices('m5.large', { ...EUROPE, adjustments })['a/spot'];
    expect(europe({ where: [], percent: -10 })).toEqual({
      perHourUsd: 0.03456,
      date: '2026-07-20',
      flags: ['proxy', 'assumed', 'adjusted'],
    });
    expect(europe({ where: [], price: 0.03 })).toEqual(own(0.03));
  });

  it('price what has no price, but take no percentage of nothing', () => {
    expect(at('x8aedz.large', { where: [], price: 0.2 })).toMatchObject({
      'a/on-demand': own(0.2),
      'a/spot': own(0.2),
    });
    expect(at('x8aedz.large', { where: [], percent: -5 })).toMatchObject({ 'a/on-demand': undefined });
  });

  it('follow the algebra on labels that a type does not have', () => {
    const gpu = (operator: 'Exists' | 'DoesNotExist' | 'Gt' | 'NotIn', ...values: string[]) =>
      at('m5.large', {
        where: [['karpenter.k8s.aws/instance-gpu-count', operator, ...values], onDemand],
        price: 1,
      })['a/on-demand'];
    expect(gpu('Exists')).toEqual(listed(0.096));
    expect(gpu('Gt', '0')).toEqual(listed(0.096));
    expect(gpu('DoesNotExist')).toEqual(own(1));
    expect(gpu('NotIn', '1')).toEqual(own(1));
    const custom = (operator: 'In' | 'NotIn') =>
      at('m5.large', { where: [['team', operator, 'a'], onDemand], price: 1 })['a/on-demand'];
    expect(custom('In')).toEqual(listed(0.096));
    expect(custom('NotIn')).toEqual(own(1));
  });

  it('are part of what types are shared by', () => {
    const same = () => clusterOf({ ...EUROPE, adjustments: [{ where: [category], percent: -30 }] });
    const types = tables(same(), nodeClassOf()).types;
    expect(tables(same(), nodeClassOf()).types).toBe(types);
    expect(tables(clusterOf(EUROPE), nodeClassOf()).types).not.toBe(types);
  });
});
