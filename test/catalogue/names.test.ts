import { describe, expect, it } from 'vitest';
import { parseTypeName } from '../../src/catalogue/type-name.ts';
import { isRegionalZone, regionOfZone } from '../../src/catalogue/zone-name.ts';

describe('type names', () => {
  it.each([
    ['m5.large', { category: 'm', generation: '5', family: 'm5', size: 'large', flex: false }],
    ['m7i-flex.4xlarge', { category: 'm', generation: '7', family: 'm7i-flex', size: '4xlarge', flex: true }],
    [
      'u-6tb1.112xlarge',
      { category: 'u', generation: '1', family: 'u-6tb1', size: '112xlarge', flex: false },
    ],
    [
      'u7in-24tb.224xlarge',
      { category: 'u', generation: '7', family: 'u7in-24tb', size: '224xlarge', flex: false },
    ],
    ['c8gn.metal-48xl', { category: 'c', generation: '8', family: 'c8gn', size: 'metal-48xl', flex: false }],
    ['odd', { family: 'odd', size: '', flex: false }],
  ])('%s', (name, parts) => {
    expect(parseTypeName(name)).toEqual(parts);
  });
});

describe('zone names', () => {
  it.each([
    ['eu-west-1a', 'eu-west-1', true],
    ['us-gov-east-1c', 'us-gov-east-1', true],
    ['ap-southeast-2b', 'ap-southeast-2', true],
    ['us-east-1-bos-1a', 'us-east-1', false],
    ['us-east-1-wl1-bos-wlz-1', 'us-east-1', false],
    ['eu-west-1', undefined, false],
    ['us-gov-east-1', undefined, false],
    ['euw1-az1', undefined, false],
    ['eu-west-1?a', undefined, false],
    ['EU-WEST-1A', undefined, false],
  ])('%s is in %s', (zone, region, regional) => {
    expect(regionOfZone(zone)).toBe(region);
    expect(isRegionalZone(zone)).toBe(regional);
  });
});
