/** From 0 to below 1. */
export type Random = () => number;

/**
 * The room's own dice: mulberry32, a 32-bit counter and a mixing of its bits. The same seed throws the same numbers on every
 * machine. Nothing here needs more than that.
 */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 to below `end`. */
export function below(random: Random, end: number): number {
  return Math.floor(random() * end);
}

/** In any order (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = below(random, i + 1);
    const item = order[i] as T;
    order[i] = order[j] as T;
    order[j] = item;
  }
  return order;
}
