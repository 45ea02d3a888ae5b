import { UsageError } from '../usage-error.ts';

type Token =
  | { readonly kind: 'one'; readonly character: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'many' }
  | {
      readonly kind: 'set';
      readonly negated: boolean;
      readonly ranges: readonly (readonly [number, number])[];
    };

/** What one name in a path has to be. */
export interface Segment {
  readonly tokens: readonly Token[];
  /** The one name that matches; absent: it has wildcards. */
  readonly name?: string;
}

/** @throws UsageError if it has a class like `[:alpha:]` */
export function segmentOf(text: string, pattern: string): Segment {
  const characters = [...text];
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const set = character === '[' ? setAt(characters, at, pattern) : undefined;
    if (set !== undefined) {
      tokens.push(set.token);
      at = set.end;
    } else if (character === '*') {
      if (tokens.at(-1)?.kind !== 'many') tokens.push({ kind: 'many' });
    } else if (character === '?') tokens.push({ kind: 'any' });
    else if (character === '\\' && at + 1 < characters.length) {
      at += 1;
      tokens.push({ kind: 'one', character: characters[at] ?? '' });
    } else tokens.push({ kind: 'one', character });
  }
  const plain = tokens.flatMap((token) => (token.kind === 'one' ? [token.character] : []));
  return plain.length === tokens.length ? { tokens, name: plain.join('') } : { tokens };
}

function setAt(characters: readonly string[], start: number, pattern: string) {
  const negated = characters[start + 1] === '!' || characters[start + 1] === '^';
  const from = start + (negated ? 2 : 1);
  // A bracket right after the first one is a member.
  const end = characters.indexOf(']', from + 1);
  if (end < 0) return undefined;
  const inside = characters.slice(from, end);
  if (inside.some((one, i) => one === '[' && inside[i + 1] === ':')) {
    throw new UsageError(
      `the pattern \`${pattern}\` has a class like \`[:alpha:]\`, which is not known here; write \`[a-z]\``,
    );
  }
  const ranges: [number, number][] = [];
  for (let at = 0; at < inside.length; at += 1) {
    const low = code(inside[at]);
    const isRange = inside[at + 1] === '-' && at + 2 < inside.length;
    ranges.push([low, isRange ? code(inside[at + 2]) : low]);
    if (isRange) at += 2;
  }
  return { token: { kind: 'set', negated, ranges } as const, end };
}

function code(character = ''): number {
  return character.codePointAt(0) ?? 0;
}

/**
 * Whether a name matches. After a mismatch only the last `*` takes one more: the time grows with the name times the
 * pattern, whatever they are. Wildcards do not stand for a dot in front.
 */
export function matchesSegment({ tokens, name: only }: Segment, name: string): boolean {
  if (only !== undefined) return only === name;
  if (name.startsWith('.') && tokens[0]?.kind !== 'one') return false;
  const characters = [...name];
  let [token, at, star, taken] = [0, 0, -1, 0];
  while (at < characters.length) {
    const current = tokens[token];
    if (current?.kind === 'many') {
      [star, taken] = [token, at];
      token += 1;
    } else if (current !== undefined && matchesOne(current, characters[at] ?? '')) {
      token += 1;
      at += 1;
    } else if (star >= 0) {
      taken += 1;
      [token, at] = [star + 1, taken];
    } else return false;
  }
  return tokens.slice(token).every(({ kind }) => kind === 'many');
}

function matchesOne(token: Token, character: string): boolean {
  if (token.kind === 'one') return token.character === character;
  if (token.kind === 'any') return true;
  if (token.kind === 'many') return false;
  const point = code(character);
  return token.ranges.some(([low, high]) => low <= point && point <= high) !== token.negated;
}
