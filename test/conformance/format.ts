import type { DaemonSet } from '../../src/kubernetes/api/daemon-set.ts';
import type { CsiNode, Node, NodeClaim } from '../../src/kubernetes/api/node.ts';
import type { NodePoolSpec } from '../../src/kubernetes/api/node-pool.ts';
import type { ObjectMeta } from '../../src/kubernetes/api/object-meta.ts';
import type { Pod, PodSpec, PodStatus } from '../../src/kubernetes/api/pod.ts';
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
} from '../../src/kubernetes/api/storage.ts';
import type { DerivedOperator } from '../../src/kubernetes/requirement.ts';
import type { PackerInstanceType, PackerPool, SchedulerOptions } from '../../src/packer/karpenter/problem.ts';

/** The recorded corpus as JSON: what docs/conformance.md describes. */
export type RecordedCase = ExactCase | EnvelopeCase;

interface CaseHead {
  readonly name: string;
  readonly family: string;
  readonly scenario: Scenario;
}

/** Karpenter decided the same every time. */
export interface ExactCase extends CaseHead {
  readonly kind: 'exact';
  readonly expected: RecordedDecision;
}

/** Karpenter's decision depends on the order in which Go walks a map. */
export interface EnvelopeCase extends CaseHead {
  readonly kind: 'envelope';
  readonly expected: RecordedOutcomes;
}

export interface Scenario {
  readonly name: string;
  readonly options?: SchedulerOptions;
  /** Beside the core ones. */
  readonly wellKnownLabels?: readonly string[];
  /** Beside `karpenter.sh`. */
  readonly restrictedLabelDomains?: readonly string[];
  /** Alias to key, beside the core ones. */
  readonly normalizedLabels?: Readonly<Record<string, string>>;
  /** @default karpenter.k8s.aws/capacity-reservation-id */
  readonly reservationIDLabel?: string;
  readonly nodePools?: readonly {
    readonly metadata: ObjectMeta;
    readonly spec?: Partial<NodePoolSpec>;
    readonly status?: NonNullable<PackerPool['status']>;
  }[];
  /** Name of a file of instance types, those of every pool. */
  readonly catalogue?: string;
  readonly catalogueSubset?: readonly string[];
  /** Of every pool, or by name of the pool. */
  readonly instanceTypes?:
    | readonly PackerInstanceType[]
    | Readonly<Record<string, readonly PackerInstanceType[]>>;
  readonly nodes?: readonly Loose<Node>[];
  readonly nodeClaims?: readonly Loose<NodeClaim>[];
  readonly boundPods?: readonly Loose<Pod>[];
  readonly boundPodGroups?: readonly PodGroup[];
  readonly pods?: readonly Loose<Pod>[];
  readonly podGroups?: readonly PodGroup[];
  readonly daemonSets?: readonly Loose<DaemonSet>[];
  readonly namespaces?: readonly Loose<{ readonly metadata: ObjectMeta }>[];
  readonly pvcs?: readonly Loose<PersistentVolumeClaim>[];
  readonly pvs?: readonly Loose<PersistentVolume>[];
  readonly storageClasses?: readonly Loose<StorageClass>[];
  readonly csiNodes?: readonly Loose<CsiNode>[];
}

/** An object whose metadata may lack what the format has a default for. */
export type Loose<T extends { readonly metadata: ObjectMeta }> = Omit<T, 'metadata'> & {
  readonly metadata?: Partial<ObjectMeta>;
};

/** `count` copies of a pod. */
export interface PodGroup {
  readonly count: number;
  readonly namePrefix: string;
  readonly uidPrefix: string;
  readonly template: {
    readonly metadata?: Partial<ObjectMeta>;
    readonly spec: PodSpec;
    readonly status?: PodStatus;
  };
  readonly creationTimestamp?: string;
  /** @default 1 */
  readonly creationStepSeconds?: number;
  /** Digits of the number behind the prefixes. @default 5 */
  readonly width?: number;
}

export interface RecordedDecision {
  /** Sorted by NodePool, then by first pod. */
  readonly newNodeClaims: readonly RecordedClaim[];
  readonly existing: Readonly<Record<string, readonly string[]>>;
  readonly errors: Readonly<Record<string, RecordedError>>;
  readonly ignored?: Readonly<Record<string, string>>;
  readonly noNodePools?: boolean;
}

export interface RecordedClaim {
  readonly nodePool: string;
  /** In order of placement. */
  readonly podUids: readonly string[];
  /** Sorted by key. */
  readonly requirements: readonly RecordedRequirement[];
  readonly instanceTypes: RecordedTypes;
  readonly requests?: RecordedRequests;
  /** Any of them is right. */
  readonly requestsSeen?: readonly RecordedRequests[];
  readonly cheapest: RecordedOffering;
}

export interface RecordedRequirement {
  readonly key: string;
  readonly operator: DerivedOperator;
  /** Sorted. */
  readonly values?: readonly string[];
  readonly gte?: number;
  readonly lte?: number;
  readonly minValues?: number;
}

export interface RecordedTypes {
  readonly count: number;
  /** At most the first 60. */
  readonly names: readonly string[];
  /** Of all names joined by line feeds, where `names` has not all of them. */
  readonly sha256?: string;
}

export type RecordedRequests = Readonly<Record<string, string>>;

export interface RecordedOffering {
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: string;
  readonly price?: number;
}

export interface RecordedError {
  readonly classes: readonly string[];
  readonly text: string;
}

export interface RecordedOutcomes {
  readonly repeats: number;
  readonly distinct: number;
  /** Whether `outcomes` is very likely all there is. */
  readonly complete: boolean;
  readonly outcomes: readonly { readonly seen: number; readonly result: RecordedDecision }[];
  readonly envelope: Envelope;
}

/** What held in every run. */
export interface Envelope {
  readonly claims: Range;
  readonly claimsPerPool: Readonly<Record<string, Range>>;
  readonly totalPrice: Range;
  readonly unschedulableSets: readonly (readonly string[])[];
  readonly zoneHistograms: readonly (readonly number[])[];
  readonly distinctShapes: number;
  readonly shapes?: readonly (readonly string[])[];
}

export interface Range {
  readonly min: number;
  readonly max: number;
}
