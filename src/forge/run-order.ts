/** Which of two runs is newer: parts that count, the most significant first. */
export type RunOrder = readonly bigint[];

/** `17` or `17.2`: a run, and its attempt or job. Undefined if it is not of that form. */
export function readRunOrder(text: string): RunOrder | undefined {
  return /^\d{1,20}(\.\d{1,20}){0,3}$/.test(text) ? text.split('.').map(BigInt) : undefined;
}

export function writeRunOrder(order: RunOrder): string {
  return order.join('.');
}

/** Negative if `a` is older. Parts that are missing are 0. */
export function compareRunOrder(a: RunOrder, b: RunOrder): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const [one, other] = [a[i] ?? 0n, b[i] ?? 0n];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}
