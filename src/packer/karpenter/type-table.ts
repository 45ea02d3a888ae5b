import type { ResourceList } from '../../kubernetes/api/pod.ts';
import { parseQuantity } from '../../kubernetes/quantity.ts';
import {
  type Requirement,
  type RequirementInput,
  requirementOf,
} from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import { type Bitset, addBit, emptyBits, keepCommon } from '../../selection/bitset.ts';
import { CAPACITY_TYPE, RESERVED, ZONE } from './core-labels.ts';
import type { LabelRules, Overhead, PackerInstanceType, PackerOffering } from './problem.ts';
import { agree, requirementText } from './requirement-space.ts';
import type { RequirementSpace, RequirementState } from './requirement-space.ts';
import type { ResourceSpace } from './resource-space.ts';

/** Offerings that differ in price and type only: one per zone, capacity type and reservation. */
export interface OfferingKind {
  readonly state: RequirementState;
  readonly zone: string;
  readonly capacityType: string;
  readonly reservationId: string | undefined;
}

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
  readonly #space: RequirementSpace;
  readonly #keys = new Map<string, KeyIndex | undefined>();
  readonly #admitted: (Admitted | undefined)[] = [];
  readonly #prices: (Float64Array | undefined)[] = [];

  constructor(
    types: readonly PackerInstanceType[],
    space: RequirementSpace,
    resources: ResourceSpace,
    labels: LabelRules,
  ) {
    this.types = types;
    this.size = types.length;
    this.#labels = labels;
    this.#space = space;
    const builder = new TableBuilder(types, space, resources, labels);
    this.capacity = builder.capacity;
    this.rows = builder.rowAllocatable.length;
    this.rowStart = builder.rowStart;
    this.allocatable = builder.columns();
    this.overreserved = Uint8Array.from(builder.rowOverreserved);
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
    return (this.#admitted[state.id] ??= this.#admit(state));
  }

  /** By type: the lowest price of an available offering within the requirements, Infinity where there is none. */
  prices(state: RequirementState): Float64Array {
    return (this.#prices[state.id] ??= this.#price(state));
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
    for (let type = 0; type < this.size; type++) {
      const end = this.offerStart[type + 1] as number;
      for (let offer = this.offerStart[type] as number; offer < end; offer++) {
        if (kinds[this.offerKind[offer] as number] === 1) {
          addBit(offered, type);
          break;
        }
      }
    }
    keepCommon(offered, compatible);
    return { types: offered, compatible, kinds };
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
    const ofType = new Int32Array(this.size).fill(-1);
    const requirements: Requirement[] = [];
    const known = new Map<string, number>();
    // Catalogues list the keys of all types in the same order, so the last position is a good guess.
    let guess = 0;
    for (let type = 0; type < this.size; type++) {
      const own = (this.types[type] as PackerInstanceType).requirements;
      if (own[guess]?.key !== key) guess = own.findIndex((one) => this.#key(one.key) === key);
      const found = own[guess];
      if (found === undefined) continue;
      const text = inputText(found);
      let at = known.get(text);
      if (at === undefined) {
        at = requirements.length;
        requirements.push(requirementOf(found, this.#labels.aliases));
        known.set(text, at);
      }
      ofType[type] = at;
    }
    return requirements.length === 0 ? undefined : { requirements, ofType, masks: new Map() };
  }

  #key(written: string): string {
    return this.#labels.aliases.get(written) ?? written;
  }
}

function inputText({ operator, values }: RequirementInput): string {
  return values === undefined || values.length === 0 ? operator : `${operator}\t${values.join('\t')}`;
}

class TableBuilder {
  readonly capacity: Float64Array;
  readonly rowStart: Int32Array;
  readonly rowAllocatable: Float64Array[] = [];
  readonly rowOverreserved: number[] = [];
  readonly offerStart: Int32Array;
  readonly offerKind: number[] = [];
  readonly offerRow: number[] = [];
  readonly offerPrice: number[] = [];
  readonly kinds: OfferingKind[] = [];
  readonly reservations = new Map<string, number>();
  readonly #space: RequirementSpace;
  readonly #resources: ResourceSpace;
  readonly #labels: LabelRules;
  readonly #kindByText = new Map<string, number>();
  readonly #size: number;

  constructor(
    types: readonly PackerInstanceType[],
    space: RequirementSpace,
    resources: ResourceSpace,
    labels: LabelRules,
  ) {
    this.#space = space;
    this.#resources = resources;
    this.#labels = labels;
    this.#size = types.length;
    this.capacity = new Float64Array(resources.size * types.length);
    this.rowStart = new Int32Array(types.length + 1);
    this.offerStart = new Int32Array(types.length + 1);
    types.forEach((type, at) => {
      this.#addType(type, at);
    });
    this.rowStart[types.length] = this.rowAllocatable.length;
    this.offerStart[types.length] = this.offerKind.length;
  }

  columns(): Float64Array {
    const rows = this.rowAllocatable.length;
    const columns = new Float64Array(this.#resources.size * rows);
    this.rowAllocatable.forEach((own, row) => {
      own.forEach((amount, column) => {
        columns[column * rows + row] = amount;
      });
    });
    return columns;
  }

  #addType(type: PackerInstanceType, at: number): void {
    this.rowStart[at] = this.rowAllocatable.length;
    this.offerStart[at] = this.offerKind.length;
    for (const name in type.capacity) {
      const column = this.#resources.find(name);
      if (column === undefined) continue;
      this.capacity[column * this.#size + at] = this.#resources.amount(column, type.capacity[name] as string);
    }
    this.#addRow(type, undefined);
    const overrides = new Map<string, number>();
    for (const offering of type.offerings) {
      const kind = this.#kind(offering);
      this.#countReservation(kind, offering);
      if (!offering.available) continue;
      this.offerKind.push(kind);
      this.offerPrice.push(offering.price ?? Number.POSITIVE_INFINITY);
      this.offerRow.push(this.#rowOf(type, offering, at, overrides));
    }
  }

  #rowOf(
    type: PackerInstanceType,
    offering: PackerOffering,
    at: number,
    overrides: Map<string, number>,
  ): number {
    const { capacityOverride, overheadOverride } = offering;
    const first = this.rowStart[at] as number;
    const changesCapacity = capacityOverride !== undefined && Object.keys(capacityOverride).length > 0;
    if (!changesCapacity && overheadOverride === undefined) return first;
    const text = JSON.stringify([capacityOverride, overheadOverride]);
    let row = overrides.get(text);
    if (row === undefined) {
      row = this.rowAllocatable.length;
      this.#addRow(type, offering);
      overrides.set(text, row);
    }
    return row;
  }

  /** Capacity less overhead; what an override says is added to the type's own, as Karpenter 1.14.1 does. */
  #addRow(type: PackerInstanceType, override: PackerOffering | undefined): void {
    const allocatable = new Float64Array(this.#resources.size);
    const capacities = [type.capacity, override?.capacityOverride];
    const overheads = [...parts(type.overhead), ...parts(override?.overheadOverride)];
    let short = false;
    for (const list of capacities) {
      for (const name in list) {
        const column = this.#resources.find(name);
        if (column === undefined) continue;
        allocatable[column] = (allocatable[column] as number) + this.#resources.amount(column, list[name] as string);
      }
    }
    for (const list of overheads) {
      for (const name in list) {
        const column = this.#resources.find(name);
        const has = capacities.some((capacity) => capacity !== undefined && name in capacity);
        if (!has) continue;
        if (column === undefined) short ||= isShort(name, capacities, overheads);
        else
          allocatable[column] =
            (allocatable[column] as number) - this.#resources.amount(column, list[name] as string);
      }
    }
    this.#setHugePagesAside(allocatable, capacities);
    this.rowOverreserved.push(short || allocatable.some((amount) => amount < 0) ? 1 : 0);
    this.rowAllocatable.push(allocatable);
  }

  #setHugePagesAside(allocatable: Float64Array, capacities: readonly (ResourceList | undefined)[]): void {
    const memory = this.#resources.column('memory');
    for (const list of capacities) {
      for (const name in list) {
        if (!name.startsWith('hugepages-')) continue;
        const left = (allocatable[memory] as number) - this.#resources.amount(memory, list[name] as string);
        allocatable[memory] = Math.max(0, left);
      }
    }
  }

  #kind(offering: PackerOffering): number {
    const text = offering.requirements.map((one) => `${one.key}\t${inputText(one)}`).join('\n');
    let kind = this.#kindByText.get(text);
    if (kind === undefined) {
      kind = this.kinds.length;
      const set = Requirements.of(
        offering.requirements.map((one) => requirementOf(one, this.#labels.aliases)),
      );
      this.kinds.push({
        state: this.#space.intern(set),
        zone: anyValue(set, ZONE),
        capacityType: anyValue(set, CAPACITY_TYPE),
        reservationId: set.has(this.#labels.reservationId)
          ? anyValue(set, this.#labels.reservationId)
          : undefined,
      });
      this.#kindByText.set(text, kind);
    }
    return kind;
  }

  #countReservation(kind: number, offering: PackerOffering): void {
    const { capacityType, reservationId = '' } = this.kinds[kind] as OfferingKind;
    if (capacityType !== RESERVED) return;
    const count = offering.reservationCapacity ?? 0;
    this.reservations.set(reservationId, Math.min(count, this.reservations.get(reservationId) ?? count));
  }
}

function anyValue(set: Requirements, key: string): string {
  const [value = ''] = set.get(key).values;
  return value;
}

function parts(overhead: Overhead | undefined): readonly (ResourceList | undefined)[] {
  return overhead === undefined
    ? []
    : [overhead.kubeReserved, overhead.systemReserved, overhead.evictionThreshold];
}

/** For resources that nobody asks for: a type that has less than nothing of one is still out. */
function isShort(
  name: string,
  capacities: readonly (ResourceList | undefined)[],
  overheads: readonly (ResourceList | undefined)[],
): boolean {
  const sum = (lists: readonly (ResourceList | undefined)[]) =>
    lists.reduce((total, list) => total + nano(list?.[name]), 0n);
  return sum(capacities) < sum(overheads);
}

function nano(text: string | undefined): bigint {
  const read = text === undefined ? undefined : parseQuantity(text);
  return read?.ok === true ? read.quantity.nano : 0n;
}
