/**
 * `infrastructure.cluster.x-k8s.io/v1beta2` DevMachineTemplate of Cluster API's own provider for development: containers,
 * or machines that only exist in memory. It takes the place of DockerMachineTemplate, which is gone after 1.14.
 */
export interface DevMachineTemplateSpec {
  readonly template: {
    /**
     * Labels and annotations of the DevMachines.
     *
     * @default - none
     */
    readonly metadata?: {
      readonly labels?: Readonly<Record<string, string>>;
      readonly annotations?: Readonly<Record<string, string>>;
    };
    readonly spec: {
      /** One of the two. */
      readonly backend: {
        readonly docker?: DevDockerBackend;
        readonly inMemory?: DevInMemoryBackend;
      };
    };
  };
}

export interface DevDockerBackend {
  /** @default - that of the Kubernetes version */
  readonly customImage?: string;
  readonly preLoadImages?: readonly string[];
  readonly extraMounts?: readonly {
    readonly containerPath?: string;
    readonly hostPath?: string;
    readonly readOnly?: boolean;
  }[];
  /** Go duration. @default '5m' */
  readonly bootstrapTimeout?: string;
}

/** How long each part takes to start. */
export interface DevInMemoryBackend {
  readonly vm?: DevProvisioning;
  readonly node?: DevProvisioning;
  readonly apiServer?: DevProvisioning;
  readonly etcd?: DevProvisioning;
}

export interface DevProvisioning {
  readonly provisioning?: {
    /** Go duration. */
    readonly startupDuration: string;
    /** A share of the duration, as text: up to so much is added at random. */
    readonly startupJitter?: string;
  };
}
