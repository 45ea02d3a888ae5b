import type { LabelSelector } from './label-selector.ts';
import type { IntOrPercent } from './machine-deployment.ts';

/** `cluster.x-k8s.io/v1beta2` MachineHealthCheck, as Cluster API 1.14 reads it: when a machine is replaced. */
export interface MachineHealthCheckSpec {
  /** Name of the Cluster object in the same namespace. Cannot be changed. */
  readonly clusterName: string;

  /** Which Machines; it may not be empty. */
  readonly selector: LabelSelector;

  /**
   * What makes a machine unhealthy.
   *
   * @default - a machine that does not become a node within 10 minutes, and one whose node is gone
   */
  readonly checks?: MachineHealthChecks;

  /**
   * What is done about it, and when not.
   *
   * @default - the machine's owner replaces it, however many are unhealthy
   */
  readonly remediation?: MachineRemediation;
}

export interface MachineHealthChecks {
  /**
   * How long a machine may take to become a node, in seconds: 0 is as long as it takes, else at least 30.
   *
   * @default 600
   */
  readonly nodeStartupTimeoutSeconds?: number;

  /**
   * Any of these on the Node is enough, 1 to 100.
   *
   * @default - none
   */
  readonly unhealthyNodeConditions?: readonly UnhealthyCondition[];

  /**
   * Any of these on the Machine is enough, 1 to 100.
   *
   * @default - none
   */
  readonly unhealthyMachineConditions?: readonly UnhealthyCondition[];
}

export interface UnhealthyCondition {
  /** `Ready`. */
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  /** How long, in seconds. */
  readonly timeoutSeconds: number;
}

export interface MachineRemediation {
  /**
   * When anything is done at all; `unhealthyInRange` goes before the other.
   *
   * @default - always
   */
  readonly triggerIf?: {
    /** Not more unhealthy machines than this: a number, or a percentage as text. */
    readonly unhealthyLessThanOrEqualTo?: IntOrPercent;
    /** `[1-3]`: so many unhealthy machines. */
    readonly unhealthyInRange?: string;
  };

  /**
   * A template of the provider's that replaces machines in its own way.
   *
   * @default - the machine's owner does it
   */
  readonly templateRef?: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly name: string;
  };
}

/** `cluster.x-k8s.io/v1beta1`: the same in older words. Deprecated; no longer served from Cluster API 1.16 on. */
export interface MachineHealthCheckSpecV1Beta1 {
  readonly clusterName: string;
  readonly selector: LabelSelector;
  /** Go duration. */
  readonly nodeStartupTimeout?: string;
  readonly unhealthyConditions?: readonly UnhealthyConditionV1Beta1[];
  readonly unhealthyMachineConditions?: readonly UnhealthyConditionV1Beta1[];
  readonly maxUnhealthy?: IntOrPercent;
  readonly unhealthyRange?: string;
  readonly remediationTemplate?: NonNullable<MachineRemediation['templateRef']>;
}

export interface UnhealthyConditionV1Beta1 {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  /** Go duration. */
  readonly timeout: string;
}
