import type { Accelerator } from '../../../model/provider.ts';

/**
 * The Cluster Autoscaler waits for the device plugin of nodes with this label before it adds more of them. It knows that of
 * NVIDIA in all versions: a node that has the label and never `nvidia.com/gpu` would count as unready for ever.
 */
const ACCELERATOR_LABEL = 'cluster-api/accelerator';

/** Labels that nodes need for what they have. A fraction of a GPU is no accelerator: no annotation promises one either. */
export function nodeLabels(accelerator: Accelerator | undefined): Readonly<Record<string, string>> {
  return accelerator?.name === 'nvidia.com/gpu' ? { [ACCELERATOR_LABEL]: 'nvidia' } : {};
}
