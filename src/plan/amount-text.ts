const NANO_PER_UNIT = 1_000_000_000n;
const NANO_PER_MILLI = 1_000_000n;

const UNITS = [
  ['Ti', 2n ** 40n],
  ['Gi', 2n ** 30n],
  ['Mi', 2n ** 20n],
  ['Ki', 2n ** 10n],
] as const;

/** An amount for people: `2.5` cores, `99.9Gi`, `3`. One decimal for bytes; never more than there is. */
export function amountText(resource: string, nano: bigint): string {
  if (nano < 0n) return `-${amountText(resource, -nano)}`;
  if (resource === 'cpu') return `${Number(nano / NANO_PER_MILLI) / 1000}`;
  const whole = nano / NANO_PER_UNIT;
  const isBytes = resource === 'memory' || resource.endsWith('storage') || resource.startsWith('hugepages-');
  const unit = isBytes ? UNITS.find(([, bytes]) => whole >= bytes) : undefined;
  if (unit === undefined) return `${whole}`;
  return `${Number((whole * 10n) / unit[1]) / 10}${unit[0]}`;
}
