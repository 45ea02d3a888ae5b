import { describe, expect, test } from 'vitest';
import { type CatalogueList, catalogueListText } from '../../src/report/catalogue-list.ts';
import { REPORT_API_VERSION } from '../../src/report/check-report.ts';
import { explainPool } from '../../src/report/explain-pool.ts';
import { explainPoolText } from '../../src/report/explain-pool-text.ts';
import { cheapestOffering } from '../../src/report/priced-type.ts';
import { table } from '../../src/report/table.ts';
import { COMPILED, COMPILED_POOL, instanceType, offering, TYPES } from './compiled.ts';

const EXPLANATION = explainPool({ cluster: COMPILED, compiled: COMPILED_POOL, admits: () => true });

describe('the explanation of a pool', () => {
  test('has the funnel, the types by price, and what must be said of prices', () => {
    expect(explainPoolText(EXPLANATION)).toMatchInlineSnapshot(`
      "node pool default of cluster production (clusters/production.yaml:3)

      requirements
      left  lost  where           requirement
      1363                        all instance types
        30  1333  line 7          karpenter.k8s.aws/instance-category In [C]
         3    27  built-in set 1  kubernetes.io/os In [linux]

      3 instance types
      type               cpu          memory  pods     $/h  $/month  price          devices
      m7i.xlarge   3.92 of 4  14.5Gi of 16Gi    58  0.0806    58.84  spot, assumed  nvidia.com/gpu: 1
      c7i.xlarge   3.92 of 4  14.5Gi of 16Gi    58  0.1785   130.31  on-demand      nvidia.com/gpu: 1
      z1.unpriced  3.92 of 4  14.5Gi of 16Gi    58                   unpriced       nvidia.com/gpu: 1

      cpu and memory: what pods can use, of what the machine has
      prices in USD per hour and per month of 730 hours, snapshot of 2026-07-20
      assumed: a spot price is taken as 40 % of the on-demand price
      no zones are set: three unnamed ones are assumed
      "
    `);
  });

  test('has every field with its layer and place, when asked', () => {
    const text = explainPoolText(EXPLANATION, { fields: true });
    expect(text.slice(text.indexOf('fields'), text.indexOf('\n\nrequirements'))).toMatchInlineSnapshot(`
      "fields
      field                       where                            value
      node_class.volumeSize       line 5                           100Gi
      labels["example.com/team"]  line 15                          ml
      taints[0].key               _defaults.yaml:5 (profile spot)  spot
      requirements[0]             line 7                           karpenter.k8s.aws/instance-category In [C]
      requirements[1]             built-in set 1                   kubernetes.io/os In [linux]"
    `);
  });

  test('leaves out types beyond the limit and says so', () => {
    const text = explainPoolText(EXPLANATION, { maxTypes: 1 });
    expect(text).toContain('m7i.xlarge');
    expect(text).not.toContain('c7i.xlarge');
    expect(text).toContain('… and 2 more (`--all` shows them)');
  });

  test('prices what the pool admits only', () => {
    const { instanceTypes } = explainPool({
      cluster: COMPILED,
      compiled: COMPILED_POOL,
      admits: ({ capacityType }) => capacityType === 'on-demand',
    });
    expect(instanceTypes.map(({ name, cheapest }) => `${name} ${cheapest?.perHourUsd}`)).toEqual([
      'c7i.xlarge 0.1785',
      'm7i.xlarge 0.2016',
      'z1.unpriced undefined',
    ]);
  });

  test('is plain data', () => {
    expect(JSON.parse(JSON.stringify(EXPLANATION))).toEqual(EXPLANATION);
  });
});

describe('the cheapest offering', () => {
  test('is available, has a price, and is the first by zone among equals', () => {
    const b = { ...offering('spot', 1), zone: 'b' };
    const a = { ...offering('spot', 1), zone: 'a' };
    const gone = { ...offering('spot', 0.5), available: false };
    expect(cheapestOffering([b, gone, a, offering('spot')])).toMatchObject({ zone: 'a', perHourUsd: 1 });
    expect(cheapestOffering([offering('spot'), gone])).toBeUndefined();
  });
});

test('the catalogue list shows both prices side by side', () => {
  const { allocatable } = COMPILED_POOL.table.resourcesOf(TYPES[0] ?? instanceType('none', []));
  const list: CatalogueList = {
    apiVersion: REPORT_API_VERSION,
    kind: 'InstanceTypeList',
    region: 'eu-west-1',
    instanceTypes: [
      {
        name: 'g4dn.xlarge',
        architecture: 'amd64',
        vcpus: 4,
        memoryMib: 16384,
        accelerators: '1 × t4',
        allocatable,
        onDemand: { perHourUsd: 0.526, basis: 'proxy' },
        spot: { perHourUsd: 0.2104, basis: 'assumed' },
      },
      { name: 'x9.none', architecture: 'arm64', vcpus: 4, memoryMib: 16384, accelerators: '', allocatable },
      { name: 'x9.more', architecture: 'arm64', vcpus: 4, memoryMib: 16384, accelerators: '', allocatable },
    ],
    pricing: COMPILED_POOL.table.pricing,
  };
  expect(catalogueListText(list, { max: 2 })).toMatchInlineSnapshot(`
    "type         arch         cpu          memory  pods  on-demand $/h         spot $/h           accelerators
    g4dn.xlarge  amd64  3.92 of 4  14.5Gi of 16Gi    58         0.5260  proxy    0.2104  assumed  1 × t4
    x9.none      arm64  3.92 of 4  14.5Gi of 16Gi    58
    … and 1 more

    3 instance types in eu-west-1
    cpu and memory: what pods can use, of what the machine has
    prices in USD per hour and per month of 730 hours, snapshot of 2026-07-20
    proxy: the snapshot has no prices of eu-west-1, those of us-east-1 stand in
    assumed: a spot price is taken as 40 % of the on-demand price
    no zones are set: three unnamed ones are assumed
    "
  `);
});

test('tables align wide characters and cut trailing blanks', () => {
  expect(
    table(
      [{ title: 'name' }, { title: 'n', align: 'right' }, { title: '' }],
      [
        ['日本', '1', ''],
        ['a\u001bb', '10', 'x'],
      ],
    ),
  ).toEqual(['name   n', '日本   1', 'a␛b   10  x']);
});
