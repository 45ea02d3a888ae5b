import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { nodeClassRule } from '../rule.ts';
import { fieldOrigin } from './finding.ts';

export const gpuDisk = nodeClassRule(
  { codes: ['PW3403'], needs: ['node_class.volumeSize', 'node_class.blockDeviceMappings'] },
  function* (nodeClass, { pool }) {
    const { gpuEnabled, volumeSize } = pool.nodeClass;
    if (!gpuEnabled.value || volumeSize !== undefined) return;
    if (nodeClass.spec.blockDeviceMappings === undefined) return;
    if (!isBuiltIn(fieldOrigin(nodeClass, ['blockDeviceMappings']))) return;
    yield diagnostic(
      'PW3403',
      gpuEnabled.origin.span,
      `pool \`${pool.name}\` is for GPUs and leaves its disk size to the default`,
      {
        help: 'Write `volumeSize`, such as `100Gi`: GPU images can be larger than the default disk, and the launch then fails.',
      },
    );
  },
);
