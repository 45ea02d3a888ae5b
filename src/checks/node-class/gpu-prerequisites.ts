import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { poolRule } from '../rule.ts';

const GPU = 'nvidia.com/gpu';

/** What a GPU pool needs beside the nodes: a device plugin, and something that keeps other pods away. */
export const gpuPrerequisites = poolRule(
  { codes: ['PW3404', 'PW3405'], needs: ['taints', 'dedicated'] },
  function* ({ pool }) {
    const { gpuEnabled } = pool.nodeClass;
    if (!gpuEnabled.value) return;
    const { span } = gpuEnabled.origin;
    yield diagnostic(
      'PW3404',
      span,
      `nodes of pool \`${pool.name}\` are not ready before \`${GPU}\` appears on them`,
      {
        help: 'Run the NVIDIA device plugin (or the GPU operator) in the cluster.',
      },
    );
    if (pool.taints.some(({ effect }) => effect.value !== 'PreferNoSchedule')) return;
    yield diagnostic('PW3405', span, `pool \`${pool.name}\` lets pods without GPUs onto its nodes`, {
      help: `Add the taint \`{key: ${GPU}, value: "true", effect: NoSchedule}\`.`,
    });
  },
);
