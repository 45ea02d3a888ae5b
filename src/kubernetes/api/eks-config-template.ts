import type {
  BootstrapFile,
  BootstrapFilesystem,
  BootstrapNtp,
  BootstrapPartition,
  BootstrapUser,
} from './bootstrap-files.ts';

/**
 * `bootstrap.cluster.x-k8s.io/v1beta2` EKSConfigTemplate, as Cluster API Provider AWS 2.13 reads it: how machines with
 * Amazon Linux 2 join an EKS cluster.
 */
export interface EksConfigTemplateSpec {
  readonly template: { readonly spec?: EksConfigSpec };
}

export interface EksConfigSpec {
  /** Flags of the kubelet without dashes: `node-labels`. */
  readonly kubeletExtraArgs?: Readonly<Record<string, string>>;
  readonly containerRuntime?: string;
  readonly dnsClusterIP?: string;
  /** Of `/etc/docker/daemon.json`. */
  readonly dockerConfigJson?: string;
  readonly apiRetryAttempts?: number;
  readonly pauseContainer?: { readonly accountNumber: string; readonly version: string };
  /**
   * Whether the kubelet is told the number of pods that the network has addresses for.
   *
   * @default - it is
   */
  readonly useMaxPods?: boolean;
  readonly serviceIPV6Cidr?: string;
  readonly preBootstrapCommands?: readonly string[];
  readonly postBootstrapCommands?: readonly string[];
  /** The API's own spelling. */
  readonly boostrapCommandOverride?: string;
  readonly files?: readonly BootstrapFile[];
  readonly users?: readonly BootstrapUser[];
  readonly ntp?: BootstrapNtp;
  readonly diskSetup?: {
    readonly filesystems?: readonly BootstrapFilesystem[];
    readonly partitions?: readonly BootstrapPartition[];
  };
  readonly mounts?: readonly (readonly string[])[];
}
