import type { Resources } from '../kubernetes/resources.ts';

export type CapacityType = 'on-demand' | 'spot' | 'reserved';

/** A machine shape as Karpenter sees it for one provider, image family group and set of zones. */
export interface InstanceType {
  readonly name: string;
  /**
   * Requirement key to allowed values. A key of the provider's vocabulary that is absent here counts as
   * DoesNotExist; a key outside the vocabulary is simply undefined. An empty list means "no value fits".
   */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /**
   * Zone × capacity type; exists whether or not its price is known. None at all: the type is not sold in these
   * zones, or this kind of node class cannot use it.
   */
  readonly offerings: readonly Offering[];
}

export interface Offering {
  readonly zone: string;
  readonly zoneId?: string;
  readonly capacityType: CapacityType;
  readonly available: boolean;
  /** Absent: usable, listed as unpriced, never cheapest. */
  readonly price?: OfferingPrice;
}

export interface OfferingPrice {
  readonly perHourUsd: number;
  /**
   * `listed`: from a snapshot of this region. `proxy`: another region's price stands in.
   * `assumed`: derived from a ratio. `adjusted`: a price override or discount of the definition was applied.
   */
  readonly basis: 'listed' | 'proxy' | 'assumed' | 'adjusted';
}

export interface NodeResources {
  /** What limits are counted in. */
  readonly capacity: Resources;
  /** Capacity less kube and system reservations and the hard eviction threshold; may be negative. */
  readonly allocatable: Resources;
}

/**
 * The instance types one pool can be served from. `types` is the same array object for all pools with the same
 * provider, zones and image family group, so indexes over it can be shared; resources depend on kubelet and disks.
 */
export interface InstanceTable {
  readonly types: readonly InstanceType[];
  readonly resourcesOf: (type: InstanceType) => NodeResources;
  readonly pricing: PricingNote;
}

/** What must be said wherever prices are shown. */
export interface PricingNote {
  /** ISO date of the snapshot. */
  readonly snapshotDate: string;
  /** Region asked for, if any. */
  readonly region?: string;
  /** The region whose prices are shown when `region` has none of its own (or is not given). */
  readonly proxyRegion?: string;
  /** Zones are invented because the definition lists none. */
  readonly zonesAssumed: boolean;
  /** Spot prices are a ratio of on-demand. */
  readonly spotAssumedRatio?: number;
  /** Which type is offered in which zone is not known: every type is taken to be offered in every zone. */
  readonly offeringsAssumed?: boolean;
  /** The region's price list is in this currency. Nothing is converted, so its types count as unpriced. */
  readonly unconvertedCurrency?: string;
}
