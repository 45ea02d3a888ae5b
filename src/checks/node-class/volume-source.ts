import { nodeClassRule } from '../rule.ts';
import { quoted } from '../words.ts';
import { finding } from './finding.ts';

export const volumeSource = nodeClassRule(
  {
    codes: ['PW3311', 'PW3312'],
    needs: ['node_class.blockDeviceMappings', 'node_class.volumeSize', 'node_class.image_family'],
  },
  function* (nodeClass, pool) {
    for (const [i, { deviceName = '', ebs = {} }] of (nodeClass.spec.blockDeviceMappings ?? []).entries()) {
      const path = ['blockDeviceMappings', i];
      if (ebs.volumeSize === undefined && ebs.snapshotID === undefined) {
        yield finding(nodeClass, pool, {
          code: 'PW3311',
          path,
          message: `the disk ${quoted(deviceName)} has neither a size nor a snapshot`,
          help: 'Write `ebs: {volume_size: 100Gi}`, or a `snapshot_id`.',
        });
      }
      if (ebs.volumeInitializationRate !== undefined && ebs.snapshotID === undefined) {
        yield finding(nodeClass, pool, {
          code: 'PW3312',
          path: [...path, 'ebs', 'volumeInitializationRate'],
          blame: 'key',
          message: `the disk ${quoted(deviceName)} is not made from a snapshot, so there is nothing to initialise`,
          help: 'Add `snapshot_id`, or take `volume_initialization_rate` out.',
        });
      }
    }
  },
);
