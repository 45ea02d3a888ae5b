import type {
  BootstrapFile,
  BootstrapFilesystem,
  BootstrapNtp,
  BootstrapPartition,
  BootstrapUser,
} from './bootstrap-files.ts';

/**
 * `bootstrap.cluster.x-k8s.io/v1beta2` NodeadmConfigTemplate, as Cluster API Provider AWS 2.13 reads it: how machines with
 * Amazon Linux 2023 join an EKS cluster.
 */
export interface NodeadmConfigTemplateSpec {
  readonly template: { readonly spec?: NodeadmConfigSpec };
}

export interface NodeadmConfigSpec {
  readonly kubelet?: {
    /** A KubeletConfiguration that is merged with the defaults. */
    readonly config?: Readonly<Record<string, unknown>>;
    /** Appended to the defaults: `--node-labels=a=b`. */
    readonly flags?: readonly string[];
  };
  readonly containerd?: {
    /** TOML that is merged with the defaults. */
    readonly config?: string;
    /** OCI runtime specification that containers are based on. */
    readonly baseRuntimeSpec?: Readonly<Record<string, unknown>>;
  };
  readonly featureGates?: Readonly<Record<string, boolean>>;
  readonly preNodeadmCommands?: readonly string[];
  readonly files?: readonly BootstrapFile[];
  readonly users?: readonly BootstrapUser[];
  readonly ntp?: BootstrapNtp;
  readonly diskSetup?: {
    readonly filesystems?: readonly BootstrapFilesystem[];
    readonly partitions?: readonly BootstrapPartition[];
  };
  readonly mounts?: readonly (readonly string[])[];
}
