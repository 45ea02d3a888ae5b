const NANO_PER_MILLI = 1_000_000n;
const NANO_PER_UNIT = 1_000_000_000n;
const KI = 1024n;
const MI = KI * KI;
const GI = MI * KI;

/** The quantity that people would write for a request of at most this much; undefined where nothing is left of it. */
export function requestAtMost(resource: string, nano: bigint): string | undefined {
  const step = requestStepNano(resource, nano);
  const floor = (nano / step) * step;
  return floor <= 0n ? undefined : quantityText(resource, floor);
}

/** How far apart the quantities are that people would write for a request near an amount. */
export function requestStepNano(resource: string, nano: bigint): bigint {
  if (resource === 'cpu') {
    const milli = nano / NANO_PER_MILLI;
    const step = milli >= 4000n ? 100n : milli >= 1000n ? 50n : milli >= 100n ? 10n : 1n;
    return step * NANO_PER_MILLI;
  }
  if (!isBytes(resource)) return NANO_PER_UNIT;
  const whole = nano / NANO_PER_UNIT;
  const step = whole >= 8n * GI ? GI / 4n : whole >= GI ? 32n * MI : whole >= 32n * MI ? MI : 1n;
  return step * NANO_PER_UNIT;
}

/** The quantities that people would write for a limit: the size of a step near an amount. */
export function limitStepNano(resource: string, nano: bigint): bigint {
  if (resource === 'cpu') return stepOf(nano / NANO_PER_UNIT) * NANO_PER_UNIT;
  if (!isBytes(resource)) return NANO_PER_UNIT;
  return stepOf(nano / NANO_PER_UNIT / GI) * GI * NANO_PER_UNIT;
}

export function quantityText(resource: string, nano: bigint): string {
  if (resource === 'cpu') return cpuText(nano / NANO_PER_MILLI) ?? '0';
  const whole = nano / NANO_PER_UNIT;
  return (isBytes(resource) ? bytesText(whole) : undefined) ?? `${whole}`;
}

/** 7 of a small number, 105 of a hundred, 1,050 of a thousand. */
function stepOf(amount: bigint): bigint {
  if (amount < 50n) return 1n;
  if (amount < 200n) return 5n;
  let step = 10n;
  while (amount >= step * 100n) step *= 10n;
  return amount >= step * 50n ? step * 5n : step;
}

function isBytes(resource: string): boolean {
  return resource === 'memory' || resource.endsWith('storage') || resource.startsWith('hugepages-');
}

function cpuText(milli: bigint): string | undefined {
  if (milli <= 0n) return undefined;
  return milli % 1000n === 0n ? `${milli / 1000n}` : `${milli}m`;
}

function bytesText(bytes: bigint): string | undefined {
  if (bytes <= 0n) return undefined;
  if (bytes % GI === 0n) return `${bytes / GI}Gi`;
  if (bytes % MI === 0n) return `${bytes / MI}Mi`;
  return bytes % KI === 0n ? `${bytes / KI}Ki` : `${bytes}`;
}
