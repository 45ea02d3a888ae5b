import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InFlightOrder } from '../../src/packer/karpenter/in-flight-order.ts';
import { sortSlice } from '../../src/packer/karpenter/sort-slice.ts';

/** The same order by sorting the whole array every time, as Karpenter does. */
class Plain {
  readonly order: number[] = [];
  readonly #pods: number[] = [];

  open(): void {
    this.order.push(this.#pods.length);
    this.#pods.push(1);
  }

  added(position: number): void {
    const claim = this.order[position] ?? 0;
    this.#pods[claim] = (this.#pods[claim] ?? 0) + 1;
  }

  sort(): void {
    const array = Int32Array.from(this.order);
    sortSlice(array, array.length, Float64Array.from(this.#pods));
    this.order.splice(0, this.order.length, ...array);
  }
}

describe('InFlightOrder', () => {
  it('leaves every claim where a full sort before each scan leaves it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ open: fc.nat({ max: 9 }), at: fc.double({ min: 0, max: 1, noNaN: true }) }), {
          minLength: 1,
          maxLength: 400,
        }),
        fc.integer({ min: 0, max: 9 }),
        (steps, opening) => {
          const fast = new InFlightOrder();
          const plain = new Plain();
          for (const { open, at } of steps) {
            fast.sort();
            plain.sort();
            // Mostly early positions, as a first fit has it, but any now and then.
            const position = Math.floor(at * at * plain.order.length);
            if (open <= opening || plain.order.length === 0) {
              fast.open();
              plain.open();
            } else {
              fast.added(position);
              plain.added(position);
            }
            expect(Array.from(fast.order.subarray(0, fast.size))).toEqual(plain.order);
          }
        },
      ),
      { numRuns: 200, seed: 20_261_121 },
    );
  });

  it('holds for hundreds of claims, where most sorts are a single move', () => {
    const fast = new InFlightOrder();
    const plain = new Plain();
    let state = 7;
    for (let step = 0; step < 3000; step++) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      fast.sort();
      plain.sort();
      expect(Array.from(fast.order.subarray(0, fast.size))).toEqual(plain.order);
      if (plain.order.length < 40 || state % 7 === 0) {
        fast.open();
        plain.open();
      } else {
        const position = state % plain.order.length;
        fast.added(position);
        plain.added(position);
      }
    }
    expect(plain.order.length).toBeGreaterThan(300);
  });
});
