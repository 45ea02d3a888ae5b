import type { Assertion, PatternTree } from './pattern-tree.ts';

/**
 * More than any pattern that Go takes: it refuses repetitions of repetitions that come to more than 1,000, and names of
 * nodes are short.
 */
const MAX_STATES = 20_000;

type State =
  | { readonly kind: 'character'; readonly matches: (character: string) => boolean; next: number }
  | { readonly kind: 'assertion'; readonly assertion: Assertion; next: number }
  | { readonly kind: 'fork'; readonly next: number[] }
  | { readonly kind: 'end' };

/**
 * A test of whether a pattern is found anywhere in a text. All ways to match are followed at once, as RE2 does, so that no
 * pattern takes longer than its length times that of the text: `RegExp` tries them one after the other, and there may be
 * more of them than there is time. Undefined for a pattern that is too large.
 */
export function patternFinder(tree: PatternTree): ((text: string) => boolean) | undefined {
  const program = new Program();
  const end = program.add({ kind: 'end' });
  const start = end === undefined ? undefined : program.build(tree, end);
  return start === undefined ? undefined : (text) => isFound(program.states, start, text);
}

/** States by number, made from the last to the first. */
class Program {
  readonly states: State[] = [];

  add(state: State): number | undefined {
    return this.states.length >= MAX_STATES ? undefined : this.states.push(state) - 1;
  }

  /** The first state of a part that goes on with `next`; undefined if there are too many. */
  build(tree: PatternTree, next: number): number | undefined {
    switch (tree.kind) {
      case 'character':
        return this.add({ kind: 'character', matches: tree.matches, next });
      case 'assertion':
        return this.add({ kind: 'assertion', assertion: tree.assertion, next });
      case 'sequence':
        return tree.parts.reduceRight<number | undefined>(
          (then, part) => (then === undefined ? undefined : this.build(part, then)),
          next,
        );
      case 'alternatives': {
        const starts = tree.parts.map((part) => this.build(part, next));
        const known = starts.filter((start) => start !== undefined);
        return known.length < starts.length ? undefined : this.add({ kind: 'fork', next: known });
      }
      case 'repeat':
        return this.#repeat(tree, next);
    }
  }

  #repeat(
    { part, least, most }: Extract<PatternTree, { readonly kind: 'repeat' }>,
    next: number,
  ): number | undefined {
    let start: number | undefined = most === Infinity ? this.#star(part, next) : next;
    const optional = most === Infinity ? 0 : most - least;
    for (let i = 0; i < optional && start !== undefined; i++) {
      const inner = this.build(part, start);
      start = inner === undefined ? undefined : this.add({ kind: 'fork', next: [inner, next] });
    }
    for (let i = 0; i < least && start !== undefined; i++) start = this.build(part, start);
    return start;
  }

  #star(part: PatternTree, next: number): number | undefined {
    const ways = [next];
    const fork = this.add({ kind: 'fork', next: ways });
    const inner = fork === undefined ? undefined : this.build(part, fork);
    if (inner === undefined) return undefined;
    ways.push(inner);
    return fork;
  }
}

function isFound(states: readonly State[], start: number, text: string): boolean {
  let current: number[] = [];
  for (let at = 0; at <= text.length; at++) {
    // A match may begin anywhere.
    const { reached, ended } = withoutCharacters(states, [...current, start], text, at);
    if (ended) return true;
    const character = text.charAt(at);
    current = reached.flatMap((number) => {
      const state = states[number];
      return state?.kind === 'character' && at < text.length && state.matches(character) ? [state.next] : [];
    });
  }
  return false;
}

/** What can be reached from some states without reading a character. */
function withoutCharacters(states: readonly State[], from: readonly number[], text: string, at: number) {
  const seen = new Set<number>();
  const waiting = [...from];
  const reached: number[] = [];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (seen.has(number)) continue;
    seen.add(number);
    const state = states[number];
    if (state?.kind === 'end') return { reached, ended: true };
    if (state?.kind === 'character') reached.push(number);
    else if (state?.kind === 'fork') waiting.push(...state.next);
    else if (state !== undefined && holds(state.assertion, text, at)) waiting.push(state.next);
  }
  return { reached, ended: false };
}

const LINE_END = /[\n\r\u2028\u2029]/;

function holds(assertion: Assertion, text: string, at: number): boolean {
  switch (assertion) {
    case 'text start':
      return at === 0;
    case 'text end':
      return at === text.length;
    case 'line start':
      return at === 0 || LINE_END.test(text.charAt(at - 1));
    case 'line end':
      return at === text.length || LINE_END.test(text.charAt(at));
    default: {
      const isBoundary = /\w/.test(text.charAt(at - 1)) !== /\w/.test(text.charAt(at));
      return isBoundary === (assertion === 'boundary');
    }
  }
}
