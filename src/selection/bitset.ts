/** A set of small integers, one bit each. Widths are fixed: sets that meet belong to one universe. */
export type Bitset = Uint32Array;

const WORD = 32;

export function emptyBits(size: number): Bitset {
  return new Uint32Array(Math.ceil(size / WORD));
}

export function addBit(bits: Bitset, i: number): void {
  const word = i >>> 5;
  bits[word] = (bits[word] ?? 0) | (1 << (i & 31));
}

export function hasBit(bits: Bitset, i: number): boolean {
  return ((bits[i >>> 5] ?? 0) & (1 << (i & 31))) !== 0;
}

/** The items at the positions of the set, in order. */
export function pick<T>(items: readonly T[], bits: Bitset): T[] {
  const picked: T[] = [];
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const item = items[word * WORD + 31 - Math.clz32(rest & -rest)];
      if (item !== undefined) picked.push(item);
    }
  }
  return picked;
}

/** `target &= other` */
export function keepCommon(target: Bitset, other: Bitset): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) & (other[i] ?? 0);
}

/** `target |= other` */
export function addAll(target: Bitset, other: Bitset): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) | (other[i] ?? 0);
}

/** `target &= ~other` */
export function removeAll(target: Bitset, other: Bitset): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) & ~(other[i] ?? 0);
}

export function countBits(bits: Bitset): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) count += popCount(bits[i] ?? 0);
  return count;
}

/** Whether the two have a member in common. */
export function meet(a: Bitset, b: Bitset): boolean {
  for (let i = 0; i < a.length; i++) if (((a[i] ?? 0) & (b[i] ?? 0)) !== 0) return true;
  return false;
}

export function countCommon(a: Bitset, b: Bitset): number {
  let count = 0;
  for (let i = 0; i < a.length; i++) count += popCount((a[i] ?? 0) & (b[i] ?? 0));
  return count;
}

/** Hacker's Delight, figure 5-2. */
function popCount(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  count = (count + (count >>> 4)) & 0x0f0f0f0f;
  return Math.imul(count, 0x01010101) >>> 24;
}
