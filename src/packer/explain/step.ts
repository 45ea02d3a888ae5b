import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import type { Requirement, RequirementInput } from '../../kubernetes/requirement.ts';
import type { CheapestOffering, Relaxation } from '../karpenter/decision.ts';

/** Where something is said, as JSON pointers into a NodePool or the explained pod: whoever knows files finds the line. */
export type Reference =
  | { readonly in: 'nodePool'; readonly nodePool: string; readonly pointer: string }
  | { readonly in: 'pod'; readonly pointer: string };

/** Something that instance types have to pass, with what is needed to say it in words. */
export type Obstacle =
  | { readonly kind: 'inactive'; readonly reason: 'static' | 'not-ready' | 'deleting' }
  /** Something the pool requires, or a label that it gives to its nodes. */
  | {
      readonly kind: 'pool-requirement';
      readonly written: RequirementInput;
      readonly by: 'requirement' | 'label';
    }
  /** An available offering in the zones and of the capacity types that the pool allows. */
  | { readonly kind: 'pool-offering' }
  /** More is set aside on the type than it has. */
  | { readonly kind: 'overreserved' }
  | {
      readonly kind: 'min-values';
      readonly unmet: readonly UnmetMinValues[];
      readonly when: 'pool' | 'pod' | 'truncation';
    }
  | LimitObstacle
  | { readonly kind: 'taint'; readonly taint: NodeTaint; readonly tolerated: boolean }
  | RequirementObstacle
  | VolumeObstacle
  | TopologyObstacle
  /** An available offering within everything that is required so far. */
  | {
      readonly kind: 'offering';
      readonly zone: Requirement | undefined;
      readonly capacityType: Requirement | undefined;
    }
  /** Room for the daemons alone. */
  | { readonly kind: 'daemons' }
  | ResourceObstacle
  | { readonly kind: 'host-port'; readonly ports: readonly number[] }
  | { readonly kind: 'reservation'; readonly failure: 'used-up' | 'would-be-lost' }
  /** Karpenter stopped at an earlier pool, where a reservation was used up. */
  | { readonly kind: 'not-tried'; readonly stoppedAt: string };

export interface UnmetMinValues {
  readonly key: string;
  readonly wanted: number;
  readonly reached: number;
}

export interface LimitObstacle {
  readonly kind: 'limit';
  readonly resource: string;
  /** As written. */
  readonly limit: string;
  /** Amounts in billionths of the resource's unit, here and below. Below zero where more is used than allowed. */
  readonly leftNano: bigint;
  /** The least that a type still in question counts for; absent for `nodes`, of which each counts one. */
  readonly smallest?: { readonly instanceType: string; readonly nano: bigint };
}

export interface RequirementObstacle {
  readonly kind: 'requirement';
  readonly key: string;
  /** What the pod asks for. */
  readonly asked: Requirement;
  /** What the pool has, if anything. */
  readonly pool: Requirement | undefined;
  /** `undefined`: nodes of the pool do not have the label. `conflict`: they have another value. Absent: types decide. */
  readonly failure?: 'undefined' | 'conflict';
  /** Only a preference, which counts like a requirement until it is given up. */
  readonly preferred: boolean;
}

export interface VolumeObstacle {
  readonly kind: 'volume';
  /** Where the volumes are, by key; of several alternatives the one that was tried last. */
  readonly where: readonly Requirement[];
  readonly alternatives: number;
  readonly failure?: 'conflict';
}

export interface TopologyObstacle {
  readonly kind: 'topology';
  readonly constraint: 'spread' | 'affinity' | 'anti-affinity' | 'anti-affinity of other pods';
  readonly key: string;
  /** Pods counted by domain, sorted; empty for hostnames. */
  readonly counts: readonly { readonly domain: string; readonly pods: number }[];
  /** The domains that are left for the pod; of a spread the one that Karpenter takes. */
  readonly allowed: readonly string[];
  /** Of a spread. */
  readonly maxSkew?: number;
  /** `unsatisfiable`: no domain is left. `conflict`: one is, but not together with what else is required. */
  readonly failure?: 'unsatisfiable' | 'conflict';
}

export interface ResourceObstacle {
  readonly kind: 'resource';
  readonly resource: string;
  /** What the pod asks for. */
  readonly podNano: bigint;
  /** What other pods of the same node ask for; zero on a new node. */
  readonly othersNano: bigint;
  /** The type with most room of those still in question. */
  readonly largest?: {
    readonly instanceType: string;
    readonly allocatableNano: bigint;
    /** What daemons take of it. */
    readonly daemonsNano: bigint;
  };
}

/** One step of a funnel. */
export interface Step {
  readonly obstacle: Obstacle;
  /** Types before and after. */
  readonly before: number;
  readonly after: number;
  /** How many of the types that the pool itself leaves would pass this step alone; of steps of the pool, of all its types. */
  readonly alone: number;
  readonly references: readonly Reference[];
  /** The types that fail for want of an offering: positions in the pool's list. Absent at other steps, and where nothing was left. */
  readonly lost?: readonly number[];
}

/** What becomes of a pool's instance types when one pod wants a new node of it. */
export interface PoolFunnel {
  readonly nodePool: string;
  readonly weight: number;
  /** Position in the order in which Karpenter tries pools; absent for pools that it does not try. */
  readonly order?: number;
  /** Types to begin with. */
  readonly total: number;
  /** Types that the pool leaves before any pod is looked at. */
  readonly ofPool: number;
  readonly steps: readonly Step[];
  readonly left: number;
  /** The cheapest that a new node of it would be, if any type is left. */
  readonly cheapest?: CheapestOffering;
}

/** Nodes or claims that were tried before, by what kept the pod from them. */
export interface Rejected {
  readonly obstacle: string;
  /** A resource, a label key, a topology key, a taint. */
  readonly detail?: string;
  readonly count: number;
  /** A few of their names. */
  readonly examples: readonly string[];
}

/** What a pod had given up when it was tried last. */
export type GivenUp = readonly Relaxation[];
