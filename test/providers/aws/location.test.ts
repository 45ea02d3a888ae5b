import { describe, expect, it } from 'vitest';
import { loadBuiltInCatalogue } from '../../../src/catalogue/built-in.ts';
import { labelValueProblem } from '../../../src/kubernetes/label.ts';
import { locate } from '../../../src/providers/aws/location.ts';
import { type ClusterInput, clusterOf } from './cluster.ts';

const builtIn = loadBuiltInCatalogue();
const ZONE = 'topology.kubernetes.io/zone';
const REGION = 'topology.kubernetes.io/region';
const ZONE_ID = 'topology.k8s.aws/zone-id';

function located(input: ClusterInput, catalogue = builtIn) {
  const { zones, ...rest } = locate(clusterOf(input), catalogue);
  return { ...rest, zones: zones.map((zone) => zone.name) };
}

describe('zones', () => {
  it('are those that the definition lists, once each', () => {
    expect(located({ region: 'eu-west-1', zones: ['eu-west-1b', 'eu-west-1a', 'eu-west-1b'] })).toEqual({
      region: 'eu-west-1',
      regionLabels: ['eu-west-1'],
      zones: ['eu-west-1b', 'eu-west-1a'],
    });
  });

  it('are three invented ones when nothing is known, under names no cluster can have', () => {
    const { zones, zonesAssumed } = located({ region: 'eu-west-1' });
    expect(zonesAssumed).toEqual({ from: 'nothing', named: [], unnamed: 3 });
    expect(zones).toEqual(['eu-west-1?a', 'eu-west-1?b', 'eu-west-1?c']);
    for (const zone of [...zones, ...located({}).zones]) expect(labelValueProblem(zone)).toBeDefined();
  });

  it('include the ones that pools name', () => {
    const documented = located({ pools: [[[ZONE, 'In', 'eu-west-1a', 'eu-west-1b', 'eu-west-1c']], []] });
    expect(documented).toEqual({
      region: 'eu-west-1',
      regionLabels: ['eu-west-1'],
      zones: ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'],
      zonesAssumed: { from: 'pools', named: ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'], unnamed: 0 },
    });
    expect(
      located({
        region: 'eu-west-1',
        pools: [[['failure-domain.beta.kubernetes.io/zone', 'In', 'eu-west-1c']]],
      }),
    ).toMatchObject({
      zones: ['eu-west-1c', 'eu-west-1?a', 'eu-west-1?b'],
      zonesAssumed: { from: 'pools', named: ['eu-west-1c'], unnamed: 2 },
    });
  });

  it('do not include what pools exclude, other regions, or what is no zone', () => {
    const pools: ClusterInput['pools'] = [
      [[ZONE, 'NotIn', 'eu-west-1a']],
      [[ZONE, 'In', 'us-east-1a', 'nonsense']],
    ];
    expect(located({ region: 'eu-west-1', pools }).zones).toEqual([
      'eu-west-1?a',
      'eu-west-1?b',
      'eu-west-1?c',
    ]);
  });

  it('are those of an imported snapshot before invented ones', () => {
    const zone = (name: string) => [name, { zone: name, offered: new Set<string>() }] as const;
    const catalogue = {
      ...builtIn,
      zones: new Map(['eu-west-1a', 'eu-west-1b', 'us-east-1a', 'us-east-1-bos-1a'].map(zone)),
    };
    expect(located({ region: 'eu-west-1' }, catalogue)).toMatchObject({
      zones: ['eu-west-1a', 'eu-west-1b'],
      zonesAssumed: { from: 'catalogue', named: ['eu-west-1a', 'eu-west-1b'], unnamed: 0 },
    });
    expect(located({ region: 'us-east-1' }, catalogue).zones).toEqual(['us-east-1a']);
  });
});

describe('the region', () => {
  it('follows from the zones when it is not written', () => {
    expect(located({ zones: ['us-east-1a', 'us-east-1-bos-1a'] }).region).toBe('us-east-1');
    expect(located({ zones: ['us-east-1a', 'us-east-2a'] }).region).toBeUndefined();
    expect(located({ pools: [[[REGION, 'In', 'eu-north-1']]] }).region).toBe('eu-north-1');
  });

  it('may be any that pools name while it is unknown', () => {
    expect(located({ pools: [[[REGION, 'In', 'eu-north-1', 'eu-west-1']]] })).toMatchObject({
      regionLabels: ['eu-north-1', 'eu-west-1'],
    });
    expect(located({}).regionLabels).toEqual(['?']);
  });
});

describe('zone ids', () => {
  const ids = (input: ClusterInput, catalogue = builtIn) => locate(clusterOf(input), catalogue).zones[0]?.ids;

  it.each([
    ['eu-west-1', 'euw1-az1'],
    ['us-east-1', 'use1-az1'],
    ['ap-southeast-2', 'apse2-az1'],
    ['ap-south-1', 'aps1-az1'],
    ['eu-central-1', 'euc1-az1'],
    ['us-gov-west-1', 'usgw1-az1'],
    ['cn-northwest-1', 'cnnw1-az1'],
  ])('of %s start with %s', (region, first) => {
    expect(ids({ region })?.[0]).toBe(first);
  });

  it('are the imported one, or what pools name', () => {
    const catalogue = {
      ...builtIn,
      zones: new Map([['eu-west-1a', { zone: 'eu-west-1a', zoneId: 'euw1-az3' }]]),
    };
    expect(ids({ zones: ['eu-west-1a'] }, catalogue)).toEqual(['euw1-az3']);
    expect(ids({ pools: [[[ZONE_ID, 'In', 'use1-az4']]] })).toEqual(['use1-az4']);
  });
});
