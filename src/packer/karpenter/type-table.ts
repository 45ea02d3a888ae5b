import { type Requirement, type RequirementInput, requirementOf } from '../../kubernetes/requirement.ts';
import { addAll, type Bitset, addBit, emptyBits, keepCommon } from '../../selection/bitset.ts';
import { RESERVED } from './core-labels.ts';
import { FitMasks } from './fit-masks.ts';
import type { LabelRules, PackerInstanceType } from './problem.ts';
import { agree, requirementText } from './requirement-space.ts';
import type { RequirementSpace, RequirementState } from './requirement-space.ts';
import type { ResourceSpace } from './resource-space.ts';
import { inputText, sameRequirement } from './same-requirement.ts';
import { type OfferingKind, TypeColumns } from './type-columns.ts';

/** The types that a set of requirements leaves. */
export interface Admitted {
  /** Types that meet the requirements and have an available offering that does. */
  readonly types: Bitset;
  /** Types whose own labels meet the requirements. */
  readonly compatible: Bitset;
  /** By offering kind. */
  readonly kinds: Uint8Array;
}

interface KeyIndex {
  readonly requirements: Requirement[];
  /** By type: index into `requirements`, or -1. */
  readonly ofType: Int32Array;
  readonly masks: Map<string, Bitset>;
}

/**
 * The instance types of one or several pools as columns and bit sets. A row is a type with one of its allocatable groups
 * (offerings may override capacity); nearly always there is one row per type.
 */
export class TypeTable {
  readonly types: readonly PackerInstanceType[];
  readonly size: number;
  /** `[column * size + type]` */
  readonly capacity: Float64Array;
  /** Over `capacity`. */
  readonly capacityMasks: FitMasks;
  /** Stride of `allocatable`. */
  readonly rows: number;
  /** First row of each type, and the end. */
  readonly rowStart: Int32Array;
  /** `[column * rows + row]` */
  readonly allocatable: Float64Array;
  /** Rows with less than nothing of some resource: they hold nothing at all. */
  readonly overreserved: Uint8Array;
  /** Available offerings in the order of the catalogue: first of each type, and the end. */
  readonly offerStart: Int32Array;
  readonly offerKind: Int32Array;
  readonly offerRow: Int32Array;
  readonly offerPrice: Float64Array;
  readonly kinds: readonly OfferingKind[];
  /** Smallest count per reservation among all offerings, available or not. */
  readonly reservations: ReadonlyMap<string, number>;
  readonly hasReserved: boolean;

  readonly #labels: LabelRules;
  readonly #keys = new Map<string, KeyIndex | undefined>();
  #keysOfTypes: Set<string> | undefined;
  readonly #byKind: Bitset[] = [];
  readonly #admitted = new Map<number, Admitted>();
  readonly #prices = new Map<number, Float64Array>();

  constructor(
    types: readonly PackerInstanceType[],
    space: RequirementSpace,
    resources: ResourceSpace,
    labels: LabelRules,
  ) {
    this.types = types;
    this.size = types.length;
    this.#labels = labels;
    const builder = new TypeColumns(types, space, resources, labels);
    this.capacity = builder.capacity;
    this.capacityMasks = new FitMasks(builder.capacity, types.length);
    this.rows = builder.rows;
    this.rowStart = builder.rowStart;
    this.allocatable = builder.allocatable;
    this.overreserved = builder.overreserved;
    this.offerStart = builder.offerStart;
    this.offerKind = Int32Array.from(builder.offerKind);
    this.offerRow = Int32Array.from(builder.offerRow);
    this.offerPrice = Float64Array.from(builder.offerPrice);
    this.kinds = builder.kinds;
    this.reservations = builder.reservations;
    this.hasReserved = builder.kinds.some((kind) => kind.capacityType === RESERVED);
  }

  /** What the types say about a key, or undefined where none says anything. */
  index(key: string): KeyIndex | undefined {
    if (this.#keys.has(key)) return this.#keys.get(key);
    const index = this.#indexKey(key);
    this.#keys.set(key, index);
    return index;
  }

  /** The values that a type lists for a key, for `minValues`. */
  valuesOf(key: string, type: number): Iterable<string> {
    const index = this.index(key);
    const at = index?.ofType[type] ?? -1;
    return index?.requirements[at]?.values ?? [];
  }

  admitted(state: RequirementState): Admitted {
    let admitted = this.#admitted.get(state.id);
    if (admitted === undefined) this.#admitted.set(state.id, (admitted = this.#admit(state)));
    return admitted;
  }

  /** By type: the lowest price of an available offering within the requirements, Infinity where there is none. */
  prices(state: RequirementState): Float64Array {
    let prices = this.#prices.get(state.id);
    if (prices === undefined) this.#prices.set(state.id, (prices = this.#price(state)));
    return prices;
  }

  #price(state: RequirementState): Float64Array {
    const { kinds } = this.admitted(state);
    const prices = new Float64Array(this.size).fill(Number.POSITIVE_INFINITY);
    for (let type = 0; type < this.size; type++) {
      const end = this.offerStart[type + 1] as number;
      for (let offer = this.offerStart[type] as number; offer < end; offer++) {
        const price = this.offerPrice[offer] as number;
        if (kinds[this.offerKind[offer] as number] === 1 && price < (prices[type] as number)) {
          prices[type] = price;
        }
      }
    }
    return prices;
  }

  #admit(state: RequirementState): Admitted {
    const compatible = emptyBits(this.size).fill(0xffffffff);
    for (const requirement of state.set.entries()) {
      const mask = this.#mask(requirement);
      if (mask !== undefined) keepCommon(compatible, mask);
    }
    const kinds = Uint8Array.from(this.kinds, (kind) =>
      typeof state.narrow(kind.state, 'new') === 'string' ? 0 : 1,
    );
    const offered = emptyBits(this.size);
    kinds.forEach((meets, kind) => {
      if (meets === 1) addAll(offered, this.#offeredAs(kind));
    });
    keepCommon(offered, compatible);
    return { types: offered, compatible, kinds };
  }

  /** Types with an available offering of a kind. */
  #offeredAs(kind: number): Bitset {
    if (this.#byKind.length === 0) {
      for (let at = 0; at < this.kinds.length; at++) this.#byKind.push(emptyBits(this.size));
      for (let type = 0; type < this.size; type++) {
        const end = this.offerStart[type + 1] as number;
        for (let offer = this.offerStart[type] as number; offer < end; offer++) {
          addBit(this.#byKind[this.offerKind[offer] as number] as Bitset, type);
        }
      }
    }
    return this.#byKind[kind] as Bitset;
  }

  /** Types that agree with a requirement; undefined if all do because none mentions its key. */
  #mask(requirement: Requirement): Bitset | undefined {
    const index = this.index(requirement.key);
    if (index === undefined) return undefined;
    const text = requirementText(requirement);
    let mask = index.masks.get(text);
    if (mask === undefined) {
      mask = emptyBits(this.size);
      const agrees = index.requirements.map((own) => agree(own, requirement));
      for (let type = 0; type < this.size; type++) {
        const at = index.ofType[type] as number;
        if (at < 0 || agrees[at] === true) addBit(mask, type);
      }
      index.masks.set(text, mask);
    }
    return mask;
  }

  #indexKey(key: string): KeyIndex | undefined {
    // Karpenter knows keys by their current name only.
    if (this.#labels.aliases.has(key)) return undefined;
    const spellings = [key, ...this.#aliasesOf(key)].filter((one) => this.#mentioned().has(one));
    if (spellings.length === 0) return undefined;
    const ofType = new Int32Array(this.size).fill(-1);
    const requirements: Requirement[] = [];
    const known = new Map<string, number>();
    // Catalogues list the keys of all types in the same order, so the last position is a good guess.
    let guess = 0;
    let last: RequirementInput | undefined;
    let at = -1;
    for (let type = 0; type < this.size; type++) {
      const own = (this.types[type] as PackerInstanceType).requirements;
      if (own[guess]?.key !== key) guess = positionOf(own, spellings);
      const found = own[guess];
      if (found === undefined) continue;
      if (last === undefined || !sameRequirement(last, found)) {
        const text = inputText(found);
        const listed = known.get(text);
        at = listed ?? requirements.length;
        if (listed === undefined) {
          requirements.push(requirementOf(found, this.#labels.aliases));
          known.set(text, at);
        }
        last = found;
      }
      ofType[type] = at;
    }
    return requirements.length === 0 ? undefined : { requirements, ofType, masks: new Map() };
  }

  #aliasesOf(key: string): string[] {
    return [...this.#labels.aliases].flatMap(([alias, current]) => (current === key ? [alias] : []));
  }

  /** All keys that any type mentions: most keys that are asked for are the pools' own. */
  #mentioned(): ReadonlySet<string> {
    if (this.#keysOfTypes === undefined) {
      this.#keysOfTypes = new Set();
      let last: readonly RequirementInput[] = [];
      for (const { requirements } of this.types) {
        // Types of one catalogue mention the same keys in the same order.
        const { length } = requirements;
        let same = length === last.length;
        for (let at = 0; same && at < length; at++) same = requirements[at]?.key === last[at]?.key;
        if (!same) for (const { key } of requirements) this.#keysOfTypes.add(key);
        last = requirements;
      }
    }
    return this.#keysOfTypes;
  }
}

function positionOf(requirements: readonly RequirementInput[], keys: readonly string[]): number {
  for (let at = 0; at < requirements.length; at++) {
    for (const key of keys) if (requirements[at]?.key === key) return at;
  }
  return -1;
}
