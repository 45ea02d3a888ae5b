import { nodeClassRule } from '../rule.ts';
import { fieldOrigin, finding } from './finding.ts';

export const rootVolume = nodeClassRule(['PW3310'], function* (nodeClass, pool) {
  const mappings = nodeClass.spec.blockDeviceMappings ?? [];
  const roots = mappings.flatMap((mapping, i) => (mapping.rootVolume === true ? [i] : []));
  const [first, second] = roots;
  if (first === undefined || second === undefined) return;
  yield finding(nodeClass, pool, {
    code: 'PW3310',
    path: ['blockDeviceMappings', second, 'rootVolume'],
    message: `${roots.length} disks are marked as the root volume`,
    related: [
      {
        span: fieldOrigin(nodeClass, ['blockDeviceMappings', first, 'rootVolume']).span,
        message: 'the first one',
      },
    ],
    help: 'Keep the mark on the disk that holds the kubelet directory.',
  });
});
