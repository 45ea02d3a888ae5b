/** The value that most agree on; of several the first. Undefined for none. */
export function commonest(values: readonly bigint[]): bigint | undefined {
  const counts = new Map<bigint, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: bigint | undefined;
  for (const [value, count] of counts) if (count > (counts.get(best ?? -1n) ?? 0)) best = value;
  return best;
}
