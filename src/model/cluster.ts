import type { Located, LocatedMap } from '../diagnostics/located.ts';
import type { Severity } from '../diagnostics/severity.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import type { BackendName } from './backend-name.ts';
import type { ClusterApiSettings } from './cluster-api.ts';
import type { Pool, PoolRequirement } from './pool.ts';
import type { Scenario } from './scenario.ts';

export type ProviderName = 'aws';

/** One cluster of one definition file, merged and typed: what every later stage reads. */
export interface Cluster {
  readonly name: string;
  /** Where the name is written, or the start of the file when the file's name gave it. */
  readonly nameSpan: Span;
  readonly source: Source;
  /** The `_defaults.yaml` that was merged in, if any. */
  readonly defaultsSource?: Source;
  readonly settings: ClusterSettings;
  /** In document order. Pools with errors are here too, without the faulty parts, as far as anything was understood. */
  readonly pools: readonly Pool[];
  /** Names of the pools with errors in what they say or inherit: they are checked, but not reported as pools. */
  readonly failedPools: readonly string[];
  /** Read from objects: what only definitions say, such as monthly budgets, is not known. @default from a definition */
  readonly isOfObjects?: true;
  /** Names of node classes that are there, and that nobody can read. @default none */
  readonly unreadNodeClasses?: ReadonlySet<string>;
  /** NodePools by name that are there, and are no pools because their node class is another provider's. @default none */
  readonly foreignNodePools?: ReadonlyMap<string, ForeignNodePool>;
}

export interface ForeignNodePool {
  /** Of the node class. */
  readonly group: string;
  readonly kind: string;
  /** What refers to it. */
  readonly span: Span;
}

/** The merged `poolwright:` block. Absent optional keys were not written anywhere. */
export interface ClusterSettings {
  readonly provider: Located<ProviderName>;
  readonly backend: Located<BackendName>;
  readonly region?: Located<string>;
  readonly zones?: readonly Located<string>[];
  readonly kubernetesVersion?: Located<string>;
  /** "1.14" unless written. */
  readonly karpenterVersion: Located<string>;
  /** Number of the built-in set. */
  readonly defaults: Located<number>;
  readonly workloads: readonly Located<string>[];
  /** In the order in which they are written; none is an empty list. */
  readonly scenarios: readonly Scenario[];
  readonly maxMonthlyUsd?: Located<number>;
  readonly maxMonthlyUsdAtLimits?: Located<number>;
  readonly organisationMaxMonthlyUsd?: Located<number>;
  /** Path of a user's snapshot, relative to the file that names it. */
  readonly catalogue?: Located<string>;
  /** 0.4 unless written. */
  readonly spotPriceRatio: Located<number>;
  readonly priceAdjustments: readonly PriceAdjustment[];
  readonly discoveryTags?: LocatedMap;
  readonly publicSubnetTags?: LocatedMap;
  readonly privateSubnetTags?: LocatedMap;
  readonly rules: ReadonlyMap<string, Located<RuleLevel>>;
  readonly failOn: Located<Severity>;
  /** For the Cluster API backends. Absent: no pool uses one. */
  readonly clusterApi?: ClusterApiSettings;
}

export type RuleLevel = 'off' | 'info' | 'warning';

/** Applied in order; a later match wins over an earlier one on the same type and offering. */
export interface PriceAdjustment {
  readonly where: readonly PoolRequirement[];
  /** `-30` is a discount of 30 %. Exactly one of the two is set. */
  readonly percent?: Located<number>;
  readonly pricePerHourUsd?: Located<number>;
  readonly span: Span;
}
