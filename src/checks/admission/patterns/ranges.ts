/** Code points from the first to the second, both included. */
export type Range = readonly [number, number];

export const MAX_CODE = 0x10ffff;
const DIGITS: readonly Range[] = [[0x30, 0x39]];
const UPPER: readonly Range[] = [[0x41, 0x5a]];
const LOWER: readonly Range[] = [[0x61, 0x7a]];
const SPACES: readonly Range[] = [
  [9, 10],
  [12, 13],
  [32, 32],
];
const WORD: readonly Range[] = [...DIGITS, ...UPPER, [0x5f, 0x5f], ...LOWER];

/** Classes as RE2 reads them: ASCII only, and `\s` without the vertical tab. */
const PERL: ReadonlyMap<string, readonly Range[]> = new Map([
  ['d', DIGITS],
  ['s', SPACES],
  ['w', WORD],
]);

const POSIX: ReadonlyMap<string, readonly Range[]> = new Map([
  ['alnum', [...DIGITS, ...UPPER, ...LOWER]],
  ['alpha', [...UPPER, ...LOWER]],
  ['ascii', [[0, 0x7f]]],
  [
    'blank',
    [
      [9, 9],
      [32, 32],
    ],
  ],
  [
    'cntrl',
    [
      [0, 0x1f],
      [0x7f, 0x7f],
    ],
  ],
  ['digit', DIGITS],
  ['graph', [[0x21, 0x7e]]],
  ['lower', LOWER],
  ['print', [[0x20, 0x7e]]],
  [
    'punct',
    [
      [0x21, 0x2f],
      [0x3a, 0x40],
      [0x5b, 0x60],
      [0x7b, 0x7e],
    ],
  ],
  [
    'space',
    [
      [9, 13],
      [32, 32],
    ],
  ],
  ['upper', UPPER],
  ['word', WORD],
  ['xdigit', [...DIGITS, [0x41, 0x46], [0x61, 0x66]]],
]);

/** `\d`, `\S` and their like, by their letter. */
export function perlRanges(letter: string): readonly Range[] | undefined {
  const ranges = PERL.get(letter.toLowerCase());
  if (ranges === undefined) return undefined;
  return letter === letter.toLowerCase() ? ranges : complement(ranges);
}

/** `alpha`, or `^alpha` for everything else. */
export function posixRanges(name: string): readonly Range[] {
  const not = name.startsWith('^');
  const ranges = POSIX.get(not ? name.slice(1) : name) ?? [];
  return not ? complement(ranges) : ranges;
}

function complement(ranges: readonly Range[]): readonly Range[] {
  const sorted = ranges.toSorted((left, right) => left[0] - right[0]);
  const rest: Range[] = [];
  let next = 0;
  for (const [low, high] of sorted) {
    if (low > next) rest.push([next, low - 1]);
    next = Math.max(next, high + 1);
  }
  if (next <= MAX_CODE) rest.push([next, MAX_CODE]);
  return rest;
}

/** The ranges with the other case of their ASCII letters. */
export function foldAscii(ranges: readonly Range[]): readonly Range[] {
  return ranges.flatMap((range): Range[] => [
    range,
    ...shifted(range, 0x41, 0x5a, 32),
    ...shifted(range, 0x61, 0x7a, -32),
  ]);
}

function shifted([low, high]: Range, first: number, last: number, by: number): Range[] {
  const from = Math.max(low, first);
  const to = Math.min(high, last);
  return from > to ? [] : [[from + by, to + by]];
}

/** The inside of a JavaScript class, for the flag `u`. */
export function classText(ranges: readonly Range[]): string {
  return ranges
    .map(([low, high]) => (low === high ? codeText(low) : `${codeText(low)}-${codeText(high)}`))
    .join('');
}

export function codeText(code: number): string {
  return `\\u{${code.toString(16)}}`;
}
