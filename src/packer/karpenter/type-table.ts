import type { ResourceList } from '../../kubernetes/api/pod.ts';
import { parseQuantity } from '../../kubernetes/quantity.ts';
import {
  type Requirement,
  type RequirementInput,
  requirementOf,
} from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import { addAll, type Bitset, addBit, emptyBits, keepCommon } from '../../selection/bitset.ts';
import { CAPACITY_TYPE, RESERVED, ZONE } from './core-labels.ts';
import { FitMasks } from './fit-masks.ts';
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
  readonly #space: RequirementSpace;
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
    this.#space = space;
    const builder = new TableBuilder(types, space, resources, labels);
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

const HUGE_PAGES = 'hugepages-';

function overrides({ capacityOverride, overheadOverride }: PackerOffering): boolean {
  return (
    overheadOverride !== undefined ||
    (capacityOverride !== undefined && Object.keys(capacityOverride).length > 0)
  );
}

function sameRequirements(a: readonly RequirementInput[], b: readonly RequirementInput[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) {
    const one = a[at] as RequirementInput;
    const other = b[at] as RequirementInput;
    if (one.key !== other.key || !sameRequirement(one, other)) return false;
  }
  return true;
}

/** Of the same key, word for word. */
function sameRequirement(a: RequirementInput, b: RequirementInput): boolean {
  if (a.operator !== b.operator) return false;
  const values = a.values ?? NO_TEXTS;
  const others = b.values ?? NO_TEXTS;
  if (values.length !== others.length) return false;
  for (let i = 0; i < values.length; i++) if (values[i] !== others[i]) return false;
  return true;
}

const NO_TEXTS: readonly string[] = [];

function inputText({ operator, values }: RequirementInput): string {
  if (values === undefined || values.length === 0) return operator;
  return values.length === 1 ? `${operator}\t${values[0]}` : `${operator}\t${values.join('\t')}`;
}

class TableBuilder {
  readonly capacity: Float64Array;
  /** How many rows there are at most; the stride of `allocatable`. */
  readonly rows: number;
  readonly rowStart: Int32Array;
  readonly allocatable: Float64Array;
  readonly overreserved: Uint8Array;
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
  /** By kind: the requirements of one offering. */
  readonly #samples: (readonly RequirementInput[])[] = [];
  readonly #guesses: number[] = [];
  readonly #size: number;
  #nextRow = 0;

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
    this.rows = types.reduce((rows, type) => rows + type.offerings.filter(overrides).length, types.length);
    this.capacity = new Float64Array(resources.size * types.length);
    this.allocatable = new Float64Array(resources.size * this.rows);
    this.overreserved = new Uint8Array(this.rows);
    this.rowStart = new Int32Array(types.length + 1);
    this.offerStart = new Int32Array(types.length + 1);
    for (let at = 0; at < types.length; at++) this.#addType(types[at] as PackerInstanceType, at);
    this.rowStart[types.length] = this.#nextRow;
    this.offerStart[types.length] = this.offerKind.length;
  }

  #addType(type: PackerInstanceType, at: number): void {
    this.rowStart[at] = this.#nextRow;
    this.offerStart[at] = this.offerKind.length;
    const first = this.#addRow(type, undefined);
    for (const name in type.capacity) {
      const column = this.#resources.find(name);
      if (column === undefined) continue;
      this.capacity[column * this.#size + at] = this.#resources.amount(column, type.capacity[name] as string);
    }
    let rowByOverride: Map<string, number> | undefined;
    for (const [position, offering] of type.offerings.entries()) {
      const kind = this.#guessKind(position, offering);
      this.#countReservation(kind, offering);
      if (!offering.available) continue;
      let row = first;
      if (overrides(offering)) {
        rowByOverride ??= new Map();
        const text = JSON.stringify([offering.capacityOverride, offering.overheadOverride]);
        row = rowByOverride.get(text) ?? this.#addRow(type, offering);
        rowByOverride.set(text, row);
      }
      this.offerKind.push(kind);
      this.offerPrice.push(offering.price ?? Number.POSITIVE_INFINITY);
      this.offerRow.push(row);
    }
  }

  /** Capacity less overhead; what an override says is added to the type's own, as Karpenter 1.14.1 does. */
  #addRow(type: PackerInstanceType, override: PackerOffering | undefined): number {
    const row = this.#nextRow++;
    let huge = this.#addCapacity(row, type.capacity);
    if (override?.capacityOverride !== undefined) {
      huge = this.#addCapacity(row, override.capacityOverride) || huge;
    }
    const capacities = [type.capacity, override?.capacityOverride];
    const overheads = [type.overhead, override?.overheadOverride];
    let short = false;
    for (const overhead of overheads) {
      if (overhead === undefined) continue;
      short = this.#subtract(row, overhead.kubeReserved, capacities, overheads) || short;
      short = this.#subtract(row, overhead.systemReserved, capacities, overheads) || short;
      short = this.#subtract(row, overhead.evictionThreshold, capacities, overheads) || short;
    }
    if (huge) this.#setHugePagesAside(row, capacities);
    for (let column = 0; column < this.#resources.size; column++) {
      if ((this.allocatable[column * this.rows + row] as number) < 0) short = true;
    }
    this.overreserved[row] = short ? 1 : 0;
    return row;
  }

  /** Returns whether there are huge pages among it. */
  #addCapacity(row: number, capacity: ResourceList): boolean {
    let huge = false;
    for (const name in capacity) {
      huge ||= name.startsWith(HUGE_PAGES);
      const column = this.#resources.find(name);
      if (column === undefined) continue;
      const at = column * this.rows + row;
      this.allocatable[at] =
        (this.allocatable[at] as number) + this.#resources.amount(column, capacity[name] as string);
    }
    return huge;
  }

  /** Only from what the type has. Returns whether it has less than nothing of something that nobody asks for. */
  #subtract(
    row: number,
    list: ResourceList | undefined,
    capacities: readonly (ResourceList | undefined)[],
    overheads: readonly (Overhead | undefined)[],
  ): boolean {
    let short = false;
    const [own, override] = capacities;
    for (const name in list) {
      if (own?.[name] === undefined && override?.[name] === undefined) continue;
      const column = this.#resources.find(name);
      if (column === undefined) {
        short ||= isShort(name, capacities, overheads.flatMap(parts));
        continue;
      }
      const at = column * this.rows + row;
      this.allocatable[at] =
        (this.allocatable[at] as number) - this.#resources.amount(column, list[name] as string);
    }
    return short;
  }

  #setHugePagesAside(row: number, capacities: readonly (ResourceList | undefined)[]): void {
    const memory = this.#resources.column('memory');
    const at = memory * this.rows + row;
    for (const list of capacities) {
      for (const name in list) {
        if (!name.startsWith(HUGE_PAGES)) continue;
        const left = (this.allocatable[at] as number) - this.#resources.amount(memory, list[name] as string);
        this.allocatable[at] = Math.max(0, left);
      }
    }
  }

  /** Types list their offerings in much the same order: mostly one is of the same kind as its predecessor's at that place. */
  #guessKind(position: number, offering: PackerOffering): number {
    const guess = this.#guesses[position];
    const sample = guess === undefined ? undefined : this.#samples[guess];
    if (guess !== undefined && sample !== undefined && sameRequirements(sample, offering.requirements)) {
      return guess;
    }
    const kind = this.#kind(offering);
    this.#samples[kind] ??= offering.requirements;
    this.#guesses[position] = kind;
    return kind;
  }

  #kind(offering: PackerOffering): number {
    let text = '';
    for (const one of offering.requirements) text += `${one.key}\t${inputText(one)}\n`;
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
