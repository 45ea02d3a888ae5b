import type { JsonValue } from '../../../diagnostics/json-value.ts';

const SHORT_ESCAPES: ReadonlyMap<number, string> = new Map([
  [7, '\\a'],
  [8, '\\b'],
  [9, '\\t'],
  [10, '\\n'],
  [11, '\\v'],
  [12, '\\f'],
  [13, '\\r'],
  [0x22, '\\"'],
  [0x5c, '\\\\'],
]);
const UNPRINTED = /[\p{C}\p{Z}]/u;

/** A text as Go's `%q` writes it. */
export function goQuote(text: string): string {
  const plain = /^[ !#-[\]-~]*$/.test(text);
  return `"${plain ? text : [...text].map(quotedCharacter).join('')}"`;
}

function quotedCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const short = SHORT_ESCAPES.get(code);
  if (short !== undefined) return short;
  if (character === ' ' || !UNPRINTED.test(character)) return character;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

const MAX_INT64 = 2 ** 63;

/** Whether a number is one that Go reads as an integer of 64 bits. */
export function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -MAX_INT64 && value < MAX_INT64;
}

/** A number of an object as Go's `%v` writes it. */
export function goNumber(value: number): string {
  return isInt64(value) ? String(BigInt(value)) : goDouble(value);
}

/** A floating-point number as Go's `%v` writes it: with an exponent below 1e-04 and from 1e+06 on. */
export function goDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  const size = Math.abs(value);
  if (size === 0) return Object.is(value, -0) ? '-0' : '0';
  if (size >= 1e-4 && size < 1e6) return String(value);
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const sign = exponent.startsWith('-') ? '-' : '+';
  return `${mantissa}e${sign}${exponent.replace(/^[+-]/, '').padStart(2, '0')}`;
}

/** A value as the API server repeats it in a refusal. */
export function badValue(value: JsonValue): string {
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number') return goNumber(value);
  return JSON.stringify(value);
}

/** Characters as Go counts them: code points, not UTF-16 units. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const high = text.charCodeAt(index);
    if (high >= 0xd800 && high < 0xdc00 && isLow(text.charCodeAt(index + 1))) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
