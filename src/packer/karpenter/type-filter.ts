import { hasBit, type Bitset, emptyBits, keepCommon, removeAll } from '../../selection/bitset.ts';
import type { FailureCode } from './decision.ts';
import type { FitMasks } from './fit-masks.ts';
import type { Shape } from './pod-class.ts';
import type { RequirementState } from './requirement-space.ts';
import type { DaemonGroup, Template } from './template.ts';

/** What a pod would meet on a claim. */
export interface FilterInput {
  readonly template: Template;
  /** Types to choose from. */
  readonly types: Bitset;
  /** What the claim's pods ask for already, by column. */
  readonly total: Float64Array;
  readonly shape: Shape;
  readonly state: RequirementState;
  /** Daemon groups whose host ports clash with the pod's, if any. */
  readonly blocked: ReadonlySet<number> | undefined;
}

/**
 * Finds the types that meet the requirements, have an offering, and hold all the pods. One instance serves a whole run: its
 * results stay valid until the next call.
 */
export class TypeFilter {
  /** The types that were left. */
  types: Bitset = emptyBits(0);
  readonly #need: Float64Array;
  readonly #columns: number;
  readonly #asked: readonly number[];

  /** Only columns of which any pod wants something are ever compared with a need; daemons are taken off beforehand. */
  constructor(columns: number, asked: readonly number[]) {
    this.#columns = columns;
    this.#asked = asked;
    this.#need = new Float64Array(columns);
  }

  /** Returns whether any type is left. */
  run(input: FilterInput): boolean {
    const { template, types, blocked } = input;
    const { masks, table } = template;
    const admitted = table.admitted(input.state);
    this.#sumUp(input);
    if (this.types.length !== types.length) this.types = new Uint32Array(types.length);
    const left = this.types;
    for (let word = 0; word < left.length; word++) {
      left[word] =
        (types[word] as number) & (admitted.types[word] as number) & (template.capable[word] as number);
    }
    if (masks === undefined) this.#keepFitting(template, admitted.kinds);
    else this.#keepRoomy(masks);
    for (const group of blocked ?? []) removeAll(left, (template.groups[group] as DaemonGroup).types);
    for (let word = 0; word < left.length; word++) if (left[word] !== 0) return true;
    return false;
  }

  /** Whether any type at all holds the pods, requirements aside: if not, none ever will. */
  anyFits(input: FilterInput): boolean {
    const { template, types } = input;
    const { masks, table } = template;
    this.#sumUp(input);
    if (masks !== undefined) {
      this.types.set(types);
      keepCommon(this.types, template.capable);
      this.#keepRoomy(masks);
      return this.types.some((word) => word !== 0);
    }
    for (let type = 0; type < table.size; type++) {
      if (!hasBit(types, type)) continue;
      const end = table.rowStart[type + 1] as number;
      for (let row = table.rowStart[type] as number; row < end; row++) {
        if (this.#rowFits(template, row)) return true;
      }
    }
    return false;
  }

  /** The most that any type left over has to spare of each resource, or more; written to `spare` from `at` on. */
  writeSpare(template: Template, spare: Float64Array, at: number): void {
    const { masks } = template;
    for (const column of this.#asked) {
      spare[at + column] =
        masks === undefined
          ? Number.POSITIVE_INFINITY
          : masks.most(column, this.types) - (this.#need[column] as number);
    }
  }

  #sumUp({ total, shape }: FilterInput): void {
    const need = this.#need;
    for (const column of this.#asked) {
      need[column] = (total[column] as number) + (shape.amounts[column] as number);
    }
  }

  #keepRoomy(masks: FitMasks): void {
    for (const column of this.#asked) {
      const need = this.#need[column] as number;
      if (need > 0) keepCommon(this.types, masks.atLeast(column, need));
    }
  }

  /** Capacity may differ between a type's offerings: one that meets the requirements must hold the pods. */
  #keepFitting(template: Template, kinds: Uint8Array): void {
    for (let type = 0; type < template.table.size; type++) {
      if (hasBit(this.types, type) && !this.#typeFits(template, type, kinds)) {
        const word = type >>> 5;
        this.types[word] = (this.types[word] as number) & ~(1 << (type & 31));
      }
    }
  }

  #typeFits(template: Template, type: number, kinds: Uint8Array): boolean {
    const { table } = template;
    const end = table.offerStart[type + 1] as number;
    for (let offer = table.offerStart[type] as number; offer < end; offer++) {
      if (kinds[table.offerKind[offer] as number] !== 1) continue;
      if (this.#rowFits(template, table.offerRow[offer] as number)) return true;
    }
    return false;
  }

  #rowFits({ usable, table }: Template, row: number): boolean {
    if (table.overreserved[row] === 1) return false;
    for (let column = 0; column < this.#columns; column++) {
      if ((this.#need[column] as number) > (usable[column * table.rows + row] as number)) return false;
    }
    return true;
  }

  /** Why no type was left, told apart as Karpenter's message does (spec of its InstanceTypeFilterError). */
  reason(input: FilterInput): FailureCode {
    const { template, types, blocked } = input;
    const { table } = template;
    const admitted = table.admitted(input.state);
    this.#sumUp(input);
    const met = { compatible: false, fits: false, offering: false, fitsAndOffering: false };
    for (let type = 0; type < table.size; type++) {
      if (!hasBit(types, type)) continue;
      if (blocked !== undefined && blocked.has(template.groupOf[type] as number)) continue;
      const compatible = hasBit(admitted.compatible, type);
      const fits = this.#typeFits(template, type, admitted.kinds);
      met.compatible ||= compatible;
      met.fits ||= fits;
      met.offering ||= fits || hasOffering(template, type, admitted.kinds);
      met.fitsAndOffering ||= fits && !compatible;
    }
    if (!met.compatible && !met.fits) return met.offering ? 'filter:req+fits' : 'filter:none';
    if (!met.fits && !met.offering) return 'filter:fits+offering';
    if (!met.compatible) return 'filter:req';
    return met.fits ? 'filter:fits+offering-vs-req' : 'filter:fits';
  }
}

function hasOffering({ table }: Template, type: number, kinds: Uint8Array): boolean {
  const end = table.offerStart[type + 1] as number;
  for (let offer = table.offerStart[type] as number; offer < end; offer++) {
    if (kinds[table.offerKind[offer] as number] === 1) return true;
  }
  return false;
}
