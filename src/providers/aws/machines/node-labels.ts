import type { Pool } from '../../../model/pool.ts';

/** The Cluster Autoscaler waits for the device plugin of nodes with this label before it adds more of them. */
const ACCELERATOR_LABEL = 'cluster-api/accelerator';

/** Labels that the nodes of a pool need besides its own. */
export function nodeLabels({ nodeClass }: Pool): Readonly<Record<string, string>> {
  return nodeClass.gpuEnabled.value ? { [ACCELERATOR_LABEL]: 'nvidia' } : {};
}
