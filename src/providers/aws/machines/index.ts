import type { MachineRules } from '../../../model/provider.ts';
import { accelerator } from './accelerator.ts';
import { bootstrap } from './bootstrap.ts';
import { csiLimits, EBS_ZONE } from './csi-limits.ts';
import { unmakeable } from './image.ts';
import { infrastructure } from './infrastructure.ts';
import { nodeLabels } from './node-labels.ts';
import { topologyValues } from './topology-values.ts';

/** Machines by Cluster API's AWS provider (2.13). */
export const MACHINES: MachineRules = {
  infrastructure,
  unmakeable,
  bootstrap,
  csiZoneLabel: EBS_ZONE,
  csiLimits,
  accelerator,
  nodeLabels,
  topologyValues,
};
