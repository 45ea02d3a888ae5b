import type { BackendName } from '../model/backend-name.ts';
import type { MachineDescription } from '../model/provider.ts';
import type { BootstrapReading } from './bootstrap-reading.ts';
import type { LiveObject } from './live-objects.ts';

/** A MachineDeployment with what its templates say, as far as they are given. */
export interface LiveMachineDeployment extends LiveObject {
  readonly clusterName: string;
  readonly backend: Exclude<BackendName, 'karpenter'>;
  /** The pool of a MachineDeployment that poolwright made. */
  readonly pool?: string;
  /** Domain of the label that names it. */
  readonly keyPrefix?: string;
  readonly infrastructureKind: string;
  readonly infrastructureName: string;
  readonly bootstrapName?: string;
  /** Absent where the template is not given. */
  readonly machine?: MachineDescription;
  /** The infrastructure template itself. */
  readonly infrastructure?: LiveObject;
  readonly bootstrap?: BootstrapReading;
}

/** A template of Cluster API. */
export interface LiveTemplate {
  readonly kind: string;
  readonly object: LiveObject;
}

export function templateKey(kind: string, namespace: string, name: string): string {
  return JSON.stringify([kind, namespace, name]);
}
