import type { ASTNode } from '@marcbachmann/cel-js';
import type { CelValue } from './values.ts';

/** The values of an evaluation by slot: self, oldSelf, then the variables of macros. */
export type Frame = CelValue[];
export type Run = (frame: Frame) => CelValue;
/** Compiles a part of the expression; macros get it to compile their parts. */
export type Compile = (node: ASTNode, scope: Scope) => Run;

/** Why an expression cannot be asked. */
export class CompileProblem extends Error {}

const SELF = new Map([
  ['self', 0],
  ['oldSelf', 1],
]);

/** Which names mean which slot, at a place of an expression. */
export class Scope {
  private readonly slots: ReadonlyMap<string, number>;
  private readonly used: { slots: number; oldSelf: boolean };

  constructor(slots: ReadonlyMap<string, number> = SELF, used = { slots: SELF.size, oldSelf: false }) {
    this.slots = slots;
    this.used = used;
  }

  get usesOldSelf(): boolean {
    return this.used.oldSelf;
  }

  has(name: string): boolean {
    return this.slots.has(name);
  }

  /** The slot of a name that is read here. */
  read(name: string): number | undefined {
    const slot = this.slots.get(name);
    if (slot === 1) this.used.oldSelf = true;
    return slot;
  }

  /** A scope with one more name, and its slot. */
  with(name: string): readonly [Scope, number] {
    const slot = this.used.slots;
    this.used.slots += 1;
    return [new Scope(new Map([...this.slots, [name, slot]]), this.used), slot];
  }
}
