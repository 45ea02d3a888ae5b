/**
 * `infrastructure.cluster.x-k8s.io/v1beta2` AWSMachineTemplate, as Cluster API Provider AWS 2.13 reads it: an EC2 instance.
 * A template cannot be changed: another content needs another name.
 */
export interface AwsMachineTemplateSpec {
  readonly template: {
    /**
     * Labels and annotations of the AWSMachines.
     *
     * @default - none
     */
    readonly metadata?: {
      readonly labels?: Readonly<Record<string, string>>;
      readonly annotations?: Readonly<Record<string, string>>;
    };
    readonly spec: AwsMachineSpec;
  };
}

export interface AwsMachineSpec {
  /** `m5.xlarge`. */
  readonly instanceType: string;

  /**
   * The image: by id, or EKS' own for the Kubernetes version.
   *
   * @default - looked up with `imageLookupOrg`, `imageLookupBaseOS` and `imageLookupFormat`
   */
  readonly ami?: { readonly id?: string; readonly eksLookupType?: EksLookupType };

  /** @default - the cluster's */
  readonly imageLookupFormat?: string;
  /** @default - the cluster's */
  readonly imageLookupOrg?: string;
  /** @default - the cluster's */
  readonly imageLookupBaseOS?: string;

  /**
   * Name of an instance profile, which is not a role.
   *
   * @default - none
   */
  readonly iamInstanceProfile?: string;

  /**
   * Whether the instance gets a public address; it then is in a public subnet.
   *
   * @default - the subnet decides
   */
  readonly publicIP?: boolean;

  /**
   * Beside those of the cluster.
   *
   * @default - none
   */
  readonly additionalSecurityGroups?: readonly AwsResourceReference[];

  /**
   * In place of the cluster's, by role.
   *
   * @default - the cluster's
   */
  readonly securityGroupOverrides?: Readonly<Record<string, string>>;

  /**
   * The subnet, which has to be in the machine's failure domain.
   *
   * @default - one of the cluster's in the failure domain
   */
  readonly subnet?: AwsResourceReference;

  /**
   * Name of an SSH key; empty: none.
   *
   * @default - the cluster's
   */
  readonly sshKeyName?: string;

  /** @default - the image's */
  readonly rootVolume?: AwsVolume;

  /**
   * Each needs a `deviceName`.
   *
   * @default - none
   */
  readonly nonRootVolumes?: readonly AwsVolume[];

  /**
   * At most 50, beside the cluster's.
   *
   * @default - none
   */
  readonly additionalTags?: Readonly<Record<string, string>>;

  /** @default - as EC2 has it: `optional` tokens, 1 hop */
  readonly instanceMetadataOptions?: AwsInstanceMetadataOptions;

  /**
   * A spot instance, if only `{}`. Not together with `capacityReservationId`.
   *
   * @default - on-demand
   */
  readonly spotMarketOptions?: {
    /**
     * The most to pay, in USD an hour.
     *
     * @default - the on-demand price
     */
    readonly maxPrice?: string;
  };

  /**
   * `CapacityBlock` needs `capacityReservationId`; `Spot` excludes it.
   *
   * @default - Spot with `spotMarketOptions`, else OnDemand
   */
  readonly marketType?: 'OnDemand' | 'Spot' | 'CapacityBlock';

  /** @default - none */
  readonly capacityReservationId?: string;

  /** @default - Open: a reservation that matches is used */
  readonly capacityReservationPreference?: 'None' | 'CapacityReservationsOnly' | 'Open';

  /** @default - none */
  readonly placementGroupName?: string;

  /**
   * 1 to 7.
   *
   * @default - none
   */
  readonly placementGroupPartition?: number;

  /** @default - default */
  readonly tenancy?: 'default' | 'dedicated' | 'host';

  /** With `tenancy: host`: `h-` and 17 hexadecimal digits. */
  readonly hostID?: string;

  /** @default - default */
  readonly hostAffinity?: 'default' | 'host';

  /** With `tenancy: host` and `hostAffinity: host`, in place of `hostID`: a host of its own. */
  readonly dynamicHostAllocation?: { readonly tags?: Readonly<Record<string, string>> };

  /**
   * Ids of at most 2 network interfaces.
   *
   * @default - one that is made with the instance
   */
  readonly networkInterfaces?: readonly string[];

  /** @default - EC2's */
  readonly networkInterfaceType?: 'interface' | 'efa';

  /** @default - EC2's */
  readonly assignPrimaryIPv6?: 'enabled' | 'disabled';

  /** @default - EC2's */
  readonly cpuOptions?: {
    readonly confidentialCompute?: 'Disabled' | 'AMDEncryptedVirtualizationNestedPaging';
    readonly nestedVirtualization?: 'enabled' | 'disabled';
  };

  /** @default - the subnet decides */
  readonly privateDnsName?: {
    readonly enableResourceNameDnsAAAARecord?: boolean;
    readonly enableResourceNameDnsARecord?: boolean;
    readonly hostnameType?: 'ip-name' | 'resource-name';
  };

  /** @default - none */
  readonly elasticIpPool?: {
    readonly publicIpv4Pool?: string;
    readonly publicIpv4PoolFallbackOrder?: 'amazon-pool' | 'none';
  };

  /** How bootstrap data travels. Not together with `ignition`. */
  readonly cloudInit?: {
    /**
     * Puts the data into the instance's user data as it is. Needed for the formats of EKS.
     *
     * @default false
     */
    readonly insecureSkipSecretsManager?: boolean;
    /** @default 'secrets-manager' */
    readonly secureSecretsBackend?: 'secrets-manager' | 'ssm-parameter-store';
  };

  /** Behind the feature gate `BootstrapFormatIgnition`. */
  readonly ignition?: {
    readonly version?: '2.3' | '3.0' | '3.1' | '3.2' | '3.3' | '3.4';
    readonly storageType?: 'ClusterObjectStore' | 'UnencryptedUserData';
    readonly proxy?: {
      readonly httpProxy?: string;
      readonly httpsProxy?: string;
      readonly noProxy?: readonly string[];
    };
    readonly tls?: { readonly certificateAuthorities?: readonly string[] };
  };

  /** Whether user data is sent without gzip. */
  readonly uncompressedUserData?: boolean;
}

export type EksLookupType = 'AmazonLinux' | 'AmazonLinuxGPU' | 'AmazonLinux2023' | 'AmazonLinux2023GPU';

/** By id or by filters. */
export interface AwsResourceReference {
  readonly id?: string;
  readonly filters?: readonly { readonly name: string; readonly values: readonly string[] }[];
}

export interface AwsVolume {
  /** GiB, at least 8. */
  readonly size: number;
  /** `gp3`, `gp2`, `io1`, `io2`, … @default - EC2's */
  readonly type?: string;
  /** Needed for `io1` and `io2`. */
  readonly iops?: number;
  /** MiB a second, for `gp3` only. */
  readonly throughput?: number;
  /** @default - EC2's default for the account */
  readonly encrypted?: boolean;
  /** Id or ARN of a KMS key. @default - AWS' own key */
  readonly encryptionKey?: string;
  /** Not of a root volume. */
  readonly deviceName?: string;
}

export interface AwsInstanceMetadataOptions {
  /** @default 'enabled' */
  readonly httpEndpoint?: 'enabled' | 'disabled';
  /** @default 'disabled' */
  readonly httpProtocolIpv6?: 'enabled' | 'disabled';
  /** 1 to 64. @default 1 */
  readonly httpPutResponseHopLimit?: number;
  /** @default 'optional' */
  readonly httpTokens?: 'optional' | 'required';
  /** @default 'disabled' */
  readonly instanceMetadataTags?: 'enabled' | 'disabled';
}
