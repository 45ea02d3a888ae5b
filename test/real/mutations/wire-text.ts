import type { JsonValue } from '../../../src/diagnostics/json-value.ts';

const MARK = '#big#';

/** JSON with every digit of big whole numbers: JSON.stringify rounds 9223372036854775808 to a shorter text of the same double. */
export function wireText(value: JsonValue): string {
  const text = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'number' &&
    Number.isInteger(inner) &&
    !Number.isSafeInteger(inner) &&
    Math.abs(inner) < 1e20
      ? `${MARK}${BigInt(inner)}${MARK}`
      : inner,
  );
  return text.replaceAll(new RegExp(`"${MARK}(-?\\d+)${MARK}"`, 'g'), '$1');
}
