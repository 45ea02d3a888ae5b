import type { ResourceList } from '../../kubernetes/api/pod.ts';
import { nanoOf } from '../../kubernetes/quantity.ts';
import { type RequirementInput, requirementOf } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import { CAPACITY_TYPE, RESERVED, ZONE } from './core-labels.ts';
import type { LabelRules, Overhead, PackerInstanceType, PackerOffering } from './problem.ts';
import type { RequirementSpace, RequirementState } from './requirement-space.ts';
import type { ResourceSpace } from './resource-space.ts';
import { inputText, sameRequirement } from './same-requirement.ts';

/** Offerings that differ in price and type only: one per zone, capacity type and reservation. */
export interface OfferingKind {
  readonly state: RequirementState;
  readonly zone: string;
  readonly capacityType: string;
  readonly reservationId: string | undefined;
}

/** Capacity, allocatable and offerings of a list of types as columns of numbers. */
export class TypeColumns {
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
    lists.reduce((total, list) => total + nanoOf(list?.[name] ?? '0'), 0n);
  return sum(capacities) < sum(overheads);
}
