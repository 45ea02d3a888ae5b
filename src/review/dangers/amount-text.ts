import { formatQuantity } from '../../kubernetes/quantity.ts';

const BYTES: ReadonlySet<string> = new Set(['memory', 'ephemeral-storage']);

const MIB_NANO = 1024n * 1024n * 10n ** 9n;

/** As people write it: `72`, `288Gi`. Bytes are rounded up to Mi. */
export function amountText(resource: string, nano: bigint): string {
  if (!BYTES.has(resource)) return formatQuantity({ nano, format: 'DecimalSI' });
  return formatQuantity({ nano: ((nano + MIB_NANO - 1n) / MIB_NANO) * MIB_NANO, format: 'BinarySI' });
}
