/** Write `deviceName` and `ebs` always: Karpenter's capacity computation relies on both. */
export interface BlockDeviceMapping {
  /**
   * `/dev/xvda`
   *
   * @default - none
   */
  readonly deviceName?: string;

  /**
   * Marks the disk that holds pods' ephemeral storage, at most one.
   *
   * @default - the family's own
   */
  readonly rootVolume?: boolean;

  /**
   * The EBS volume.
   *
   * @default - none
   */
  readonly ebs?: BlockDevice;
}

/** Nothing is inherited from the family's default disk: write type and encryption. */
export interface BlockDevice {
  /**
   * `100Gi`. Whole `Gi` (or `G`, `T`) only.
   *
   * @default - the snapshot's
   */
  readonly volumeSize?: string;

  /**
   * Type of the volume.
   *
   * @default - that of EC2: gp2
   */
  readonly volumeType?: 'standard' | 'io1' | 'io2' | 'gp2' | 'sc1' | 'st1' | 'gp3';

  /**
   * Operations per second, for io1, io2 and gp3.
   *
   * @default - that of the type
   */
  readonly iops?: number;

  /**
   * MiB per second, for gp3.
   *
   * @default - that of the type
   */
  readonly throughput?: number;

  /**
   * Whether the volume is encrypted.
   *
   * @default - the account's setting
   */
  readonly encrypted?: boolean;

  /**
   * The KMS key it is encrypted with.
   *
   * @default - the account's
   */
  readonly kmsKeyID?: string;

  /**
   * Snapshot to start from.
   *
   * @default - the image's
   */
  readonly snapshotID?: string;

  /**
   * Whether the volume goes when the instance goes.
   *
   * @default - that of EC2
   */
  readonly deleteOnTermination?: boolean;

  /**
   * MiB per second at which a snapshot is loaded, 100 to 300. Needs `snapshotID`.
   *
   * @default - that of EC2
   */
  readonly volumeInitializationRate?: number;
}
