import { hasBit, type Bitset, addBit, emptyBits } from '../../selection/bitset.ts';
import type { Template } from '../karpenter/template.ts';

/**
 * Instance types with their amounts, as far as they are still in question. Where offerings override capacity a type has
 * several rows, and one that can be had must hold everything.
 */
export class Rows {
  readonly #template: Template;
  /** Type of each row still in question. */
  readonly #alive = new Map<number, number>();

  /** With `kinds`, only rows of offerings that meet the requirements. */
  constructor(template: Template, types: Bitset, kinds: Uint8Array | undefined) {
    this.#template = template;
    const { table } = template;
    for (let type = 0; type < table.size; type++) {
      if (!hasBit(types, type)) continue;
      const end = table.offerStart[type + 1] as number;
      for (let offer = table.offerStart[type] as number; offer < end; offer++) {
        if (kinds !== undefined && kinds[table.offerKind[offer] as number] !== 1) continue;
        this.#alive.set(table.offerRow[offer] as number, type);
      }
    }
  }

  /** Whether daemons, or what is set aside, leave less than nothing of some type. */
  get hasCrowded(): boolean {
    return [...this.#alive.keys()].some((row) => this.#isCrowded(row));
  }

  keepCapable(): void {
    for (const row of this.#alive.keys()) if (this.#isCrowded(row)) this.#alive.delete(row);
  }

  keepRoomy(column: number, need: number): void {
    for (const row of this.#alive.keys()) if (this.#usable(column, row) < need) this.#alive.delete(row);
  }

  /** The first type with the most of a resource for pods. */
  roomiest(column: number): { readonly type: number; readonly usable: number } | undefined {
    let best: { readonly type: number; readonly usable: number } | undefined;
    for (const [row, type] of this.#alive) {
      const usable = this.#usable(column, row);
      if (best === undefined || usable > best.usable) best = { type, usable };
    }
    return best;
  }

  types(): Bitset {
    const types = emptyBits(this.#template.table.size);
    for (const type of this.#alive.values()) addBit(types, type);
    return types;
  }

  #usable(column: number, row: number): number {
    const { table, usable } = this.#template;
    return usable[column * table.rows + row] as number;
  }

  #isCrowded(row: number): boolean {
    const { table, usable } = this.#template;
    if (table.overreserved[row] === 1) return true;
    const columns = usable.length / table.rows;
    for (let column = 0; column < columns; column++) {
      if ((usable[column * table.rows + row] as number) < 0) return true;
    }
    return false;
  }
}
