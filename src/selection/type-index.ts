import type { InstanceType, Offering } from '../model/instance-type.ts';
import { addAll, addBit, type Bitset, emptyBits } from './bitset.ts';
import { IntegerValues } from './integer-values.ts';

/** Which types have which values of one label key. Bit `i` is the i-th type of the array. */
export interface KeyIndex {
  readonly values: ReadonlyMap<string, Bitset>;
  /** Types with at least one value. */
  readonly present: Bitset;
  /** Types that have the key, with an empty list. */
  readonly empty: Bitset;
  /** Types that do not have the key. */
  readonly missing: Bitset;
  /** No type has two values. */
  readonly singleValued: boolean;
  /** For bounds; computed when first asked for. */
  readonly integers: () => IntegerValues;
}

/** The types that have an available offering of one kind. */
export interface OfferingGroup {
  readonly offering: Offering;
  readonly types: Bitset;
}

/** Bitsets over one array of types. Keys are indexed when first asked for. */
export class TypeIndex {
  readonly types: readonly InstanceType[];
  readonly offerings: readonly OfferingGroup[];
  /** Types with any available offering. */
  readonly available: Bitset;
  readonly #keys = new Map<string, KeyIndex>();

  constructor(types: readonly InstanceType[]) {
    this.types = types;
    this.offerings = groupOfferings(types);
    this.available = emptyBits(types.length);
    for (const group of this.offerings) addAll(this.available, group.types);
  }

  key(key: string): KeyIndex {
    let index = this.#keys.get(key);
    if (index === undefined) {
      index = indexKey(this.types, key);
      this.#keys.set(key, index);
    }
    return index;
  }
}

const indexes = new WeakMap<readonly InstanceType[], TypeIndex>();

/** The index of an array of types, built once per array object. */
export function typeIndexOf(types: readonly InstanceType[]): TypeIndex {
  let index = indexes.get(types);
  if (index === undefined) {
    index = new TypeIndex(types);
    indexes.set(types, index);
  }
  return index;
}

function groupOfferings(types: readonly InstanceType[]): readonly OfferingGroup[] {
  const groups = new Map<string, OfferingGroup>();
  types.forEach((type, i) => {
    for (const offering of type.offerings) {
      if (!offering.available) continue;
      const kind = JSON.stringify([offering.zone, offering.zoneId, offering.capacityType]);
      let group = groups.get(kind);
      if (group === undefined) {
        group = { offering, types: emptyBits(types.length) };
        groups.set(kind, group);
      }
      addBit(group.types, i);
    }
  });
  return [...groups.values()];
}

function indexKey(types: readonly InstanceType[], key: string): KeyIndex {
  const values = new Map<string, Bitset>();
  const present = emptyBits(types.length);
  const empty = emptyBits(types.length);
  const missing = emptyBits(types.length);
  let singleValued = true;
  types.forEach((type, i) => {
    const own = type.labels.get(key);
    addBit(own === undefined ? missing : own.length === 0 ? empty : present, i);
    if (own === undefined) return;
    if (own.length > 1) singleValued = false;
    for (const value of own) {
      let bits = values.get(value);
      if (bits === undefined) {
        bits = emptyBits(types.length);
        values.set(value, bits);
      }
      addBit(bits, i);
    }
  });
  let integers: IntegerValues | undefined;
  return {
    values,
    present,
    empty,
    missing,
    singleValued,
    integers: () => {
      integers ??= new IntegerValues(values, types.length);
      return integers;
    },
  };
}
