import { describe, expect, test } from 'vitest';
import type { CompiledPool } from '../../src/model/compilation.ts';
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
      type               cpu          memory  pods     $/h  $/month  price                 devices
      m7i.xlarge   3.92 of 4  14.5Gi of 16Gi    58  0.0806    58.84  spot, proxy, assumed  nvidia.com/gpu: 1
      c7i.xlarge   3.92 of 4  14.5Gi of 16Gi    58  0.1785   130.31  on-demand             nvidia.com/gpu: 1
      z1.unpriced  3.92 of 4  14.5Gi of 16Gi    58                   unpriced              nvidia.com/gpu: 1

      cpu and memory: what pods can use, of what the machine has
      prices in USD per hour and per month of 730 hours; on-demand price list of 2026-07-20
      proxy: the catalogue has no price list of eu-west-1, that of us-east-1 stands in
      assumed: a spot price is taken as 40 % of the on-demand price
      no zones are set: 3 unnamed ones are assumed
      "
    `);
  });

  test('leaves out types beyond the limit and says so', () => {
    const text = explainPoolText(EXPLANATION, { maxTypes: 1 });
    expect(text).toContain('m7i.xlarge');
    expect(text).not.toContain('c7i.xlarge');
    expect(text).toContain('… and 2 more (`--all` shows them)');
  });

  test('tells types that no zone offers from those that the node class cannot use', () => {
    const [first] = COMPILED_POOL.selection.funnel;
    if (first === undefined) throw new Error('the pool has requirements');
    const zone = 'topology.kubernetes.io/zone';
    const labelled = (name: string, zones: readonly string[]) => ({
      ...instanceType(name, []),
      labels: new Map([[zone, zones]]),
    });
    const types = [...TYPES, labelled('x1.elsewhere', []), labelled('a1.unusable', ['eu-west-1a'])];
    const selection = { ...COMPILED_POOL.selection, total: 5, funnel: [{ ...first, before: 3, after: 3 }] };
    const compiled = { ...COMPILED_POOL, table: { ...COMPILED_POOL.table, types }, selection };
    const explanation = explainPool({ cluster: COMPILED, compiled, admits: () => true });
    expect(explanation.funnel).toMatchObject({ total: 5, offered: 4, usable: 3 });
    expect(explainPoolText(explanation)).toContain(
      [
        'left  lost  where   requirement',
        '   5                all instance types',
        '   4     1          offered in the zones',
        '   3     1          usable with the node class',
        '   3     0  line 7  karpenter.k8s.aws/instance-category In [C]',
      ].join('\n'),
    );
  });

  test('names the settings of the node class that rule types out, and where they are written', () => {
    const { table, pool } = COMPILED_POOL;
    const excluded = instanceType('t2.nano', [offering('on-demand', 0.01)]);
    const exclusions = [
      {
        pointer: '/spec/connectionTracking',
        setting: '`connection_tracking`',
        reason: 'No.',
        types: [excluded],
      },
    ];
    const nodeClass = {
      ...COMPILED_POOL.nodePool,
      spec: {},
      origins: new Map([['', { span: pool.keySpan, layer: { kind: 'pool', name: 'default' } }]]),
    } as unknown as NonNullable<CompiledPool['nodeClass']>;
    const types = [...TYPES, { ...excluded, offerings: [] }];
    const [first] = COMPILED_POOL.selection.funnel;
    const selection = {
      ...COMPILED_POOL.selection,
      total: 4,
      funnel: first === undefined ? [] : [{ ...first, before: 3, after: 3 }],
    };
    const compiled = { ...COMPILED_POOL, nodeClass, selection, table: { ...table, types, exclusions } };
    const explanation = explainPool({ cluster: COMPILED, compiled, admits: () => true });
    expect(explanation.funnel.exclusions).toMatchObject([
      { before: 4, after: 3, reason: 'No.', layer: 'pool' },
    ]);
    expect(explainPoolText(explanation)).toContain(
      [
        '   4                all instance types',
        '   3     1  line 3  usable with connection_tracking',
        '   3     0  line 7  karpenter.k8s.aws/instance-category In [C]',
      ].join('\n'),
    );
  });

  test('marks types on which nothing is left for pods and puts them last', () => {
    const { table } = COMPILED_POOL;
    const resourcesOf: typeof table.resourcesOf = (type) => {
      const { capacity, allocatable } = table.resourcesOf(type);
      const memoryBytes = type.name === 'c7i.xlarge' ? -1 : allocatable.memoryBytes;
      return { capacity, allocatable: { ...allocatable, memoryBytes } };
    };
    const compiled = { ...COMPILED_POOL, table: { ...table, resourcesOf } };
    const explanation = explainPool({
      cluster: COMPILED,
      compiled,
      admits: ({ capacityType }) => capacityType === 'on-demand',
    });
    expect(explanation.instanceTypes.map(({ name, nothingLeft }) => `${name} ${nothingLeft}`)).toEqual([
      'm7i.xlarge undefined',
      'z1.unpriced undefined',
      'c7i.xlarge true',
    ]);
    expect(explainPoolText(explanation)).toMatch(/c7i\.xlarge .* on-demand, nothing left for pods/);
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

  test('is cheapest by price alone, assumed or not, and keeps its flags', () => {
    const known = { ...offering('spot', 0.05), zone: 'a' };
    const guess = { ...offering('spot', 0.04, 'proxy', 'assumed'), zone: 'b' };
    expect(cheapestOffering([known, guess])).toMatchObject({ zone: 'b', flags: ['proxy', 'assumed'] });
    const dearer = { ...guess, price: { perHourUsd: 0.06, flags: ['assumed'] as const } };
    expect(cheapestOffering([dearer, known])).toMatchObject({ zone: 'a', flags: [] });
  });

  test('is rather a known one among equals', () => {
    const known = { ...offering('spot', 0.05), zone: 'b' };
    const guess = { ...offering('spot', 0.05, 'assumed'), zone: 'a' };
    expect(cheapestOffering([guess, known])).toMatchObject({ zone: 'b', flags: [] });
    expect(cheapestOffering([known, guess])).toMatchObject({ zone: 'b', flags: [] });
  });
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
