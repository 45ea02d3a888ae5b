import { goQuote } from '../../values/go-text.ts';
import { CelError, CelList, CelUint, type CelValue, isCelMap, typeName } from '../values.ts';
import { toText } from './conversions.ts';

const CLAUSE = /%(?:(%)|(?:\.([0-9]+))?([a-zA-Z]))?/g;
const MAX_PRECISION = 100;

/** `'%s is %d'.format([…])`. */
export function formatText(template: string, args: CelList): string {
  let next = 0;
  const text = template.replace(
    CLAUSE,
    (
      clause: string,
      percent: string | undefined,
      precision: string | undefined,
      verb: string | undefined,
    ) => {
      if (percent !== undefined) return '%';
      if (verb === undefined)
        throw new CelError('could not parse formatting clause: unexpected end of format string');
      if (next >= args.size) throw new CelError(`index ${next} out of range`);
      const value = args.at(next);
      next += 1;
      return formatted(value, verb, Math.min(Number(precision ?? 6), MAX_PRECISION), clause);
    },
  );
  return text;
}

function formatted(value: CelValue, verb: string, precision: number, clause: string): string {
  switch (verb) {
    case 's':
      return inText(value);
    case 'd':
      return String(integer(value, clause));
    case 'f':
      return grouped(double(value, clause).toFixed(precision));
    case 'e':
      return scientific(double(value, clause).toExponential(precision));
    case 'b':
      return typeof value === 'boolean' ? (value ? '1' : '0') : integer(value, clause).toString(2);
    case 'o':
      return integer(value, clause).toString(8);
    case 'x':
      return hexadecimal(value, clause);
    case 'X':
      return hexadecimal(value, clause).toUpperCase();
    default:
      throw new CelError(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
  }
}

/** The library writes numbers as English text does: `1,234.50`. */
function grouped(text: string): string {
  return text.replace(/^(-?[0-9]+)/, (whole) => whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ','));
}

const SUPERSCRIPTS = '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079';

/** `1.5e+3` becomes 1.5 × 10³, with two digits of the exponent. */
function scientific(text: string): string {
  const [mantissa = '', exponent = ''] = text.split('e');
  const sign = exponent.startsWith('-') ? '\u207b' : '';
  const digits = exponent.replace(/^[+-]/, '').padStart(2, '0');
  const raised = digits.replace(/[0-9]/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? '');
  return `${mantissa}\u00d710${sign}${raised}`;
}

function integer(value: CelValue, clause: string): bigint {
  if (typeof value === 'bigint') return value;
  if (value instanceof CelUint) return value.value;
  throw unfit(value, clause);
}

function double(value: CelValue, clause: string): number {
  if (typeof value === 'number') return value;
  throw unfit(value, clause);
}

function hexadecimal(value: CelValue, clause: string): string {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  if (!(bytes instanceof Uint8Array)) return integer(value, clause).toString(16);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function unfit(value: CelValue, clause: string): CelError {
  return new CelError(
    `error during formatting: ${clause} cannot be used for a value of type ${typeName(value)}`,
  );
}

/** `%s`: texts as they are, inside lists and maps in quotes. */
function inText(value: CelValue): string {
  if (value === null) return 'null';
  if (value instanceof CelList) return `[${value.items().map(quoted).join(', ')}]`;
  if (!isCelMap(value)) return toText(value);
  const map = value;
  const pairs = value.keys().map((key) => [quoted(key), quoted(map.find(key) ?? null)] as const);
  const sorted = pairs.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${sorted.map(([key, item]) => `${key}:${item}`).join(', ')}}`;
}

function quoted(value: CelValue): string {
  return typeof value === 'string' ? goQuote(value) : inText(value);
}
