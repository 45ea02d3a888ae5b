import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { JsonMap } from '../diagnostics/json-value.ts';
import type { LocatedValue } from '../diagnostics/located.ts';
import type { SchemaIssue } from '../diagnostics/schema-issues.ts';
import type { Ec2NodeClassSpec } from '../kubernetes/api/ec2-node-class.ts';
import type { NodeTaint, RequirementOperator } from '../kubernetes/api/node-pool.ts';
import type { Resources } from '../kubernetes/resources.ts';
import type { Cluster } from './cluster.ts';
import type { BootstrapFormat } from './cluster-api.ts';
import type { CompiledObject, JsonValue, OriginMap } from './compiled-object.ts';
import type { CapacityType, InstanceTable, InstanceType, NodeResources } from './instance-type.ts';
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
  /** For the Cluster API backends. Absent: the provider has no Cluster API counterpart. */
  readonly machines?: MachineRules;
  /** For `import`. Absent: node classes of the provider are not read. */
  readonly adoption?: AdoptionRules;
}

/** When Karpenter replaces nodes because of a kind of object. */
export interface DriftRules {
  /** With what the API server fills in. */
  readonly stored: (spec: JsonMap) => JsonMap;
  /**
   * The drift hash of a stored spec: decimal text of 64 bits. That of a node class is without what the cluster adds,
   * which is the same for all its node classes and comes in by xor. Undefined for versions that are not known.
   */
  readonly hash: (spec: JsonMap, hashVersion: string) => string | undefined;
  /** The hash version that this release of Karpenter writes. */
  readonly hashVersion: string;
  readonly hashAnnotation: string;
  readonly hashVersionAnnotation: string;
  /** Fields of the spec, with dots, that are not hashed but may replace some nodes: those they do not fit any more. */
  readonly selectingFields: ReadonlySet<string>;
  /** Fields of the spec that others decide where nobody writes them, by name (the disks, by the image). @default none */
  readonly decidedBy?: ReadonlyMap<string, readonly string[]>;
  /** What is known of selecting fields that are lists of terms. @default of none anything */
  readonly selectors?: readonly SelectorRules[];
}

/** A field whose terms find what is there in the cloud, and which nodes are replaced when they find something else. */
export interface SelectorRules {
  readonly field: string;
  /** Of the node's replacement, as Karpenter calls it. */
  readonly reason: string;
  /** What a term finds: `subnet`, `subnets`. */
  readonly noun: readonly [one: string, many: string];
  /**
   * `not found`: nodes that use what is found no more. `another set`: all nodes, when anything else is found.
   * `not picked`: nodes that use something else than the newest that fits them.
   */
  readonly replaces: 'not found' | 'another set' | 'not picked';
  /** Keys of a term that name one thing and not a quality. */
  readonly naming: ReadonlySet<string>;
  /** Label of nodes that says what they use. Absent: nothing on a node says it. */
  readonly nodeLabel?: string;
  /** Nodes of another capacity type use nothing of the kind. Absent: all nodes use one. */
  readonly capacityType?: CapacityType;
  /** Of a term that names a release: the release, and whether it always is the same thing. */
  readonly release?: (term: JsonMap) => { readonly name: string; readonly isFixed: boolean } | undefined;
}

/** How node classes that others made become part of a definition, and when their nodes drift. */
export interface AdoptionRules extends DriftRules {
  /** Of the node classes that are understood. */
  readonly apiVersion: string;
  /** What a node class says, checked; `spec` as a manifest or a running cluster has it. */
  readonly read: (spec: LocatedValue) => NodeClassReading;
  /** As keys of `node_class`. Valid input compiles to the same object as far as the format can say it. */
  readonly describe: (spec: JsonMap, builtIns: 'filled in' | 'none') => JsonMap;
  /**
   * Whether the built-in set would change what a pool with this node class, and requirements or labels with these keys,
   * compiles to: by adding to it, or by leaving out empty values.
   */
  readonly isChangedByBuiltIns: (spec: JsonMap, constrainedKeys: ReadonlySet<string>) => boolean;
  readonly machines: MachineAdoptionRules;
  /** Zones that the status of a live node class names. */
  readonly zones: (status: JsonValue | undefined) => readonly string[];
}

/** How templates of Cluster API become part of a definition. */
export interface MachineAdoptionRules {
  /** Of the infrastructure templates that are understood, in any version. */
  readonly apiGroup: string;
  readonly kind: string;
  /** `spec.template.spec` of an infrastructure template. */
  readonly describe: (spec: JsonMap, bootstrap: BootstrapFormat) => MachineDescription;
}

export interface MachineDescription {
  readonly instanceType?: string;
  readonly capacityType: CapacityType;
  /** Keys of `node_class`. */
  readonly nodeClass: JsonMap;
  /** The built-in set would add to the template. */
  readonly isChangedByBuiltIns: boolean;
  /** Fields that have no counterpart. */
  readonly lost: readonly string[];
}

export interface NodeClassReading {
  /** Absent where a part is invalid. Without fields that are not known. */
  readonly spec?: JsonMap;
  /** What is wrong with it, unknown fields included. */
  readonly issues: readonly SchemaIssue[];
}

/** The provider's side of Cluster API: templates of machines and of how they join. */
export interface MachineRules {
  /** One for each type and capacity type of a pool, shared by its zones. */
  readonly infrastructure: (input: InfrastructureInput) => TemplateResult;
  /** One for each pool, capacity type and set of labels. */
  readonly bootstrap: (input: BootstrapInput) => TemplateResult;
  /** Label of the CSI driver's own topology, equal to the zone (`topology.ebs.csi.aws.com/zone`). */
  readonly csiZoneLabel?: string;
  /** How many volumes a node of the type can hold, by CSI driver. */
  readonly csiLimits: (type: InstanceType) => Readonly<Record<string, number>>;
  /** Why no machine of a type can be made. Absent: all can. */
  readonly unmakeable?: (input: Omit<InfrastructureInput, 'capacityType'>) => UnmakeableType | undefined;
  /** Labels that nodes with so many accelerators register with besides the pool's; the annotations must name them too. */
  readonly nodeLabels?: (accelerator: Accelerator | undefined) => Readonly<Record<string, string>>;
  /** What a ClusterClass may want to know besides the type, read from the spec of the template it stands for. */
  readonly topologyValues?: (templateSpec: JsonValue) => TopologyValues;
  /** The type's accelerators (`nvidia.com/gpu`) and how many; undefined without any, or with a fraction of one. */
  readonly accelerator: (resources: Resources) => Accelerator | undefined;
}

/** Accelerators of one kind, at least one. */
export interface Accelerator {
  /** Resource name. */
  readonly name: string;
  readonly count: number;
}

/** Why no machine of a type can be made. */
export interface UnmakeableType {
  /** A sentence about the type, without a final full stop. */
  readonly reason: string;
  /** The same for all such types of a pool, but for the one that it names. */
  readonly diagnostic: Diagnostic;
}

/** What is absent, the template leaves to Cluster API's provider. */
export interface TopologyValues {
  readonly imageId?: string;
  readonly volumeSizeGiB?: number;
  readonly subnetId?: string;
}

export interface InfrastructureInput {
  readonly pool: Pool;
  readonly cluster: Cluster;
  readonly nodeClass: NodeClassObject;
  readonly type: InstanceType;
  readonly capacityType: CapacityType;
}

export interface BootstrapInput {
  readonly pool: Pool;
  readonly cluster: Cluster;
  readonly nodeClass: NodeClassObject;
  readonly format: BootstrapFormat;
  /** What the kubelet registers itself with, sorted by key. */
  readonly nodeLabels: Readonly<Record<string, string>>;
  readonly taints: readonly NodeTaint[];
}

/** A template without a name: its content decides that. */
export interface MachineTemplate {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: JsonValue;
  readonly origins: OriginMap;
}

export interface TemplateResult {
  readonly template?: MachineTemplate;
  /** Cluster API cannot say what the pool asks for; each finding about the pool or its class, the same for all types. */
  readonly diagnostics: readonly Diagnostic[];
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
  /** Only nodes of this capacity type have the label. @default all may */
  readonly onlyOn?: CapacityType;
  readonly description: string;
}
