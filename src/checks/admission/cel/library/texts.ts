import { CelError, CelList, type CelValue } from '../values.ts';
import { type CelFunction, type CelFunctions, intAt, listAt, textAt } from './arguments.ts';
import { formatText } from './text-format.ts';
import { charactersOf, placeAt, textIndex, textLastIndex } from './text-index.ts';

/** What Go's strings.TrimSpace takes away. */
const SPACE = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const OUTER_SPACES = new RegExp(`^${SPACE}+|${SPACE}+$`, 'g');
const QUOTED: ReadonlyMap<string, string> = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
]);

/** Without spaces at both ends, as Go does it. */
export function trimSpace(text: string): string {
  return text.replace(OUTER_SPACES, '');
}

function charAt(args: readonly CelValue[]): string {
  const characters = charactersOf(textAt(args, 0));
  return characters[placeAt(args, 1, characters.length)] ?? '';
}

function substring(args: readonly CelValue[]): string {
  const characters = charactersOf(textAt(args, 0));
  if (args.length > 2 && intAt(args, 1) > intAt(args, 2)) {
    throw new CelError(`invalid substring range. start: ${intAt(args, 1)}, end: ${intAt(args, 2)}`);
  }
  const start = placeAt(args, 1, characters.length);
  const end = args.length > 2 ? placeAt(args, 2, characters.length) : characters.length;
  return characters.slice(start, end).join('');
}

function replace(args: readonly CelValue[]): string {
  const [text, old, made] = [textAt(args, 0), textAt(args, 1), textAt(args, 2)];
  const limit = args.length > 3 ? intAt(args, 3) : -1n;
  const parts = old === '' ? ['', ...charactersOf(text), ''] : text.split(old);
  const count = limit < 0n || limit > BigInt(parts.length) ? parts.length - 1 : Number(limit);
  return parts.reduce((joined, part, index) => joined + (index <= count ? made : old) + part);
}

function split(args: readonly CelValue[]): CelList {
  const [text, separator] = [textAt(args, 0), textAt(args, 1)];
  const limit = args.length > 2 ? intAt(args, 2) : -1n;
  const parts = separator === '' ? [...charactersOf(text)] : text.split(separator);
  if (limit === 0n) return CelList.of([]);
  if (limit < 0n || limit >= BigInt(parts.length)) return CelList.of(parts);
  const last = parts.slice(Number(limit) - 1).join(separator);
  return CelList.of([...parts.slice(0, Number(limit) - 1), last]);
}

function join(args: readonly CelValue[]): string {
  const list = listAt(args, 0);
  const separator = args.length > 1 ? textAt(args, 1) : '';
  const texts = list.items().map((item) => {
    if (typeof item !== 'string') throw new CelError('join: invalid input');
    return item;
  });
  return texts.join(separator);
}

function quote(args: readonly CelValue[]): string {
  return `"${charactersOf(textAt(args, 0))
    .map((character) => QUOTED.get(character) ?? character)
    .join('')}"`;
}

const asciiCase = (text: string, from: RegExp, by: number): string =>
  text.replace(from, (letter) => String.fromCharCode(letter.charCodeAt(0) + by));

export const TEXT_FUNCTIONS: CelFunctions = new Map<string, CelFunction>([['strings.quote/1', quote]]);

export const TEXT_METHODS: CelFunctions = new Map<string, CelFunction>([
  ['contains/1', (args) => textAt(args, 0).includes(textAt(args, 1))],
  ['startsWith/1', (args) => textAt(args, 0).startsWith(textAt(args, 1))],
  ['endsWith/1', (args) => textAt(args, 0).endsWith(textAt(args, 1))],
  ['charAt/1', charAt],
  ['indexOf/2', textIndex],
  ['lastIndexOf/2', textLastIndex],
  ['lowerAscii/0', (args) => asciiCase(textAt(args, 0), /[A-Z]/g, 32)],
  ['upperAscii/0', (args) => asciiCase(textAt(args, 0), /[a-z]/g, -32)],
  ['replace/2', replace],
  ['replace/3', replace],
  ['split/1', split],
  ['split/2', split],
  ['substring/1', substring],
  ['substring/2', substring],
  ['trim/0', (args) => trimSpace(textAt(args, 0))],
  ['join/0', join],
  ['join/1', join],
  ['format/1', (args) => formatText(textAt(args, 0), listAt(args, 1))],
]);
