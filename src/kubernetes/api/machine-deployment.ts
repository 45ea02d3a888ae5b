import type { LabelSelector } from './label-selector.ts';
import type { TaintEffect } from './node-pool.ts';

/**
 * `cluster.x-k8s.io/v1beta2` MachineDeployment, as Cluster API 1.14 reads it: machines that are all alike. Field names
 * and meanings are the API's; `@default` says what an absent field means. Empty objects and lists are refused: leave them out.
 */
export interface MachineDeploymentSpec {
  /** Name of the Cluster object in the same namespace, 1 to 63 characters. Cannot be changed. */
  readonly clusterName: string;

  /**
   * How many machines. Leave it out where an autoscaler decides: whoever applies the manifest would scale it back.
   *
   * @default - with both size annotations of the autoscaler, what there is, within them; else 1, which costs money
   */
  readonly replicas?: number;

  /** How machines change when the template does. */
  readonly rollout?: MachineDeploymentRollout;

  /** Which machines are this object's own. It must match the template's labels, and no other MachineDeployment's. */
  readonly selector: LabelSelector;

  /** What every machine is made from. */
  readonly template: MachineTemplateSpec;

  readonly machineNaming?: {
    /**
     * Go template of the machines' names, at most 256 characters, with `{{ .random }}` in it.
     *
     * @default '{{ .machineSet.name }}-{{ .random }}'
     */
    readonly template?: string;
  };

  readonly remediation?: {
    /**
     * How many unhealthy machines are replaced at a time: a number, or a percentage as text.
     *
     * @default - all of them
     */
    readonly maxInFlight?: IntOrPercent;
  };

  readonly deletion?: {
    /**
     * Which machines go first when there are too many.
     *
     * @default 'Random'
     */
    readonly order?: DeletionOrder;
  };

  /**
   * Stops all changes to the machines.
   *
   * @default false
   */
  readonly paused?: boolean;
}

export type DeletionOrder = 'Random' | 'Newest' | 'Oldest';

/** A number, or a percentage as text (`"25%"`). */
export type IntOrPercent = number | string;

export interface MachineDeploymentRollout {
  /**
   * RFC 3339: all machines older than this are replaced.
   *
   * @default - only changes of the template replace machines
   */
  readonly after?: string;

  readonly strategy?: {
    readonly type: 'RollingUpdate' | 'OnDelete';
    readonly rollingUpdate?: MachineRollingUpdate;
  };
}

export interface MachineRollingUpdate {
  /**
   * How many machines more than wanted there may be meanwhile. Not 0 together with `maxUnavailable` 0.
   *
   * @default 1
   */
  readonly maxSurge?: IntOrPercent;

  /**
   * How many machines less than wanted there may be meanwhile.
   *
   * @default 0
   */
  readonly maxUnavailable?: IntOrPercent;
}

export interface MachineTemplateSpec {
  /**
   * Labels and annotations of the Machines. Of the labels, those in the domains `node-role.kubernetes.io`,
   * `node-restriction.kubernetes.io` and `node.cluster.x-k8s.io` reach the Nodes.
   *
   * @default - only the labels that Cluster API adds
   */
  readonly metadata?: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };

  readonly spec: MachineSpec;
}

/** A change of `version`, `failureDomain`, `bootstrap` or `infrastructureRef` replaces the machines; the rest changes in place. */
export interface MachineSpec {
  /** The same as that of the MachineDeployment. */
  readonly clusterName: string;

  /** One of the two. */
  readonly bootstrap: {
    /** The template of how machines join. */
    readonly configRef?: MachineTemplateRef;
    /** Name of a secret with a script, in place of a template. */
    readonly dataSecretName?: string;
  };

  /** The template of the machines themselves. */
  readonly infrastructureRef: MachineTemplateRef;

  /**
   * Kubernetes version (`v1.34.2`); a missing `v` is added.
   *
   * @default - whatever the image has
   */
  readonly version?: string;

  /**
   * Where machines are: for AWS the name of a zone.
   *
   * @default - the provider chooses
   */
  readonly failureDomain?: string;

  /**
   * How long a machine is ready before it counts as available, in seconds.
   *
   * @default 0
   */
  readonly minReadySeconds?: number;

  /**
   * Conditions of a Machine that decide, beside the usual ones, whether it is ready; 1 to 32.
   *
   * @default - none
   */
  readonly readinessGates?: readonly MachineReadinessGate[];

  readonly deletion?: MachineDeletion;

  /**
   * Taints that Cluster API keeps on the Nodes, 1 to 64. Refused while the feature gate `MachineTaintPropagation` is
   * off, which is the default.
   *
   * @default - none
   */
  readonly taints?: readonly MachineTaint[];
}

/** An object in the same namespace. Its version is up to Cluster API. */
export interface MachineTemplateRef {
  /** `infrastructure.cluster.x-k8s.io`. */
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

export interface MachineReadinessGate {
  readonly conditionType: string;

  /**
   * Whether the condition is good when true.
   *
   * @default 'Positive'
   */
  readonly polarity?: 'Positive' | 'Negative';
}

/** What becomes of a machine that is to go. */
export interface MachineDeletion {
  /**
   * How long pods may take to leave, in seconds; 0 is as long as it takes.
   *
   * @default 0
   */
  readonly nodeDrainTimeoutSeconds?: number;

  /**
   * How long volumes may take to detach, in seconds; 0 is as long as it takes.
   *
   * @default 0
   */
  readonly nodeVolumeDetachTimeoutSeconds?: number;

  /**
   * How long Cluster API tries to delete the Node, in seconds; 0 is as long as it takes.
   *
   * @default 10
   */
  readonly nodeDeletionTimeoutSeconds?: number;
}

export interface MachineTaint {
  readonly key: string;

  /**
   * Leave it out rather than empty.
   *
   * @default - no value
   */
  readonly value?: string;

  readonly effect: TaintEffect;

  /** `OnInitialization`: only on a new node, and not again once something took it off. */
  readonly propagation: 'Always' | 'OnInitialization';
}

/** `cluster.x-k8s.io/v1beta1`: the same in older words. Deprecated; no longer served from Cluster API 1.16 on. */
export interface MachineDeploymentSpecV1Beta1 {
  readonly clusterName: string;
  readonly replicas?: number;
  readonly rolloutAfter?: string;
  readonly selector: LabelSelector;
  readonly strategy?: {
    readonly type?: 'RollingUpdate' | 'OnDelete';
    readonly rollingUpdate?: MachineRollingUpdate & { readonly deletePolicy?: DeletionOrder };
    readonly remediation?: { readonly maxInFlight?: IntOrPercent };
  };
  readonly machineNamingStrategy?: { readonly template?: string };
  readonly minReadySeconds?: number;
  readonly paused?: boolean;
  readonly template: {
    readonly metadata?: NonNullable<MachineTemplateSpec['metadata']>;
    readonly spec: MachineSpecV1Beta1;
  };
}

export interface MachineSpecV1Beta1 {
  readonly clusterName: string;
  readonly bootstrap: {
    readonly configRef?: MachineTemplateRefV1Beta1;
    readonly dataSecretName?: string;
  };
  readonly infrastructureRef: MachineTemplateRefV1Beta1;
  readonly version?: string;
  readonly failureDomain?: string;
  readonly readinessGates?: readonly MachineReadinessGate[];
  /** Go durations. */
  readonly nodeDrainTimeout?: string;
  readonly nodeVolumeDetachTimeout?: string;
  readonly nodeDeletionTimeout?: string;
  readonly taints?: readonly MachineTaint[];
}

export interface MachineTemplateRefV1Beta1 {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}
