import type {
  BootstrapFile,
  BootstrapFilesystem,
  BootstrapNtp,
  BootstrapPartition,
  BootstrapUser,
} from './bootstrap-files.ts';
import type { NodeTaint } from './node-pool.ts';

/**
 * `bootstrap.cluster.x-k8s.io/v1beta2` KubeadmConfigTemplate, as Cluster API 1.14 reads it: how worker machines join with
 * kubeadm. What only concerns control planes is left out. Empty objects and lists are refused, `taints` excepted.
 */
export interface KubeadmConfigTemplateSpec {
  readonly template: {
    /**
     * Labels and annotations of the KubeadmConfigs.
     *
     * @default - none
     */
    readonly metadata?: {
      readonly labels?: Readonly<Record<string, string>>;
      readonly annotations?: Readonly<Record<string, string>>;
    };
    readonly spec?: KubeadmConfigSpec;
  };
}

export interface KubeadmConfigSpec {
  readonly joinConfiguration?: KubeadmJoinConfiguration;
  /** 1 to 200. */
  readonly files?: readonly (BootstrapFile & { readonly contentFormat?: 'Raw' | 'Template' })[];
  readonly diskSetup?: {
    readonly filesystems?: readonly BootstrapFilesystem[];
    readonly partitions?: readonly BootstrapPartition[];
  };
  readonly mounts?: readonly (readonly string[])[];
  /** Run early, at every boot. */
  readonly bootCommands?: readonly string[];
  readonly preKubeadmCommands?: readonly string[];
  readonly postKubeadmCommands?: readonly string[];
  readonly users?: readonly BootstrapUser[];
  readonly ntp?: BootstrapNtp;
  /** @default 'cloud-config' */
  readonly format?: 'cloud-config' | 'ignition';
  /** Of kubeadm's log. */
  readonly verbosity?: number;
  readonly ignition?: {
    readonly containerLinuxConfig?: { readonly additionalConfig?: string; readonly strict?: boolean };
  };
}

export interface KubeadmJoinConfiguration {
  readonly nodeRegistration?: KubeadmNodeRegistration;
  /** @default '/etc/kubernetes/pki/ca.crt' */
  readonly caCertPath?: string;
  readonly skipPhases?: readonly string[];
  readonly patches?: { readonly directory?: string };
  readonly timeouts?: {
    readonly controlPlaneComponentHealthCheckSeconds?: number;
    readonly discoverySeconds?: number;
    readonly etcdAPICallSeconds?: number;
    readonly kubeletHealthCheckSeconds?: number;
    readonly kubernetesAPICallSeconds?: number;
    readonly tlsBootstrapSeconds?: number;
  };
}

export interface KubeadmNodeRegistration {
  /** @default - the machine's host name */
  readonly name?: string;
  readonly criSocket?: string;

  /**
   * What the Node is registered with, at most 100; `[]` for none.
   *
   * @default - none, for a worker
   */
  readonly taints?: readonly NodeTaint[];

  /** Flags of the kubelet without dashes (`node-labels`), each name once, values of at most 1024 characters. */
  readonly kubeletExtraArgs?: readonly KubeletArgument[];

  readonly ignorePreflightErrors?: readonly string[];
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  /** @default true */
  readonly imagePullSerial?: boolean;
}

export interface KubeletArgument {
  readonly name: string;
  readonly value: string;
}

/** `bootstrap.cluster.x-k8s.io/v1beta1`: the same with flags of the kubelet as a map, and without timeouts in seconds. */
export interface KubeadmConfigTemplateSpecV1Beta1 {
  readonly template: {
    readonly metadata?: NonNullable<KubeadmConfigTemplateSpec['template']['metadata']>;
    readonly spec?: Omit<KubeadmConfigSpec, 'joinConfiguration'> & {
      readonly joinConfiguration?: Omit<KubeadmJoinConfiguration, 'nodeRegistration' | 'timeouts'> & {
        readonly discovery?: { readonly timeout?: string };
        readonly nodeRegistration?: Omit<KubeadmNodeRegistration, 'kubeletExtraArgs'> & {
          readonly kubeletExtraArgs?: Readonly<Record<string, string>>;
        };
      };
    };
  };
}
