import type { BackendName } from '../model/backend-name.ts';
import type { CompiledMachines } from '../model/compilation.ts';
import type { CapacityType } from '../model/instance-type.ts';
import type { DroppedType } from '../model/node-group.ts';

/** What a Cluster API backend makes of a pool, and what it leaves out. */
export interface ExplainedMachines {
  readonly backend: BackendName;
  /** In order of name. */
  readonly nodeGroups: readonly ExplainedNodeGroup[];
  readonly dropped: readonly DroppedType[];
}

export interface ExplainedNodeGroup {
  /** Of the MachineDeployment. */
  readonly name: string;
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  /** Absent with karpenter-cluster-api, which knows no minimum. */
  readonly minSize?: number;
  readonly maxSize: number;
  /** Of the priority expander; higher goes first. */
  readonly priority?: number;
}

export function explainMachines(
  backend: BackendName,
  { nodeGroups, dropped }: CompiledMachines,
): ExplainedMachines {
  return {
    backend,
    nodeGroups: nodeGroups.map(({ name, instanceType, offering, minSize, maxSize, priority }) => ({
      name,
      instanceType: instanceType.name,
      zone: offering.zone,
      capacityType: offering.capacityType,
      ...(minSize === undefined ? {} : { minSize }),
      maxSize,
      ...(priority === undefined ? {} : { priority }),
    })),
    dropped,
  };
}
