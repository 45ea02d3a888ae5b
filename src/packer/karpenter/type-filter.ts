import { type Bitset, emptyBits } from '../../selection/bitset.ts';
import type { FailureCode } from './decision.ts';
import type { Shape } from './pod-class.ts';
import type { RequirementState } from './requirement-space.ts';
import type { Template } from './template.ts';

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
  /** By column: the most that any type left over has to spare. */
  readonly spare: Float64Array;
  readonly #need: Float64Array;
  readonly #columns: number;

  constructor(columns: number) {
    this.#columns = columns;
    this.#need = new Float64Array(columns);
    this.spare = new Float64Array(columns);
  }

  /** Returns whether any type is left. */
  run(input: FilterInput): boolean {
    const { template, types, state, blocked } = input;
    const { table } = template;
    const admitted = table.admitted(state);
    this.#sumUp(input);
    this.spare.fill(Number.NEGATIVE_INFINITY);
    if (this.types.length !== types.length) this.types = new Uint32Array(types.length);
    const simple = table.rows === table.size;
    let any = false;
    for (let word = 0; word < types.length; word++) {
      let left = (types[word] as number) & (admitted.types[word] as number);
      let kept = 0;
      for (; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const type = word * 32 + bit;
        if (blocked !== undefined && blocked.has(template.groupOf[type] as number)) continue;
        if (simple ? this.#rowFits(template, type) : this.#typeFits(template, type, admitted.kinds)) {
          kept |= 1 << bit;
        }
      }
      this.types[word] = kept;
      if (kept !== 0) any = true;
    }
    return any;
  }

  /** Whether any type at all holds the pods, requirements aside: if not, none ever will. */
  anyFits(input: FilterInput): boolean {
    const { template, types } = input;
    const { table } = template;
    this.#sumUp(input);
    for (let type = 0; type < table.size; type++) {
      if (((types[type >>> 5] as number) & (1 << (type & 31))) === 0) continue;
      const end = table.rowStart[type + 1] as number;
      for (let row = table.rowStart[type] as number; row < end; row++) {
        if (this.#rowFits(template, row)) return true;
      }
    }
    return false;
  }

  #sumUp({ total, shape }: FilterInput): void {
    const need = this.#need;
    for (let column = 0; column < this.#columns; column++) {
      need[column] = (total[column] as number) + (shape.amounts[column] as number);
    }
  }

  #rowFits(template: Template, row: number): boolean {
    const { usable, table } = template;
    const { rows } = table;
    const need = this.#need;
    const columns = this.#columns;
    if (table.overreserved[row] === 1) return false;
    for (let column = 0, at = row; column < columns; column++, at += rows) {
      if ((need[column] as number) > (usable[at] as number)) return false;
    }
    const { spare } = this;
    for (let column = 0, at = row; column < columns; column++, at += rows) {
      const left = (usable[at] as number) - (need[column] as number);
      if (left > (spare[column] as number)) spare[column] = left;
    }
    return true;
  }

  /** Capacity may differ between a type's offerings: one that meets the requirements must hold the pods. */
  #typeFits(template: Template, type: number, kinds: Uint8Array): boolean {
    const { table } = template;
    const end = table.offerStart[type + 1] as number;
    let fits = false;
    for (let offer = table.offerStart[type] as number; offer < end; offer++) {
      if (kinds[table.offerKind[offer] as number] !== 1) continue;
      if (this.#rowFits(template, table.offerRow[offer] as number)) fits = true;
    }
    return fits;
  }

  /** Why no type was left, told apart as Karpenter's message does (spec of its InstanceTypeFilterError). */
  reason(input: FilterInput): FailureCode {
    const { template, types, blocked } = input;
    const { table } = template;
    const admitted = table.admitted(input.state);
    this.#sumUp(input);
    const met = { compatible: false, fits: false, offering: false, fitsAndOffering: false };
    for (let type = 0; type < table.size; type++) {
      const bit = 1 << (type & 31);
      if (((types[type >>> 5] as number) & bit) === 0) continue;
      if (blocked !== undefined && blocked.has(template.groupOf[type] as number)) continue;
      const compatible = ((admitted.compatible[type >>> 5] as number) & bit) !== 0;
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
