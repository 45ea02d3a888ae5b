import { describe, expect, it } from 'vitest';
import { canonicalIp, isUnspecified } from '../../src/packer/karpenter/host-ip.ts';

describe('canonicalIp', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::ffff:a00:1', '10.0.0.1'],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1'],
    ['2001:db8:0:0:0:0:0:1', '2001:db8:0:0:0:0:0:1'],
    ['::', '0:0:0:0:0:0:0:0'],
    ['1::2:3.4.5.6', '1:0:0:0:0:2:304:506'],
    ['010.0.0.1', 'invalid'],
    ['256.0.0.1', 'invalid'],
    ['1:2:3', 'invalid'],
    ['1::2::3', 'invalid'],
    ['1:2:3:4:5:6:7:8::', 'invalid'],
    ['node', 'invalid'],
  ])('%s is %s', (text, expected) => {
    expect(canonicalIp(text)).toBe(expected);
  });

  it('tells the addresses that stand for all', () => {
    expect(
      ['0.0.0.0', '::', '0:0:0:0:0:0:0:0', '10.0.0.1'].map((ip) => isUnspecified(canonicalIp(ip))),
    ).toEqual([true, true, true, false]);
  });
});
