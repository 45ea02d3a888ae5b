import type { Located } from '../diagnostics/located.ts';

/** `cluster_api` of the settings: what holds for the whole cluster. Built-in values are filled in, located where they are missed. */
export interface ClusterApiSettings {
  /** Name of the Cluster object. Default: the cluster's name. */
  readonly clusterName: Located<string>;
  /** Namespace of the management cluster. Default `default`. */
  readonly namespace: Located<string>;
  /** Of MachineDeployments and what belongs to Cluster API itself. Default `v1beta2`. */
  readonly apiVersion: Located<'v1beta1' | 'v1beta2'>;
  /** How nodes join. Default `nodeadm`. */
  readonly bootstrap: Located<BootstrapFormat>;
  /** `topology`: the workers of a Cluster with a ClusterClass instead of MachineDeployments. Default `machine-deployments`. */
  readonly output: Located<'machine-deployments' | 'topology'>;
  /** The contract with the user's ClusterClass; required for `topology`. */
  readonly topology?: ClusterApiTopology;
  /** Cluster Autoscaler's minor version: "1.36". */
  readonly autoscalerVersion: Located<string>;
  /** Where the autoscaler runs in the workload cluster. Default `kube-system`. */
  readonly autoscalerNamespace: Located<string>;
  /** Chain of expanders. Default `priority`, `least-waste`. */
  readonly expanders: readonly Located<string>[];
  /** How similar node groups are found. Default `label`: by a digest of what makes two groups the same. */
  readonly balancing: Located<'label' | 'generic' | 'off'>;
  /** Domain of the keys on management objects. Default `poolwright.dev`. */
  readonly keyPrefix: Located<string>;
  /** All pools together. Default 200. */
  readonly maxMachineDeployments: Located<number>;
  /** Regular expressions of Cluster API's `--additional-sync-machine-labels`. Default none. */
  readonly additionalSyncMachineLabels: readonly Located<string>[];
  /** Cluster API's feature gate MachineTaintPropagation. Default false. */
  readonly machineTaintPropagation: Located<boolean>;
}

export type BootstrapFormat = 'nodeadm' | 'eks' | 'kubeadm';

export interface ClusterApiTopology {
  /** Worker class of the ClusterClass that MachineDeployments are made of. */
  readonly workerClass: Located<string>;
  /** Names of the variables that the ClusterClass reads; a name that is absent is not written. */
  readonly variables: {
    readonly instanceType?: Located<string>;
    readonly imageId?: Located<string>;
    readonly volumeSizeGiB?: Located<string>;
    readonly spot?: Located<string>;
    readonly subnetId?: Located<string>;
  };
}

/** `cluster_api` of a pool, merged over the settings'. Built-in values are filled in. */
export interface PoolClusterApi {
  /** Distinct instance types. Default 8. */
  readonly maxTypes: Located<number>;
  /** Default 48. */
  readonly maxMachineDeployments: Located<number>;
  /** Of each MachineDeployment; without it the limits decide, and 100 where there are none. */
  readonly maxSize?: Located<number>;
  /** Warm nodes of the pool, spread evenly over its zones. Default 0. */
  readonly minSize: Located<number>;
  /** What becomes of the pool's limits, which all MachineDeployments share. Default `independent`. */
  readonly limitStrategy: Located<'independent' | 'split' | 'quota'>;
  /** Which figures the annotations carry. Default `allocatable`; `capacity` with `balancing: generic`. */
  readonly annotatedResources: Located<'allocatable' | 'capacity'>;
  /** Into how many priorities one weight is split, cheaper types first. Default 1. */
  readonly priceTiers: Located<number>;
  readonly maxSurge?: Located<string>;
  readonly maxUnavailable?: Located<string>;
  /** Which machines go first. */
  readonly deletionOrder?: Located<'Random' | 'Newest' | 'Oldest'>;
  readonly scaleDown: {
    readonly utilizationThreshold?: Located<string>;
    readonly gpuUtilizationThreshold?: Located<string>;
    readonly unneededTime?: Located<string>;
    readonly unreadyTime?: Located<string>;
  };
  readonly maxNodeProvisionTime?: Located<string>;
  readonly maxNodeStartupTime?: Located<string>;
  /** Largest number of volumes by CSI driver, in place of the provider's figure. */
  readonly csiDrivers: ReadonlyMap<string, Located<number>>;
  /** Driver of dynamic resource allocation for the pool's accelerators, in place of a device plugin. */
  readonly draDriver?: Located<string>;
  /** MachineHealthCheck of the pool; absent: none is made. */
  readonly healthCheck?: PoolHealthCheck;
}

export interface PoolHealthCheck {
  /** How long a node may be not ready or unknown. Default `5m`. */
  readonly unhealthyAfter: Located<string>;
  /** How long a machine may take to become a node. Default `15m`. */
  readonly nodeStartupTimeout: Located<string>;
  /** More unhealthy machines than this stop remediation: a number or a percentage. Default `40%`. */
  readonly maxUnhealthy: Located<string>;
}
