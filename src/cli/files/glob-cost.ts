import { UsageError } from '../usage-error.ts';

/** How long a name can take at most: its length to the power of `degree`, times `choices`. */
export interface GlobCost {
  readonly degree: number;
  readonly choices: number;
}

const LONGEST = 1_000;
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/[()|]/, 'a group like `@(…)`, which is not known here; write `{a,b}`, or several patterns'],
  [/\[:/, 'a class like `[:alpha:]`, which is not known here; write `[a-z]`'],
  [/[\]}]\+/, 'a `+` after a bracket, which is not known here; write `*`, or `\\+` for the character'],
  [/^(?:\.\.\/)*\.\.[^/]/, '`..` at the start of a name, which is not known here; write `[.].` for it'],
  [/^!/, '`!` in front, which is not known here; write what matches, or `\\!` for the character'],
  [/\{[^/]*\d\.\.\d/, '`..` in braces; write what it stands for, as in `{1,2,3}`'],
  [/[*?[{].*\.\./, '`..` after a wildcard; write the folders above in front'],
  [
    /\*{3}|\\\\/,
    'three `*` or two backslashes in a row, which is not known here; write `**` for any folders',
  ],
];

/**
 * Of the library's regular expressions: what has one way to match takes a step for each character, and each choice
 * between ways multiplies. The first `*` of a name has one way to begin; others and `**` begin anywhere.
 *
 * @throws UsageError if the pattern has what may take without end, or may lead up where that is not seen
 */
export function globCost(pattern: string): GlobCost {
  if (pattern.length > LONGEST) {
    const start = `${pattern.slice(0, 40)}…`;
    throw new UsageError(
      `the pattern \`${start}\` has more than ${LONGEST} characters, the most that is read; write several, or name a folder`,
    );
  }
  const plain = pattern.replaceAll(/(?<!\\)\\[^\\]/g, '_');
  const refused = REFUSED.find(([what]) => what.test(plain));
  if (refused !== undefined) throw new UsageError(`the pattern \`${pattern}\` has ${refused[1]}`);
  const { text, choices } = withoutBraces(plain);
  // A class may match a slash.
  const parts = text.includes('[') ? [text] : text.split('/');
  return { degree: 1 + parts.reduce((sum, part) => sum + ambiguous(part), 0), choices };
}

function ambiguous(part: string): number {
  const stars = part.match(/\*+/g) ?? [];
  return stars.length - (stars[0] === '*' ? 1 : 0);
}

/** What is in braces stays, as a part of the name around them. */
function withoutBraces(pattern: string): { readonly text: string; readonly choices: number } {
  let [text, choices, before] = [pattern, 1, ''];
  while (text !== before) {
    before = text;
    text = text.replaceAll(/\{([^{}]*)\}/g, (_, inside: string) => {
      choices *= inside.split(',').length;
      return inside.replaceAll(/[,/]/g, ' ');
    });
  }
  // Where the library sees other braces than these.
  return { text, choices: choices * 2 ** (text.split(',').length - 1) };
}
