import type { CapacityType } from './instance-type.ts';

/** A what-if for the plan. All of its parts hold at once. */
export interface Scenario {
  readonly name: string;
  /** What it stands for, in the words of the definition. */
  readonly description?: string;
  /** Offerings that cannot be had. Entries add up. */
  readonly unavailable: readonly UnavailableOfferings[];
  /** Zones that are lost, with their nodes: nothing can be launched there, and what ran there needs another place. */
  readonly lostZones: readonly string[];
  /** Replicas of every controller, in percent of what is written; rounded up. 100 changes nothing. */
  readonly replicasPercent: number;
  /**
   * `cold`: memory is estimated, as Karpenter does until a node of the type has joined. `warm`: types of which a live
   * node is known have what that node has.
   */
  readonly memory: MemoryModel;
}

export type MemoryModel = 'cold' | 'warm';

/** What is said narrows: these types in these zones. What is not said is "all". */
export interface UnavailableOfferings {
  readonly zones?: readonly string[];
  readonly instanceTypes?: readonly string[];
  readonly instanceFamilies?: readonly string[];
  readonly capacityTypes?: readonly CapacityType[];
}
