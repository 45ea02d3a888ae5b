import type { BlockDeviceMapping } from './ec2-block-device.ts';
import type { KubeletConfiguration } from './ec2-kubelet.ts';

export type { BlockDevice, BlockDeviceMapping } from './ec2-block-device.ts';
export type { KubeletConfiguration } from './ec2-kubelet.ts';

/**
 * `karpenter.k8s.aws/v1` EC2NodeClass, as released with the AWS provider 1.14.1. Sources: AWS provider 1.14.1,
 * pkg/apis/v1/ec2nodeclass.go and its CRD. Field names and meanings are the API's; `@default` says what an absent field
 * means. Most fields enter the drift hash: changing them replaces the nodes.
 */
export interface Ec2NodeClassSpec {
  /**
   * Decides bootstrap and default disks. Needed only where no image term has an alias; beside an alias it must be the
   * alias's own family or `Custom`.
   *
   * @default - the family of the alias
   */
  readonly amiFamily?: AmiFamily;

  /** Machine images, 1 to 30 terms, ORed. A term with an alias must be the only one. */
  readonly amiSelectorTerms: readonly AmiSelectorTerm[];

  /** Subnets to launch into, 1 to 30 terms, ORed. */
  readonly subnetSelectorTerms: readonly SubnetSelectorTerm[];

  /** Security groups, 1 to 30 terms, ORed: every group that matches is attached. */
  readonly securityGroupSelectorTerms: readonly SecurityGroupSelectorTerm[];

  /**
   * On-demand capacity reservations to use, at most 30 terms.
   *
   * @default - none
   */
  readonly capacityReservationSelectorTerms?: readonly CapacityReservationSelectorTerm[];

  /**
   * The placement group of the instances.
   *
   * @default - none
   */
  readonly placementGroupSelector?: PlacementGroupSelector;

  /**
   * Whether instances get a public address.
   *
   * @default - the subnet's own setting decides
   */
  readonly associatePublicIPAddress?: boolean;

  /**
   * Address prefixes put on the primary network interface at launch. Does not change how many pods Karpenter counts on.
   *
   * @default - none
   */
  readonly ipPrefixCount?: number;

  /**
   * IAM role of the nodes, from which Karpenter makes an instance profile. Exactly one of `role` and `instanceProfile`.
   *
   * @default - `instanceProfile` is used
   */
  readonly role?: string;

  /**
   * An instance profile that exists already. Exactly one of `role` and `instanceProfile`.
   *
   * @default - made from `role`
   */
  readonly instanceProfile?: string;

  /**
   * Tags of everything that is launched. Changing one replaces every node.
   *
   * @default - Karpenter's own tags only
   */
  readonly tags?: Readonly<Record<string, string>>;

  /**
   * Settings of the nodes' kubelet.
   *
   * @default - those of the image
   */
  readonly kubelet?: KubeletConfiguration;

  /**
   * Disks, at most 50. The list replaces the family's defaults as a whole: an entry that sets only a size loses type and
   * encryption.
   *
   * @default - the family's: AL2 and AL2023 one encrypted 20Gi gp3 root, Bottlerocket 4Gi and 20Gi, Windows 50Gi
   */
  readonly blockDeviceMappings?: readonly BlockDeviceMapping[];

  /**
   * `RAID0` joins the instance's own disks into the node's ephemeral storage.
   *
   * @default - they are left alone
   */
  readonly instanceStorePolicy?: 'RAID0';

  /**
   * Network interfaces at launch, at most 150. A list that is not empty needs one of type `interface` on card 0, device 0.
   *
   * @default - those of the instance type
   */
  readonly networkInterfaces?: readonly NetworkInterface[];

  /**
   * CloudWatch metrics every minute.
   *
   * @default - every five minutes
   */
  readonly detailedMonitoring?: boolean;

  /**
   * The instance metadata service.
   *
   * @default - enabled, tokens required, hop limit 1, no IPv6
   */
  readonly metadataOptions?: MetadataOptions;

  /**
   * Idle timeouts of tracked connections. Restricts the pool to Nitro instance types; may not be empty.
   *
   * @default - those of EC2
   */
  readonly connectionTracking?: ConnectionTracking;

  /**
   * Passed to CreateFleet untouched.
   *
   * @default - none
   */
  readonly context?: string;

  /**
   * CPU features.
   *
   * @default - those of the instance type
   */
  readonly cpuOptions?: CpuOptions;

  /**
   * User data, merged with the family's own. 16384 bytes at most after that.
   *
   * @default - the family's own
   */
  readonly userData?: string;
}

export type AmiFamily =
  | 'AL2'
  | 'AL2023'
  | 'Bottlerocket'
  | 'Custom'
  | 'Windows2019'
  | 'Windows2022'
  | 'Windows2025';

/** Fields of one term are ANDed. `owner` alone does not select anything. */
export interface AmiSelectorTerm {
  /**
   * `al2023@latest`, `bottlerocket@v1.50.0`: family and version. Stands alone. `@latest` replaces the nodes with every release.
   *
   * @default - none
   */
  readonly alias?: string;

  /**
   * `ami-…`. Stands alone.
   *
   * @default - none
   */
  readonly id?: string;

  /**
   * Name of the image.
   *
   * @default - none
   */
  readonly name?: string;

  /**
   * Account or alias that owns the image.
   *
   * @default - with `name`: `self` and `amazon`
   */
  readonly owner?: string;

  /**
   * Tags of the image; `*` is any value.
   *
   * @default - none
   */
  readonly tags?: Readonly<Record<string, string>>;

  /**
   * Name of an SSM parameter that holds the image's id.
   *
   * @default - none
   */
  readonly ssmParameter?: string;
}

/** An id, or tags. */
export interface SubnetSelectorTerm {
  /**
   * `subnet-…`. Stands alone.
   *
   * @default - none
   */
  readonly id?: string;

  /**
   * Tags of the subnet, ANDed; `*` is any value.
   *
   * @default - none
   */
  readonly tags?: Readonly<Record<string, string>>;
}

/** An id, a name, or tags. */
export interface SecurityGroupSelectorTerm {
  /**
   * `sg-…`. Stands alone.
   *
   * @default - none
   */
  readonly id?: string;

  /**
   * Name of the group (not its `Name` tag). Stands alone.
   *
   * @default - none
   */
  readonly name?: string;

  /**
   * Tags of the group, ANDed; `*` is any value.
   *
   * @default - none
   */
  readonly tags?: Readonly<Record<string, string>>;
}

/** An id, or tags and a match criterion. `ownerID` narrows the others and cannot stand alone. */
export interface CapacityReservationSelectorTerm {
  /**
   * `cr-…`. Stands alone.
   *
   * @default - none
   */
  readonly id?: string;

  /**
   * The account that owns the reservation, twelve digits.
   *
   * @default - any
   */
  readonly ownerID?: string;

  /**
   * Tags of the reservation, ANDed.
   *
   * @default - none
   */
  readonly tags?: Readonly<Record<string, string>>;

  /**
   * Which reservations, by how instances match them.
   *
   * @default - any
   */
  readonly instanceMatchCriteria?: 'open' | 'targeted';
}

/** Exactly one of the two. */
export interface PlacementGroupSelector {
  /**
   * Name of the group.
   *
   * @default - `id` is used
   */
  readonly name?: string;

  /**
   * `pg-…`
   *
   * @default - `name` is used
   */
  readonly id?: string;
}

export interface NetworkInterface {
  readonly networkCardIndex: number;
  readonly deviceIndex: number;
  readonly interfaceType: 'interface' | 'efa-only';
}

export interface MetadataOptions {
  /**
   * Whether the service answers at all.
   *
   * @default 'enabled'
   */
  readonly httpEndpoint?: 'enabled' | 'disabled';

  /**
   * Whether it answers over IPv6.
   *
   * @default 'disabled'
   */
  readonly httpProtocolIPv6?: 'enabled' | 'disabled';

  /**
   * How many hops an answer travels, 1 to 64. With 1 only the node itself and pods on the host network reach it.
   *
   * @default 1
   */
  readonly httpPutResponseHopLimit?: number;

  /**
   * Whether a session token is needed (IMDSv2).
   *
   * @default 'required'
   */
  readonly httpTokens?: 'required' | 'optional';
}

/** Seconds. */
export interface ConnectionTracking {
  /**
   * 60 to 432000.
   *
   * @default - that of EC2
   */
  readonly tcpEstablishedTimeout?: number;

  /**
   * 60 to 180.
   *
   * @default - that of EC2
   */
  readonly udpStreamTimeout?: number;

  /**
   * 30 to 60.
   *
   * @default - that of EC2
   */
  readonly udpTimeout?: number;
}

export interface CpuOptions {
  /**
   * `enabled` restricts the pool to instance types that are capable of it.
   *
   * @default - disabled
   */
  readonly nestedVirtualization?: 'enabled' | 'disabled';
}
