import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { CompiledCluster } from '../../model/compilation.ts';
import type { ReviewedState } from '../../model/review.ts';
import type { LiveNodes, RecordedHash } from '../../model/review-input.ts';
import type { Provider } from '../../model/provider.ts';
import type { Workloads } from '../../model/workloads.ts';

/** One of the two states of a comparison. It is read a unit at a time, and what was read is dropped again. */
export interface LoadedSide {
  readonly state: ReviewedState;
  /** In the order in which they are reported. */
  readonly units: readonly SideUnit[];
  /**
   * The objects say nothing of the cluster's name (a dump): they belong to the one cluster of the other side, and
   * there is one unit. Absent: units say their names.
   */
  readonly nameless?: true;
  /** Findings about files that could not even be decoded; they are not among the units. @default none */
  readonly problems?: readonly Diagnostic[];
  /** The text of one of its files, as reports name it. @default none is kept */
  readonly text?: (file: string) => Source | undefined;
  /** `sha256:…` over the names and texts of what was read; sides of shards with equal ones are the same. @default nobody can tell */
  readonly digest?: string;
}

/** What is read together: a definition file, the clusters of a saved compilation that come from one file, a dump. */
export interface SideUnit {
  /** Units of both sides with the same key are a pair: the file's path below what was named, else what is said. */
  readonly key: string;
  /** How reports name the file. */
  readonly file: string;
  /** Names of its clusters, cheaper than loading it: units without a partner are paired by them. */
  readonly names: () => Promise<readonly string[]>;
  /** Names that its clusters may have, cheaper still. @default `names` */
  readonly possibleNames?: () => readonly string[];
  /**
   * Reads and compiles it. User mistakes are diagnostics.
   *
   * @param other the same clusters on the other side, for sides whose objects lack what a definition says (settings,
   *   prices). Absent: the other side has none. Sides with definitions use it only to share equal work
   */
  readonly load: (other: UnitState | undefined) => Promise<UnitState>;
}

export interface UnitState {
  readonly clusters: readonly UnitCluster[];
  /** Findings that belong to none of its clusters: the file is no text, nothing in it is a cluster. */
  readonly diagnostics: readonly Diagnostic[];
  /** Errors may hide clusters that are in the file: one that is not here need not be gone. */
  readonly mayHide?: true;
}

export interface UnitCluster {
  /** With its own diagnostics. */
  readonly compiled: CompiledCluster;
  readonly provider: Provider;
  /** What is to run on it. Absent: this side has no workloads of its own, and the other side's count. */
  readonly workloads?: UnitWorkloads;
  /** Of live objects, by `NodePool/<name>` and `EC2NodeClass/<name>`. */
  readonly recordedHashes?: ReadonlyMap<string, RecordedHash>;
  /** Of a dump that has nodes. */
  readonly live?: LiveNodes;
  /** What must be said of the comparison, as sentences. */
  readonly notes?: readonly string[];
}

export interface UnitWorkloads {
  /** The texts. Empty: the definition names none, or none is there. */
  readonly sources: readonly Source[];
  /** Read and expanded on the first call. */
  readonly read: () => Promise<ReadUnitWorkloads>;
}

export interface ReadUnitWorkloads {
  readonly workloads: Workloads;
  readonly diagnostics: readonly Diagnostic[];
}
