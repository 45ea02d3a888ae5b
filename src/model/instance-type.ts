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
  /** ISO date of the price list or spot price history it comes from; absent if the definition sets it outright. */
  readonly date?: string;
  /** In the order of PriceFlag. None: it stands in a price list of this region or in this zone's spot price history. */
  readonly flags: readonly PriceFlag[];
}

/**
 * What must be said of a price wherever it is shown; several can hold at once.
 * `proxy`: it comes from another region's price list. `assumed`: it is a ratio of the on-demand price.
 * `adjusted`: the definition changed it or put it in place of another.
 */
export type PriceFlag = 'proxy' | 'assumed' | 'adjusted';

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
  /** Types that a node of this class cannot be, in the order in which settings count; each type once. */
  readonly exclusions?: readonly Exclusion[];
  readonly resourcesOf: (type: InstanceType) => NodeResources;
  readonly pricing: PricingNote;
}

/** Types that the zones offer and that one setting of the node class rules out. */
export interface Exclusion {
  /** JSON pointer of the setting into the node class object. */
  readonly pointer: string;
  /** The setting in words, to follow "with": "`connection_tracking`". */
  readonly setting: string;
  /** Why the types cannot be used, as a sentence. */
  readonly reason: string;
  /** Never empty. With the offerings that they would have; in the table's own types they have none. */
  readonly types: readonly InstanceType[];
}

/** What must be said wherever prices are shown. An assumption that is absent was not needed. */
export interface PricingNote {
  /** Region asked for, if any. */
  readonly region?: string;
  /** The region whose price list is used when `region` has none of its own (or is not given). */
  readonly proxyRegion?: string;
  /** The definition lists no zones. */
  readonly zonesAssumed?: AssumedZones;
  /** Zones without spot price history: a spot price there is this ratio of the on-demand price. */
  readonly spotAssumed?: Assumption & { readonly ratio: number };
  /** Zones of which nobody said what they offer: every type is taken to be offered there. */
  readonly offeringsAssumed?: Assumption;
  /** The region's price list is in this currency. Nothing is converted, so its types count as unpriced. */
  readonly unconvertedCurrency?: string;
}

export interface Assumption {
  /** Where it was made. Absent: in all zones. */
  readonly zones?: readonly string[];
}

/** The zones that stand in where a definition lists none. */
export interface AssumedZones {
  /** `catalogue`: those that an import knows of the region. `pools`: those that pools name. `nothing`: none is known. */
  readonly from: 'catalogue' | 'pools' | 'nothing';
  readonly named: readonly string[];
  /** How many more there are, without a name. */
  readonly unnamed: number;
}
