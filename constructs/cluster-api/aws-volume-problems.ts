import type { AwsMachineSpec, AwsVolume } from '../../src/kubernetes/api/aws-machine-template.ts';
import { outOfBounds } from '../field-problems.ts';
import type { Loose } from '../loose.ts';

const AT = 'spec.template.spec';
const PROVISIONED = ['io1', 'io2'];

/** What the API server or the provider's webhook would refuse in the volumes of an AWSMachineTemplate. */
export function awsVolumeProblems({
  rootVolume,
  nonRootVolumes = [],
}: Loose<AwsMachineSpec>): readonly string[] {
  return [
    ...(rootVolume === undefined ? [] : volume(`${AT}.rootVolume`, rootVolume)),
    ...(rootVolume?.deviceName === undefined
      ? []
      : [`${AT}.rootVolume.deviceName: the image decides where the root volume is`]),
    ...nonRootVolumes.flatMap((one, i) => [
      ...volume(`${AT}.nonRootVolumes[${i}]`, one),
      ...(one.deviceName ? [] : [`${AT}.nonRootVolumes[${i}].deviceName is required`]),
    ]),
  ];
}

function volume(at: string, { size, type, iops, throughput }: Loose<AwsVolume>): readonly string[] {
  return [
    ...(size === undefined ? [`${at}.size is required`] : []),
    ...outOfBounds([
      { at: `${at}.size`, value: size, least: 8 },
      { at: `${at}.iops`, value: iops, least: 0 },
      { at: `${at}.throughput`, value: throughput, least: 0 },
    ]),
    ...(type !== undefined && PROVISIONED.includes(type) && !iops ? [`${at}: ${type} needs iops`] : []),
    ...(throughput !== undefined && type !== 'gp3' ? [`${at}.throughput is for gp3 only`] : []),
  ];
}
