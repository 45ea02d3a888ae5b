import type { Resources } from '../kubernetes/resources.ts';
import type { InstanceType, Offering } from './instance-type.ts';

/** One MachineDeployment, as whoever scales it sees it: one instance type in one zone with one capacity type. */
export interface NodeGroup {
  /** Name of the MachineDeployment; in a topology what Cluster API puts before `-` and 5 random characters. */
  readonly name: string;
  /** `MachineDeployment/<namespace>/<name>`, the Cluster Autoscaler's name for it. */
  readonly id: string;
  readonly pool: string;
  readonly instanceType: InstanceType;
  readonly offering: Offering;
  /** Absent in karpenter-cluster-api mode, which knows no minimum. */
  readonly minSize?: number;
  readonly maxSize: number;
  /** Annotations of the MachineDeployment: what is known of a node before there is one. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Labels that a real node of the group carries. */
  readonly nodeLabels: Readonly<Record<string, string>>;
  /** What the machine has, as the catalogue knows it. */
  readonly capacity: Resources;
  readonly allocatable: Resources;
  /** Groups that are the same machine in other zones or another capacity type share it. */
  readonly shape: string;
  /** Of the priority expander; higher goes first. Absent in karpenter-cluster-api mode. */
  readonly priority?: number;
}

/** An instance type, or one of its offerings, that the pool admits and that has no MachineDeployment. */
export interface DroppedType {
  readonly instanceType: string;
  /** Absent: in all zones. */
  readonly zone?: string;
  /** Absent: all of them. */
  readonly capacityType?: string;
  readonly rule:
    | 'limits'
    | 'daemons'
    | 'no-image'
    | 'dominated'
    | 'max-types'
    | 'max-machine-deployments'
    | 'spot'
    | 'reserved'
    | 'unnamed-zone'
    | 'budget';
  /** Why, as a sentence without a final full stop. */
  readonly reason: string;
}
