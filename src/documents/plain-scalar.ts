const INTEGER = /^[-+]?[0-9]+$/;
const OCTAL = /^0o[0-7]+$/;
const HEXADECIMAL = /^0x[0-9a-fA-F]+$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;

/** More digits than this are read as a float: exact integers of that size have no use and cost quadratic time. */
const EXACT_DIGITS_MAX = 400;

/** What the YAML 1.2 core schema makes of an unquoted scalar. */
export function readPlainScalar(text: string): string | number | bigint | boolean | null {
  // Most scalars are words; their first character already rules out everything else.
  switch (text.charCodeAt(0)) {
    case 0x7e: // ~
    case 0x6e: // n
    case 0x4e: // N
      return text === '~' || text === 'null' || text === 'Null' || text === 'NULL' ? null : text;
    case 0x74: // t
    case 0x54: // T
      return text === 'true' || text === 'True' || text === 'TRUE' ? true : text;
    case 0x66: // f
    case 0x46: // F
      return text === 'false' || text === 'False' || text === 'FALSE' ? false : text;
    case 0x2b: // +
    case 0x2d: // -
    case 0x2e: // .
    case 0x30:
    case 0x31:
    case 0x32:
    case 0x33:
    case 0x34:
    case 0x35:
    case 0x36:
    case 0x37:
    case 0x38:
    case 0x39:
      return readNumber(text) ?? text;
    default:
      return text === '' ? null : text;
  }
}

function readNumber(text: string): number | bigint | undefined {
  if (INTEGER.test(text)) return readInteger(text);
  if (OCTAL.test(text) || HEXADECIMAL.test(text)) return readInteger(text);
  // Adding zero turns -0 into 0, which JSON cannot tell apart.
  if (FLOAT.test(text)) return Number(text) + 0;
  if (INFINITE.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return NOT_A_NUMBER.test(text) ? Number.NaN : undefined;
}

function readInteger(text: string): number | bigint {
  const number = Number(text) + 0;
  if (Number.isSafeInteger(number) || text.length > EXACT_DIGITS_MAX) return number;
  if (text.startsWith('-')) return -BigInt(text.slice(1));
  return BigInt(text.startsWith('+') ? text.slice(1) : text);
}
