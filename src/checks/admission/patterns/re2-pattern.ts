import { re2Problem } from '../../../kubernetes/re2/re2-problem.ts';
import { translate } from './translate.ts';

/** An RE2 pattern that can be asked. */
export interface Pattern {
  /** Whether it is found anywhere in the text. */
  test(text: string): boolean;
  /** The first match, or undefined. */
  find(text: string): string | undefined;
  /** All matches that do not overlap, from the left. */
  findAll(text: string): readonly string[];
}

export type ReadPattern = { readonly pattern: Pattern } | { readonly problem: string };

/** Longer ones are refused: translating takes time that grows with the square of the length. */
const MAX_LENGTH = 10_000;

/** Reads an RE2 pattern (Go's regexp). The problem is a phrase after "the pattern". */
export function readPattern(source: string): ReadPattern {
  if (source.length > MAX_LENGTH) return { problem: `is longer than ${MAX_LENGTH} characters` };
  const problem = re2Problem(source);
  if (problem !== undefined) return { problem };
  const translation = translate(source);
  if ('problem' in translation) return translation;
  try {
    return { pattern: patternOf(translation.source, translation.ignoreCase ? 'iu' : 'u') };
  } catch {
    return { problem: 'cannot be said as a JavaScript pattern' };
  }
}

function patternOf(source: string, flags: string): Pattern {
  const once = new RegExp(source, flags);
  return {
    test: (text) => once.test(text),
    find: (text) => once.exec(text)?.[0],
    findAll: (text) => allMatches(new RegExp(source, `${flags}g`), text),
  };
}

/** As Go does it, an empty match right after another match does not count. */
function allMatches(pattern: RegExp, text: string): readonly string[] {
  const found: string[] = [];
  let end = -1;
  for (const match of text.matchAll(pattern)) {
    if (match[0] === '' && match.index === end) continue;
    found.push(match[0]);
    end = match.index + match[0].length;
  }
  return found;
}
