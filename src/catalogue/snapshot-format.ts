import type { AwsInstanceFacts, SnapshotSource } from './catalogue.ts';

/** Schema number of the files this version writes and reads. */
export const SNAPSHOT_VERSION = 1;
export const SNAPSHOT_API_VERSION = 'poolwright.dev/v1alpha1';
export const SNAPSHOT_KIND = 'CatalogueSnapshot';

/** A cell that is null, or missing at the end of its row, means that the fact is absent. */
export type Cell = unknown;

/** A table in which every row is one line of the file, so that a change of one type is a change of one line. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * A snapshot as it stands in a file. The built-in catalogue is a file of this shape; so is what
 * `poolwright catalogue import` writes. Parts that are absent come from the built-in catalogue when `extends` says so.
 */
export interface SnapshotFile {
  readonly apiVersion: typeof SNAPSHOT_API_VERSION;
  readonly kind: typeof SNAPSHOT_KIND;
  readonly provider: 'aws';
  readonly version: typeof SNAPSHOT_VERSION;
  readonly date: string;
  readonly digest: string;
  readonly extends?: 'built-in';
  readonly sources: readonly SnapshotSource[];
  /** Columns are the fields of AwsInstanceFacts. */
  readonly types?: Table;
  readonly onDemand?: OnDemandTable;
  /** `name`, then a column for each zone that holds 1 where the type is offered. */
  readonly offerings?: Table;
  readonly spot?: SpotTable;
  /** Zone name to zone id. */
  readonly zoneIds?: Readonly<Record<string, string>>;
  /** Types with a price that EC2 no longer lists. */
  readonly retired?: readonly string[];
}

/** `name`, then a column for each region. */
export interface OnDemandTable extends Table {
  readonly regions: Readonly<Record<string, { readonly currency: string; readonly date: string }>>;
}

/** `name`, then a column for each zone that holds USD per hour. */
export interface SpotTable extends Table {
  /** The date is that of the newest price. */
  readonly zones: Readonly<Record<string, { readonly date: string }>>;
}

/** Column order in files: what everyone has first, so that rows end early. */
export const TYPE_COLUMNS = [
  'name',
  'architecture',
  'vcpus',
  'memoryMib',
  'hypervisor',
  'cpuManufacturer',
  'cpuSustainedClockSpeedMhz',
  'encryptionInTransit',
  'enis',
  'ipv4PerEni',
  'ebsBandwidthMbps',
  'networkBandwidthMbps',
  'branchInterfaces',
  'localNvmeGb',
  'efaCount',
  'networkCards',
  'gpus',
  'neuronDevices',
  'inferenceAccelerators',
  'podLimit',
  'localDiskGb',
  'usageClasses',
  'nestedVirtualization',
  'ena',
] as const satisfies readonly (keyof AwsInstanceFacts)[];
