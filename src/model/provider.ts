import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Ec2NodeClassSpec } from '../kubernetes/api/ec2-node-class.ts';
import type { RequirementOperator } from '../kubernetes/api/node-pool.ts';
import type { Cluster } from './cluster.ts';
import type { CompiledObject } from './compiled-object.ts';
import type { InstanceTable, InstanceType, NodeResources } from './instance-type.ts';
import type { Pool } from './pool.ts';
import type { PoolPart } from './pool-part.ts';
import type { ProviderName } from './cluster.ts';

/** Where machines come from. One object per provider; a backend receives one and never asks which it is. */
export interface Provider {
  readonly name: ProviderName;
  readonly apiGroup: string;
  readonly nodeClassKind: string;
  /** Of the Karpenter version that the cluster runs. The same object for the same version: caches hang on it. */
  readonly labels: (cluster: Cluster) => LabelVocabulary;
  /** What only the provider can say about a cluster's settings: zones, region, price adjustments. */
  readonly checkSettings?: (cluster: Cluster) => readonly Diagnostic[];
  /** The pool's node class object, or undefined when its input is too broken to build one. */
  readonly nodeClass: (pool: Pool, cluster: Cluster) => NodeClassResult;
  /**
   * Requirements of the built-in set, appended for keys that no requirement or label of the pool constrains
   * (arch, os, capacity type).
   */
  readonly builtInRequirements: (
    pool: Pool,
    nodeClass: NodeClassObject | undefined,
  ) => readonly BuiltInRequirement[];
  /** Requirements that depend on what the pool admits so far (`gpu_enabled`). */
  readonly derivedRequirements: (
    pool: Pool,
    admitted: readonly InstanceType[],
  ) => readonly BuiltInRequirement[];
  /** The types a pool with this node class can be served from. Shared arrays: see InstanceTable. */
  readonly instanceTable: (cluster: Cluster, nodeClass: NodeClassObject | undefined) => InstanceTable;
  readonly launch: LaunchRules;
}

/** What the provider asks the cloud for, of everything a NodeClaim would take. */
export interface LaunchRules {
  /** The cheapest so many are sent. */
  readonly maxInstanceTypes: number;
  /** Left out as long as an ordinary type remains, unless `minValues` is used: accelerators, bare metal. */
  readonly isExotic: (type: InstanceType, resources: NodeResources) => boolean;
}

export type NodeClassObject = CompiledObject<Ec2NodeClassSpec>;

export interface NodeClassResult {
  readonly object?: NodeClassObject;
  /** Instead of an object, what rules can judge of it: a stand-in takes the place of what is missing. */
  readonly partial?: NodeClassObject;
  /** What is invalid and was left out. @default none */
  readonly incomplete?: ReadonlySet<PoolPart>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface BuiltInRequirement {
  readonly key: string;
  readonly operator: RequirementOperator;
  readonly values: readonly string[];
}

/** What the provider's well-known labels may say. Keys outside are custom labels. */
export interface LabelVocabulary {
  readonly specs: ReadonlyMap<string, LabelSpec>;
  /** Deprecated spelling to current key (`beta.kubernetes.io/arch`). */
  readonly aliases: ReadonlyMap<string, string>;
  /** Label domains of this provider in which only the keys of `specs` are allowed. */
  readonly restrictedDomains: readonly string[];
  /** The key whose value identifies a capacity reservation, if the provider has such a thing. */
  readonly reservationId?: string;
  /** Label domains of other providers: a requirement on them is silently unenforced here. */
  readonly foreignDomains: ReadonlyMap<string, string>;
}

export interface LabelSpec {
  /** `closed`: only the catalogue's values exist. `integer`: numeric, `Gt` and `Lt` make sense. `open`: anything. */
  readonly domain: 'closed' | 'integer' | 'open';
  /** Values that exist whatever the catalogue says (`spot`). */
  readonly values?: readonly string[];
  /** Values that existed once and that the provider no longer launches (`p3.2xlarge`, and `p3` as a family). */
  readonly retired?: readonly string[];
  /** What people write for a value in other tools, and the value itself (`x86_64` to `amd64`). */
  readonly synonyms?: ReadonlyMap<string, string>;
  /** Whether the provider writes a single value onto each node (else a multi-valued `In` never settles). */
  readonly stamped: boolean;
  readonly description: string;
}
