/** Everything poolwright knows of AWS machines: facts, prices and, after an import, where they are offered. */
export interface AwsCatalogue {
  readonly snapshot: SnapshotInfo;
  /** Sorted by family, vCPUs, memory, name: the order in which types are listed everywhere. */
  readonly types: readonly AwsInstanceFacts[];
  /** By region, sorted. A region without an entry has no prices of its own. */
  readonly onDemand: ReadonlyMap<string, RegionPrices>;
  /** Whose prices stand in for a region without any (Karpenter does the same until its first refresh). */
  readonly fallbackRegion: string;
  /** By zone name, sorted; only zones whose offerings or spot prices were imported. */
  readonly zones: ReadonlyMap<string, ZoneFacts>;
  /** Types that have a price in Karpenter's tables but are no longer listed by EC2. */
  readonly retired: readonly string[];
}

export interface SnapshotInfo {
  readonly provider: 'aws';
  /** `built-in`, or the name of the user's file. */
  readonly name: string;
  /** ISO date on which the facts were collected. */
  readonly date: string;
  /** `sha256:` and 64 hexadecimal digits over the content. */
  readonly digest: string;
  readonly sources: readonly SnapshotSource[];
  /** The catalogue that fills in what the snapshot does not hold. Absent: it stands alone. */
  readonly extends?: ExtendedSnapshot;
}

export interface ExtendedSnapshot extends Pick<SnapshotInfo, 'name' | 'date' | 'digest'> {
  /** What is taken from it: `instance types`, `on-demand prices of us-east-1`. */
  readonly parts: readonly string[];
}

/** Where a part of a snapshot came from. */
export interface SnapshotSource {
  readonly holds: string;
  readonly from: string;
  readonly date?: string;
}

/**
 * One EC2 instance type, in the units EC2 uses. Absent optional facts are "none" or, where said so, "unknown".
 * What follows from the name (category, family, generation, size) is not stored.
 */
export interface AwsInstanceFacts {
  readonly name: string;
  readonly architecture: 'amd64' | 'arm64';
  readonly vcpus: number;
  /** What EC2 lists, before the hypervisor takes its share. */
  readonly memoryMib: number;
  /** Empty for bare metal. */
  readonly hypervisor: 'nitro' | 'xen' | '';
  readonly cpuManufacturer: string;
  /** 0 where EC2 says nothing (old types). */
  readonly cpuSustainedClockSpeedMhz: number;
  readonly encryptionInTransit: boolean;
  /** Local disks that a node sees as NVMe, in decimal gigabytes. */
  readonly localNvmeGb?: number;
  /** All local disks, where that is more than the NVMe ones. */
  readonly localDiskGb?: number;
  /** Baseline, from the table compiled into Karpenter; absent where that table has only words ("High"). */
  readonly networkBandwidthMbps?: number;
  /** Maximum; only for types that are EBS optimised by default. */
  readonly ebsBandwidthMbps?: number;
  /** Network interfaces of the default card. Unknown for a few HPC types. */
  readonly enis?: number;
  readonly ipv4PerEni?: number;
  /** Interfaces per network card, by card index; absent with a single card. */
  readonly networkCards?: readonly number[];
  /** Branch interfaces for security groups per pod, from the table compiled into Karpenter; 0 without trunking. */
  readonly branchInterfaces?: number;
  readonly efaCount?: number;
  /** Pods by the ENI formula, where the facts of the formula are unknown. */
  readonly podLimit?: number;
  readonly gpus?: readonly GpuFacts[];
  readonly neuronDevices?: readonly NeuronFacts[];
  readonly inferenceAccelerators?: readonly AcceleratorFacts[];
  /** What EC2 sells the type as. Unknown in the built-in facts: both are assumed. */
  readonly usageClasses?: readonly ('on-demand' | 'spot')[];
  /** Unknown in the built-in facts. */
  readonly nestedVirtualization?: boolean;
  /** `false` for types without ENA. Unknown in the built-in facts. */
  readonly ena?: boolean;
}

export interface AcceleratorFacts {
  /** Lower case, spaces as dashes: as Karpenter writes it into a label. */
  readonly name: string;
  readonly manufacturer: string;
  readonly count: number;
}

export interface GpuFacts extends AcceleratorFacts {
  /** Per GPU. */
  readonly memoryMib: number;
}

export interface NeuronFacts {
  readonly name: string;
  readonly count: number;
  readonly coresPerDevice: number;
}

export interface RegionPrices {
  readonly region: string;
  /** Prices in another currency than USD are never converted. */
  readonly currency: string;
  /** ISO date of the price list. */
  readonly date: string;
  /** Linux, shared tenancy (bare metal: dedicated), per hour, by type. */
  readonly perHour: ReadonlyMap<string, number>;
}

export interface ZoneFacts {
  readonly zone: string;
  /** Zone ids differ between accounts; known only if the import said so. */
  readonly zoneId?: string;
  /** Types offered here; absent when offerings were not imported. */
  readonly offered?: ReadonlySet<string>;
  /** Absent when the zone's spot prices were not imported. */
  readonly spot?: SpotPrices;
}

export interface SpotPrices {
  /** ISO date of the newest of them. */
  readonly date: string;
  /** By type. */
  readonly perHourUsd: ReadonlyMap<string, number>;
}
