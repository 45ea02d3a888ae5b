import path from 'node:path';
import { isSystemError, UsageError } from '../usage-error.ts';
import type { FileKind } from './file-tree.ts';
import { type GlobPattern, parseGlob, type Step } from './glob-pattern.ts';
import { matchesSegment } from './glob-segment.ts';

export interface GlobbedTree {
  readonly kindOf: (file: string) => FileKind | undefined;
  readonly realPathOf: (file: string) => string;
  readonly entriesOf: (
    folder: string,
  ) => readonly { readonly name: string; readonly kind: FileKind | 'link' | 'module' }[];
  /** Throws for what must not be looked at: where a pattern begins, and where a link leads. */
  readonly refuse: (file: string) => void;
}

/** Names that are compared with a pattern, those of folders on the way included. */
const MOST_NAMES = 1_000_000;
/** Of a character with a part of the pattern, if each is compared with each. Some seconds. */
const MOST_COMPARISONS = 1_000_000_000;

/**
 * Paths of the files that match a pattern, which is relative to the folder. A file behind a link has the path that it
 * has without it. No `.git` is looked into.
 *
 * @throws UsageError if the pattern has what is not known, or too much of it
 */
export function globFiles(pattern: string, folder: string, tree: GlobbedTree): readonly string[] {
  const walk = new Walk(pattern, tree);
  for (const one of parseGlob(pattern)) walk.follow(one, path.resolve(folder, one.fixed));
  return [...walk.found];
}

class Walk {
  readonly found = new Set<string>();
  readonly #pattern: string;
  readonly #tree: GlobbedTree;
  #names = 0;
  #comparisons = 0;

  constructor(pattern: string, tree: GlobbedTree) {
    this.#pattern = pattern;
    this.#tree = tree;
  }

  follow({ steps }: GlobPattern, base: string): void {
    this.#tree.refuse(base);
    const kind = this.#tree.kindOf(base);
    const states = closure([0], steps);
    if (kind === 'file' && states.includes(steps.length)) this.found.add(base);
    if (kind === 'folder') this.#below(base, states, { steps, seen: new Set() });
  }

  #below(folder: string, states: readonly number[], input: Walking): void {
    const { steps, seen } = input;
    const key = `${states.join(' ')} ${folder}`;
    // A link may lead to what is known already, or back.
    if (seen.has(key) || states.every((state) => state === steps.length)) return;
    seen.add(key);
    for (const { name, kind } of this.#tree.entriesOf(folder)) {
      this.#count(name, states, steps);
      if (name === '.git') continue;
      const next = advance(states, name, steps);
      if (next.length > 0) this.#meet(path.join(folder, name), kind, next, input);
    }
  }

  #meet(file: string, kind: FileKind | 'link' | 'module', states: readonly number[], input: Walking): void {
    const matches = states.includes(input.steps.length);
    const behind = kind === 'link' ? this.#kindBehind(file) : kind;
    // A link to nothing that matches was meant to be there: whoever reads it will say so.
    if (behind === undefined && matches) this.found.add(file);
    if (behind === undefined || (behind === 'file' && !matches)) return;
    const real = kind === 'link' ? this.#tree.realPathOf(file) : file;
    if (behind === 'file') this.found.add(real);
    // Looking into a submodule refuses it.
    else this.#below(real, states, input);
  }

  /** Undefined: nothing. */
  #kindBehind(link: string): FileKind | undefined {
    this.#tree.refuse(link);
    try {
      return this.#tree.kindOf(link);
    } catch (error) {
      if (isSystemError(error)) return undefined;
      throw error;
    }
  }

  #count(name: string, states: readonly number[], steps: readonly Step[]): void {
    this.#names += 1;
    for (const state of states) {
      const step = steps[state];
      const tokens = typeof step === 'object' ? step.tokens.length : 0;
      this.#comparisons += (tokens + 1) * (name.length + 1);
    }
    if (this.#names > MOST_NAMES) throw this.#tooMuch(`${MOST_NAMES} files and folders`);
    if (this.#comparisons > MOST_COMPARISONS) throw this.#tooMuch(`${MOST_COMPARISONS} comparisons`);
  }

  #tooMuch(what: string): UsageError {
    return new UsageError(
      `the pattern \`${this.#pattern}\` takes more than ${what}, the most that is looked at; name a folder in front of its first wildcard, or make it shorter`,
    );
  }
}

interface Walking {
  readonly steps: readonly Step[];
  /** What was looked into, and in which states. */
  readonly seen: Set<string>;
}

/** Where in the pattern one can be after a name. */
function advance(states: readonly number[], name: string, steps: readonly Step[]): readonly number[] {
  const next: number[] = [];
  for (const state of states) {
    const step = steps[state];
    if (step === undefined) continue;
    if (step === '**') {
      if (!name.startsWith('.')) next.push(state);
    } else if (matchesSegment(step, name)) next.push(state + 1);
  }
  return closure(next, steps);
}

/** With those behind a `**`, which may stand for nothing. Sorted. */
function closure(states: readonly number[], steps: readonly Step[]): readonly number[] {
  const all = new Set<number>();
  for (const state of states) {
    let at = state;
    for (all.add(at); steps[at] === '**'; all.add(at)) at += 1;
  }
  return [...all].sort((a, b) => a - b);
}
