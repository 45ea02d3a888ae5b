import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Source } from '../../../src/diagnostics/source.ts';
import { readVolumeSize } from '../../../src/providers/aws/volume-size.ts';
import { cameFrom, compileNodeClass, findingsIn, specOf } from './node-class-harness.ts';

const GP3 = { volumeType: 'gp3', encrypted: true, deleteOnTermination: true };

function disksOf(text: string) {
  return specOf(text).blockDeviceMappings;
}

describe('volumeSize', () => {
  it.each([
    ['al2023@v1', [['/dev/xvda', '100Gi']]],
    ['al2@v1', [['/dev/xvda', '100Gi']]],
    [
      'bottlerocket@1.50.0',
      [
        ['/dev/xvda', '4Gi'],
        ['/dev/xvdb', '100Gi'],
      ],
    ],
    ['windows2022@latest', [['/dev/sda1', '100Gi']]],
  ])('sizes the disk for pods of %s', (alias, disks) => {
    expect(disksOf(`ami: ${alias}\nvolumeSize: 100Gi`)).toEqual(
      disks.map(([deviceName, volumeSize]) => ({ deviceName, ebs: { volumeSize, ...GP3 } })),
    );
  });

  it('has a default for each family', () => {
    expect(disksOf('ami: windows2025@latest')).toEqual([
      { deviceName: '/dev/sda1', ebs: { volumeSize: '50Gi', ...GP3 } },
    ]);
    expect(disksOf('ami_family: Custom\nami: [{id: ami-1}]')).toBeUndefined();
  });

  it('comes from where it is written', () => {
    const compiled = compileNodeClass('volumeSize: 100Gi\nami: bottlerocket@1.50.0');
    expect(cameFrom(compiled, '/spec/blockDeviceMappings/1/ebs/volumeSize')).toBe('pool: 100Gi');
    expect(cameFrom(compiled, '/spec/blockDeviceMappings/0/ebs/volumeSize')).toBe('built-in: main');
    expect(cameFrom(compiled, '/spec/blockDeviceMappings/1/ebs/encrypted')).toBe('built-in: main');
  });

  it('needs a device where only the image knows it', () => {
    const custom = 'ami_family: Custom\nami: [{id: ami-1}]\nvolumeSize: 100Gi';
    expect(findingsIn(custom)).toEqual([
      'PW3308 at 100Gi: nobody but the image knows the disk of family `Custom`',
    ]);
    expect(
      disksOf(`${custom}\nblock_device_mappings: [{device_name: /dev/sda}, {device_name: /dev/sdb}]`),
    ).toEqual([
      { deviceName: '/dev/sda', ebs: GP3 },
      { deviceName: '/dev/sdb', ebs: { volumeSize: '100Gi', ...GP3 } },
    ]);
  });

  it.each([
    ['102400Mi', '100Gi'],
    ['1.5Ti', '1536Gi'],
    ['1Ti', '1024Gi'],
    ['18Ti', '18432Gi'],
    ['104857600Ki', '100Gi'],
    ['100G', '100G'],
    ['1T', '1000G'],
    ['64T', '64000G'],
    ['59000Gi', '59000Gi'],
    ['" 20Gi "', '20Gi'],
  ])('writes %s as %s', (written, canonical) => {
    expect(disksOf(`volumeSize: ${written}`)?.[0]?.ebs?.volumeSize).toBe(canonical);
  });

  it.each([
    ['100GB', 'PW3301', 'Did you mean `100G` or `100Gi`?'],
    ['100gi', 'PW3301', 'Did you mean `100Gi`?'],
    ['big', 'PW3301', 'Write whole Gi, such as `100Gi`.'],
    ['Gi', 'PW3301', 'Write whole Gi, such as `100Gi`.'],
    ['100', 'PW3302', 'Kubernetes would read it as bytes. Write the unit, such as `100Gi`.'],
    ['107374182400', 'PW3302', 'As bytes it is `100Gi`.'],
    ['1e11', 'PW3302', 'Kubernetes would read it as bytes. Write the unit, such as `100Gi`.'],
    ['1.3Gi', 'PW3303', 'The next whole size is `2Gi`.'],
    ['100M', 'PW3303', 'The next whole size is `1Gi`.'],
    ['0Gi', 'PW3304', 'Sizes go from `1Gi` to `59000Gi`.'],
    ['-1Gi', 'PW3304', 'Sizes go from `1Gi` to `59000Gi`.'],
    ['59001Gi', 'PW3304', 'Sizes go from `1Gi` to `59000Gi`.'],
    ['65T', 'PW3304', 'Sizes go from `1Gi` to `59000Gi`.'],
  ])('refuses %s as %s', (written, code, help) => {
    const { diagnostics } = compileNodeClass(`ami: al2023@v1\nvolumeSize: ${written}`);
    expect(diagnostics.map((found) => [found.code, found.help])).toEqual([[code, help]]);
  });

  it('says what EC2 makes of decimal gigabytes', () => {
    expect(findingsIn('volumeSize: 100G')).toEqual([
      'PW3305 at 100G: EC2 makes a disk of 94Gi from `100G`, while Karpenter counts 100 decimal gigabytes',
    ]);
  });

  it('only ever writes what the API server takes', () => {
    // The CRD's pattern without its empty alternatives, `Ti` and `T`, which are never written.
    const taken =
      /^(?:(?:[1-9][0-9]{0,3}|[1-4][0-9]{4}|5[0-8][0-9]{3}|59000)Gi|(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-3][0-9]{3}|64000)G)$/;
    const source = new Source('demo.yaml', '');
    const origin = { span: { source, start: 0, end: 0 } };
    const unit = fc.constantFrom('', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'k', 'M', 'G', 'T', 'P', 'm', 'GB', 'e3');
    const number = fc.oneof(
      fc.nat({ max: 70_000 }).map(String),
      fc.nat({ max: 2 ** 40 }).map(String),
      fc.tuple(fc.nat(99), fc.nat(999)).map(([whole, part]) => `${whole}.${part}`),
    );
    fc.assert(
      fc.property(number, unit, (digits, suffix) => {
        const { text, diagnostics } = readVolumeSize({ value: digits + suffix, origin });
        const errors = diagnostics.filter(({ severity }) => severity === 'error');
        if (text === undefined) expect(errors).toHaveLength(1);
        else expect([text, errors]).toEqual([expect.stringMatching(taken), []]);
      }),
    );
  });
});

describe('block_device_mappings', () => {
  it('gets explicit type, encryption and deletion', () => {
    expect(disksOf('block_device_mappings: [{device_name: /dev/xvda, ebs: {volume_size: 1Ti}}]')).toEqual([
      { deviceName: '/dev/xvda', ebs: { volumeSize: '1024Gi', ...GP3 } },
    ]);
  });

  it('leaves the encryption of a snapshot alone', () => {
    const [disk] =
      disksOf('block_device_mappings: [{device_name: /dev/xvda, ebs: {snapshot_id: snap-1}}]') ?? [];
    expect(disk?.ebs).toEqual({ volumeType: 'gp3', snapshotID: 'snap-1', deleteOnTermination: true });
  });

  it('takes volumeSize where it leaves the size out', () => {
    const list = 'block_device_mappings: [{device_name: /dev/xvda, ebs: {volume_type: gp2}}]';
    expect(disksOf(`volumeSize: 50Gi\n${list}`)).toEqual([
      { deviceName: '/dev/xvda', ebs: { volumeSize: '50Gi', ...GP3, volumeType: 'gp2' } },
    ]);
  });

  it('sizes the disk that is marked as the root volume first', () => {
    const list =
      'block_device_mappings: [{device_name: /dev/xvda, ebs: {volume_size: 8Gi}}, {device_name: /dev/xvdc, root_volume: true}]';
    expect(disksOf(`volumeSize: 50Gi\n${list}`)?.map((disk) => disk.ebs?.volumeSize)).toEqual([
      '8Gi',
      '50Gi',
    ]);
  });

  it('does not take two sizes for one disk', () => {
    const text =
      'volumeSize: 50Gi\nblock_device_mappings: [{device_name: /dev/xvda, ebs: {volume_size: 8Gi}}]';
    const [found, ...others] = compileNodeClass(`ami: al2023@v1\n${text}`).diagnostics;
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: 'PW3306', related: [{ message: 'the other size is written here' }] });
  });

  it('must hold the disk that volumeSize is for', () => {
    const text =
      'volumeSize: 50Gi\nblock_device_mappings: [{device_name: /dev/xvdf, ebs: {volume_size: 8Gi}}]';
    expect(findingsIn(text)).toEqual([
      'PW3309 at block_device_mappings: `block_device_mappings` replaces the default disks of AL2023, and `/dev/xvda` is not in it',
      'PW3307 at 50Gi: `volumeSize` fits no entry of `block_device_mappings`',
    ]);
  });

  it('judges sizes like volumeSize', () => {
    expect(findingsIn('blockDeviceMappings: [{deviceName: /dev/xvda, ebs: {volumeSize: 20}}]')).toEqual([
      'PW2029 at blockDeviceMappings: `blockDeviceMappings` is spelt `block_device_mappings` beside the keys of a pool',
      'PW3302 at 20: the disk size `20` has no unit',
    ]);
  });
});
