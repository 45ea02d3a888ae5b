import type { CheapestOffering, FailureCode, PodFailure } from '../karpenter/decision.ts';
import type { GivenUp, PoolFunnel, Rejected } from './step.ts';

/** What can be said of one pod. */
export type ExplainedPod = PlacedPodExplained | UnplacedPodExplained | IgnoredPodExplained;

interface Tried {
  /** Preferences that it had given up. */
  readonly givenUp: GivenUp;
  /** How often it was tried. */
  readonly attempts: number;
  /** Existing nodes that did not take it. */
  readonly nodes: readonly Rejected[];
  /** Claims that did not take it, of those that were tried before its place was found. */
  readonly claims: readonly Rejected[];
  /** In the order in which Karpenter tries pools; pools that it does not try last. */
  readonly funnels: readonly PoolFunnel[];
}

export interface UnplacedPodExplained extends Tried {
  readonly outcome: 'unschedulable';
  readonly uid: string;
  /** Of the last attempt. */
  readonly failure: PodFailure;
  /** What is to blame where no pool is. */
  readonly general?: FailureCode;
}

export interface IgnoredPodExplained {
  readonly outcome: 'ignored';
  readonly uid: string;
  /** Completes "the pod ...". */
  readonly phrase: string;
}

export interface PlacedPodExplained extends Tried {
  readonly outcome: 'placed';
  readonly uid: string;
  readonly place: Place;
  /** As each pool was when the pod was placed: what a new node of it would have been. */
  readonly alternatives: readonly Alternative[];
}

export type Place = NodePlace | ClaimPlace;

export interface NodePlace {
  readonly on: 'existing node';
  readonly node: string;
  /** Position among the nodes in the order of trying, from 1. */
  readonly order: number;
}

export interface ClaimPlace {
  /** `new node`: the pod opened it. */
  readonly on: 'new node' | 'planned node';
  readonly nodePool: string;
  /** Position of the claim in the decision, from 0. */
  readonly claim: number;
  /** Position among the planned nodes in the order of trying, from 1; of a new node the one behind them all. */
  readonly order: number;
  /** Position of the pod on it, from 1. */
  readonly position: number;
  /** Pods on it in the end. */
  readonly pods: number;
  /** Types before and after the pod came. */
  readonly typesBefore: number;
  readonly typesAfter: number;
  readonly cheapest: CheapestOffering;
  readonly binding: readonly Binding[];
}

/** What keeps the node from being of a cheaper type that the pool itself would allow. */
export interface Binding {
  readonly kind: 'requirement' | 'resource' | 'other';
  /** Label key or resource; of others what it may be. */
  readonly detail: string;
  /** How many cheaper types it excludes. */
  readonly types: number;
  /** Of these the dearest: the next best. */
  readonly nearest: { readonly instanceType: string; readonly pricePerHourUsd: number };
  /** Of a resource: what the node's pods and daemons ask for together, and what that type has. */
  readonly amounts?: { readonly neededNano: bigint; readonly allocatableNano: bigint };
}

export interface Alternative {
  readonly nodePool: string;
  /** In the order of trying. */
  readonly order: number;
  readonly types: number;
  readonly cheapest: CheapestOffering;
}
