import type { BlockDevice } from '../../kubernetes/api/ec2-node-class.ts';
import { nodeClassRule } from '../rule.ts';
import { finding } from './finding.ts';

type VolumeType = NonNullable<BlockDevice['volumeType']>;

/** Which types take which setting (documentation of `ebs` in the CRD of Karpenter 1.14); EC2 refuses the others. */
const TAKEN_BY: readonly { readonly field: 'iops' | 'throughput'; readonly types: readonly VolumeType[] }[] =
  [
    { field: 'iops', types: ['gp3', 'io1', 'io2'] },
    { field: 'throughput', types: ['gp3'] },
  ];

const NEEDS_IOPS: ReadonlySet<VolumeType> = new Set(['io1', 'io2']);

export const volumePerformance = nodeClassRule(
  { codes: ['PW3314'], needs: ['node_class.blockDeviceMappings'] },
  function* (nodeClass, pool) {
    for (const [i, { ebs = {} }] of (nodeClass.spec.blockDeviceMappings ?? []).entries()) {
      const { volumeType } = ebs;
      if (volumeType === undefined) continue;
      const path = ['blockDeviceMappings', i, 'ebs'];
      for (const { field, types } of TAKEN_BY) {
        if (ebs[field] === undefined || types.includes(volumeType)) continue;
        yield finding(nodeClass, pool, {
          code: 'PW3314',
          path: [...path, field],
          blame: 'key',
          message: `volumes of type \`${volumeType}\` take no \`${field}\``,
          help: `Take it out, or use ${types.map((type) => `\`${type}\``).join(', ')}.`,
        });
      }
      if (NEEDS_IOPS.has(volumeType) && ebs.iops === undefined) {
        yield finding(nodeClass, pool, {
          code: 'PW3314',
          path: [...path, 'volumeType'],
          message: `volumes of type \`${volumeType}\` need \`iops\``,
          help: 'Say how many, or use `gp3`.',
        });
      }
    }
  },
);
