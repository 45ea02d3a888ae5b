import { patternFinder } from './re2/find-pattern.ts';
import { patternTree, TEXT_END, TEXT_START } from './re2/pattern-tree.ts';
import { re2Problem } from './re2/re2-problem.ts';

/** Where JavaScript spells the same thing differently. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ['alnum', '0-9A-Za-z'],
  ['alpha', 'A-Za-z'],
  ['ascii', '\\x00-\\x7F'],
  ['blank', '\\t '],
  ['cntrl', '\\x00-\\x1F\\x7F'],
  ['digit', '0-9'],
  ['graph', '!-~'],
  ['lower', 'a-z'],
  ['print', ' -~'],
  ['punct', '!-\\/:-@\\[-`{-~'],
  ['space', '\\t\\n\\v\\f\\r '],
  ['upper', 'A-Z'],
  ['word', '0-9A-Za-z_'],
  ['xdigit', '0-9A-Fa-f'],
]);
const FLAGS = /^\(\?([imsU]+)\)/;
const CLASS_NAME = /\[:(\^?)([a-z]+):\]/g;

/**
 * An RE2 pattern, as Go's regexp reads it, as a test of whether it is found anywhere in a text; undefined where Go refuses it:
 * lookaround and references back do not exist there. Covers what names of node groups need: flags in front, named groups,
 * classes like `[[:alpha:]]`, `\A` and `\z`.
 */
export function goPattern(source: string): ((text: string) => boolean) | undefined {
  if (re2Problem(source) !== undefined) return undefined;
  const flags = FLAGS.exec(source)?.[1] ?? '';
  const body = source
    .replace(FLAGS, '')
    .replace(/\(\?P</g, '(?<')
    .replace(/\\A/g, TEXT_START)
    .replace(/\\z/g, TEXT_END)
    .replace(CLASS_NAME, (whole: string, not: string, name: string) =>
      not === '' ? (CLASSES.get(name) ?? whole) : whole,
    );
  const known = [...new Set(flags.replace('U', ''))].join('');
  if (!isTaken(body, known)) return undefined;
  const tree = patternTree(body, known);
  return tree === undefined ? undefined : patternFinder(tree);
}

function isTaken(body: string, flags: string): boolean {
  try {
    return new RegExp(body, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
