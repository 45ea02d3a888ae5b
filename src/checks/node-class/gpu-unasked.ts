import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { InstanceType } from '../../model/instance-type.ts';
import { ADMITTED_TYPES, LAUNCHING, poolRule } from '../rule.ts';
import { counted, listed } from '../words.ts';

const GPU_COUNT = 'karpenter.k8s.aws/instance-gpu-count';

/** At launch Karpenter drops GPU types while anything else is left, but not `g6f` and not with `minValues`. */
export const gpuUnasked = poolRule(
  { codes: ['PW3406'], backends: LAUNCHING, needs: ADMITTED_TYPES },
  function* ({ pool, selection }) {
    const { gpuEnabled } = pool.nodeClass;
    if (gpuEnabled.value) return;
    const gpus = selection.types.filter(hasGpu).map(({ name }) => name);
    if (gpus.length === 0) return;
    yield diagnostic(
      'PW3406',
      gpuEnabled.origin.span,
      `pool \`${pool.name}\` is not for GPUs but admits ${counted(gpus.length, 'GPU type')}: ${listed(gpus)}`,
      {
        help: `Set \`gpu_enabled: true\`, or add the requirement \`{key: ${GPU_COUNT}, operator: DoesNotExist}\`.`,
      },
    );
  },
);

function hasGpu(type: InstanceType): boolean {
  return type.labels.has(GPU_COUNT);
}
