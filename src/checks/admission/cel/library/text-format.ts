import { goDouble, goQuote } from '../../values/go-text.ts';
import { compareTexts } from '../order.ts';
import {
  CelAddress,
  CelDuration,
  CelError,
  CelList,
  CelPrefix,
  CelTimestamp,
  CelUint,
  type CelValue,
  isCelMap,
  typeName,
} from '../values.ts';
import { toText } from './conversions.ts';
import { fixedText, scientificParts } from './decimal-text.ts';

const CLAUSE = /%(?:(%)|(?:\.([0-9]+))?([a-zA-Z]))?/g;
const DEFAULT_PRECISION = 6;
const MAX_PRECISION = 100;

/** How many values a template takes. */
export function formatArguments(template: string): number {
  return [...template.matchAll(CLAUSE)].filter(([, percent]) => percent === undefined).length;
}

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
      return formatted(value, verb, Math.min(Number(precision ?? DEFAULT_PRECISION), MAX_PRECISION), clause);
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
      return grouped(fixedText(double(value, clause), precision));
    case 'e':
      // What is the precision elsewhere is the least width here.
      return scientific(double(value, clause)).padStart(precision, ' ');
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

/** 1500 is 1.500000×10⁰³: always six places, and at least two digits of the exponent. */
function scientific(value: number): string {
  if (!Number.isFinite(value)) return fixedText(value, 0);
  const [mantissa, exponent] = scientificParts(Math.abs(value), DEFAULT_PRECISION);
  const digits = `${Math.abs(exponent)}`.padStart(2, '0');
  const raised = digits.replace(/[0-9]/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? '');
  return `${value < 0 ? '-' : ''}${mantissa}\u00d710${exponent < 0 ? '\u207b' : ''}${raised}`;
}

function integer(value: CelValue, clause: string): bigint {
  if (typeof value === 'bigint') return value;
  if (value instanceof CelUint) return value.value;
  throw unfit(value, clause);
}

/** Three texts are numbers, too. */
const NAMED_NUMBERS: ReadonlyMap<CelValue, number> = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

function double(value: CelValue, clause: string): number {
  const named = NAMED_NUMBERS.get(value);
  if (named !== undefined) return named;
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

/** `%s`: texts as they are; inside lists and maps everything as an expression writes it. */
function inText(value: CelValue): string {
  if (value === null) return 'null';
  if (value instanceof CelList) return `[${value.items().map(written).join(', ')}]`;
  if (!isCelMap(value)) {
    if (value instanceof CelAddress || value instanceof CelPrefix) throw unfit(value, '%s');
    return toText(value);
  }
  const map = value;
  const pairs = value.keys().map((key) => [writtenKey(key), written(map.find(key) ?? null)] as const);
  const sorted = pairs.toSorted(([left], [right]) => compareTexts(left, right));
  return `{${sorted.map(([key, item]) => `${key}:${item}`).join(', ')}}`;
}

function writtenKey(key: CelValue): string {
  if (typeof key === 'number') throw new CelError('no formatting function for map key of type double');
  return written(key);
}

function written(value: CelValue): string {
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number') return Number.isFinite(value) ? plainFixed(value) : goQuote(goDouble(value));
  if (value instanceof Uint8Array) return `b${goQuote(toText(value))}`;
  if (value instanceof CelTimestamp) return `timestamp(${goQuote(toText(value))})`;
  if (value instanceof CelDuration) return `duration(${goQuote(toText(value))})`;
  return inText(value);
}

/** Go's own `%f`, which knows a negative zero. */
function plainFixed(value: number): string {
  return `${Object.is(value, -0) ? '-' : ''}${fixedText(value, DEFAULT_PRECISION)}`;
}
