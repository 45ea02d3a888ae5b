import type { SeededRandom } from '../seeded-random.ts';

/** What YAML can do and hardly anybody expects, put somewhere into a text or done to all of it. */
export function addYamlFeature(text: string, random: SeededRandom): string {
  const feature = random.pick(FEATURES);
  return feature(text, random);
}

type Feature = (text: string, random: SeededRandom) => string;

const FEATURES: readonly Feature[] = [
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('\n', '\r'),
  (text) => `\ufeff${text}`,
  (text) => text.replaceAll(/^ +/gm, (spaces) => '\t'.repeat(spaces.length / 2)),
  (text) => `%YAML 1.1\n---\n${text}`,
  (text) => `%TAG ! tag:example.com,2026:\n--- !x\n${text}`,
  (text) => `${text}\n...\n---\n${text}`,
  (text) => `--- |\n${text.replaceAll(/^/gm, '  ')}`,
  // Everything through an anchor, and once more through a merge.
  (text) => `x: &x\n${text.replaceAll(/^/gm, '  ')}\n<<: *x\n`,
  (text) => `${text}\n<<: [{a: 1}, {a: 2}]\n`,
  laughs,
  mergedLaughs,
  (text, random) => atLine(text, random, (line) => line.replace(/: ?/, ': &anchor ')),
  (text, random) => atLine(text, random, (line) => line.replace(/:.*/, ': *anchor')),
  (text, random) => atLine(text, random, (line) => line.replace(/: ?/, `: ${random.pick(TAGS)} `)),
  (text, random) => atLine(text, random, (line) => line.replace(/^( *)([^:]*):/, '$1? $2\n$1:')),
  (text, random) => atLine(text, random, (line) => `${line}${' '.repeat(random.below(9_000))}# x`),
  (text, random) =>
    atLine(text, random, (line) => line.replace(/: .*/, `: ${'x'.repeat(random.below(20_000))}`)),
  (text, random) => atLine(text, random, (line) => line.replace(/: .*/, `: ${brackets(random)}`)),
  (text, random) => atLine(text, random, (line) => `${line}\n${line}`),
  (text, random) => atLine(text, random, (line) => line.replace(/([^ :]+):/, '"$1":')),
  (text, random) => atLine(text, random, (line) => line.replace(/: (.*)/, ': >-\n          $1')),
  (text, random) =>
    atLine(
      text,
      random,
      (line) => `${line} # poolwright-ignore ${random.pick(['PW1010', 'PW2010 why', 'PWx', ''])}`,
    ),
];

/** Harmless, and far beyond the limit: what is just below it takes its second, and has a test of its own. */
const LEVELS = [2, 5, 9, 40];

const TAGS = [
  '!!str',
  '!!int',
  '!!binary',
  '!!float',
  '!!null',
  '!!set',
  '!!omap',
  '!x',
  '!<tag:x>',
  '!!js/function',
  '!',
];

function atLine(text: string, random: SeededRandom, change: (line: string) => string): string {
  const lines = text.split('\n');
  const at = random.below(lines.length);
  lines[at] = change(lines[at] ?? '');
  return lines.join('\n');
}

function brackets(random: SeededRandom): string {
  const depth = random.pick([3, 99, 101, 3_000]);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{a: ', '}'],
    ['- ', ''],
    ['? ', ''],
  ] as const);
  return open.repeat(depth) + (random.below(2) === 0 ? close.repeat(depth) : '');
}

function laughs(text: string, random: SeededRandom): string {
  const levels = Array.from({ length: random.pick(LEVELS) }, (_, i) => i);
  return `l0: &l0 [x]\n${levels.map((i) => `l${i + 1}: &l${i + 1} [*l${i}, *l${i}, *l${i}]\n`).join('')}${text}`;
}

function mergedLaughs(text: string, random: SeededRandom): string {
  const levels = Array.from({ length: random.pick(LEVELS) }, (_, i) => i);
  return `l0: &l0 {x: 1}\n${levels.map((i) => `l${i + 1}: &l${i + 1} {<<: [*l${i}, *l${i}], k${i}: *l${i}}\n`).join('')}${text}`;
}
