const SPECIAL: ReadonlyMap<string, number> = new Map([
  ['inf', Infinity],
  ['infinity', Infinity],
]);

const DIGITS = '[0-9](?:_?[0-9])*';
const HEX_DIGITS = '_?[0-9a-f](?:_?[0-9a-f])*';
const DECIMAL = new RegExp(`^(?:${DIGITS}\\.?|${DIGITS}\\.${DIGITS}|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`);
const HEX = new RegExp(
  `^0x(?:(${HEX_DIGITS})\\.?|(${HEX_DIGITS})\\.([0-9a-f](?:_?[0-9a-f])*)|\\.([0-9a-f](?:_?[0-9a-f])*))p([+-]?${DIGITS})$`,
);
const MAX_TEXT = 200;

/**
 * Reads a floating-point number as Go's `strconv.ParseFloat(text, 64)` does, infinities and `nan` included; undefined
 * where it fails. Of hexadecimal numbers, those of up to 52 bits.
 */
export function readFloat(text: string): number | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const lower = text.toLowerCase();
  if (lower === 'nan') return Number.NaN;
  const sign = lower.startsWith('-') ? -1 : 1;
  const unsigned = lower.replace(/^[+-]/, '');
  const special = SPECIAL.get(unsigned);
  if (special !== undefined) return sign * special;
  const value = DECIMAL.test(unsigned) ? Number(unsigned.replaceAll('_', '')) : hexadecimal(unsigned);
  // Go reports a number that is too large as an error.
  return value === undefined || !Number.isFinite(value) ? undefined : sign * value;
}

function hexadecimal(text: string): number | undefined {
  const match = HEX.exec(text);
  if (match === null) return undefined;
  const [, integer, whole = integer ?? '', fraction = match[4] ?? '', , exponent = ''] = match;
  const plain = (digits: string) => digits.replaceAll('_', '');
  const digits = plain(whole) + plain(fraction);
  const significant = digits.replace(/^0+/, '');
  if (significant.length > 13) return undefined;
  const value = significant === '' ? 0 : Number.parseInt(significant, 16);
  return value * 2 ** (Number(plain(exponent)) - 4 * plain(fraction).length);
}
