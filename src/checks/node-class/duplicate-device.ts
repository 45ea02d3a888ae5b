import { nodeClassRule } from '../rule.ts';
import { quoted } from '../words.ts';
import { fieldOrigin, finding } from './finding.ts';

export const duplicateDevice = nodeClassRule(['PW3313'], function* (nodeClass, pool) {
  const first = new Map<string, number>();
  for (const [i, { deviceName }] of (nodeClass.spec.blockDeviceMappings ?? []).entries()) {
    if (deviceName === undefined) continue;
    const earlier = first.get(deviceName);
    if (earlier === undefined) {
      first.set(deviceName, i);
      continue;
    }
    yield finding(nodeClass, pool, {
      code: 'PW3313',
      path: ['blockDeviceMappings', i, 'deviceName'],
      message: `the device ${quoted(deviceName)} is mapped twice`,
      related: [
        {
          span: fieldOrigin(nodeClass, ['blockDeviceMappings', earlier, 'deviceName']).span,
          message: 'first mapped here',
        },
      ],
      help: 'Give each disk a device of its own.',
    });
  }
});
