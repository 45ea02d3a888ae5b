import { describe, expect, test } from 'vitest';
import type { CapacityType, PriceFlag, PricingNote } from '../../src/model/instance-type.ts';
import { type CatalogueList, catalogueListText } from '../../src/report/catalogue-list.ts';
import { REPORT_API_VERSION } from '../../src/report/check-report.ts';
import type { ListedType } from '../../src/report/list-types.ts';
import type { PricedOffering } from '../../src/report/priced-type.ts';
import { COMPILED_POOL, instanceType, TYPES } from './compiled.ts';

const { allocatable } = COMPILED_POOL.table.resourcesOf(TYPES[0] ?? instanceType('none', []));

function type(name: string, more: Partial<ListedType> = {}): ListedType {
  const size = { vcpus: 4, memoryMib: 16384 };
  return { name, architecture: 'amd64', ...size, accelerators: '', allocatable, zones: 3, ...more };
}

function price(
  capacityType: CapacityType,
  perHourUsd: number,
  date: string | undefined,
  ...flags: readonly PriceFlag[]
): PricedOffering {
  return { perHourUsd, ...(date === undefined ? {} : { date }), flags, zone: 'eu-west-1a', capacityType };
}

function list(instanceTypes: readonly ListedType[], pricing: PricingNote): CatalogueList {
  return {
    apiVersion: REPORT_API_VERSION,
    kind: 'InstanceTypeList',
    region: 'eu-west-1',
    instanceTypes,
    pricing,
  };
}

/** What stands below the table, without the meaning of its columns. */
function notes(types: readonly ListedType[], pricing: PricingNote): string[] {
  return catalogueListText(list(types, pricing)).trimEnd().split('\n\n')[1]?.split('\n').slice(2) ?? [];
}

test('both prices stand side by side, each with its flags', () => {
  const types = [
    type('g4dn.xlarge', {
      accelerators: '1 × t4',
      onDemand: price('on-demand', 0.526, '2026-07-20', 'proxy'),
      spot: price('spot', 0.2104, '2026-07-20', 'proxy', 'assumed'),
    }),
    type('x9.none'),
    type('x9.more'),
  ];
  expect(catalogueListText(list(types, COMPILED_POOL.table.pricing), { max: 2 })).toMatchInlineSnapshot(`
    "type         arch         cpu          memory  pods  on-demand $/h         spot $/h                  accelerators
    g4dn.xlarge  amd64  3.92 of 4  14.5Gi of 16Gi    58         0.5260  proxy    0.2104  proxy, assumed  1 × t4
    x9.none      amd64  3.92 of 4  14.5Gi of 16Gi    58
    … and 1 more

    3 instance types in eu-west-1
    cpu and memory: what pods can use, of what the machine has
    prices in USD per hour; on-demand price list of 2026-07-20
    proxy: the catalogue has no price list of eu-west-1, that of us-east-1 stands in
    assumed: a spot price is taken as 40 % of the on-demand price
    no zones are set: 3 unnamed ones are assumed
    "
  `);
});

describe('the notes', () => {
  const onDemand = price('on-demand', 0.1, '2026-08-28');

  test('date imported spot prices like themselves, not like the on-demand list', () => {
    const types = [
      type('m5.large', { onDemand, spot: price('spot', 0.04, '2026-09-01') }),
      type('m5.xlarge', { onDemand, spot: price('spot', 0.08, '2026-08-30') }),
    ];
    expect(notes(types, { region: 'eu-west-1' })).toEqual([
      'prices in USD per hour; on-demand price list of 2026-08-28, spot price history of 2026-08-30 to 2026-09-01',
    ]);
    const spotOnly = type('m5.large', { spot: price('spot', 0.04, '2026-09-01') });
    expect(notes([spotOnly], { region: 'eu-west-1' })).toEqual([
      'prices in USD per hour; spot price history of 2026-09-01',
    ]);
  });

  test('date an assumed spot price like the list it is a ratio of', () => {
    const types = [type('m5.large', { spot: price('spot', 0.04, '2026-08-28', 'assumed') })];
    expect(notes(types, { spotAssumed: { ratio: 0.35, zones: ['eu-west-1c'] } })).toEqual([
      'prices in USD per hour; on-demand price list of 2026-08-28',
      'assumed: a spot price in eu-west-1c, where no history is known, is taken as 35 % of the on-demand price',
    ]);
  });

  test('know no date of a price that the definition sets', () => {
    expect(
      notes([type('m5.large', { onDemand: price('on-demand', 0.1, undefined, 'adjusted') })], {}),
    ).toEqual(['prices in USD per hour', 'adjusted: `price_adjustments` of the definition are applied']);
  });

  test('say what of the prices is not converted, and nothing of prices that are not there', () => {
    const pricing = { region: 'cn-north-1', unconvertedCurrency: 'CNY', spotAssumed: { ratio: 0.4 } };
    expect(notes([type('m5.large')], pricing)).toEqual([
      'unpriced: prices of cn-north-1 are in CNY and are not converted',
    ]);
  });

  test.each<[string, PricingNote]>([
    ['3 unnamed ones are assumed', { zonesAssumed: { from: 'nothing', named: [], unnamed: 3 } }],
    [
      'those that the catalogue knows are used, eu-west-1a, eu-west-1b',
      { zonesAssumed: { from: 'catalogue', named: ['eu-west-1a', 'eu-west-1b'], unnamed: 0 } },
    ],
    [
      'those that pools name are used, eu-west-1a and 2 unnamed ones',
      { zonesAssumed: { from: 'pools', named: ['eu-west-1a'], unnamed: 2 } },
    ],
  ])('name the zones that stand in: %s', (expected, pricing) => {
    expect(notes([type('m5.large')], pricing)).toEqual([`no zones are set: ${expected}`]);
  });

  test('say where offerings are assumed', () => {
    expect(notes([type('m5.large')], { offeringsAssumed: {} })).toEqual([
      'every type is assumed to be offered in every zone',
    ]);
    expect(notes([type('m5.large')], { offeringsAssumed: { zones: ['eu-west-1c'] } })).toEqual([
      'every type is assumed to be offered in eu-west-1c',
    ]);
  });
});
