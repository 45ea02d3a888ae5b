import path from 'node:path';
import { isSystemError, UsageError } from '../usage-error.ts';
import type { FileKind } from './file-tree.ts';
import { type GlobCost, globCost } from './glob-cost.ts';

export interface GlobbedTree {
  readonly kindOf: (file: string) => FileKind | undefined;
  readonly realPathOf: (file: string) => string;
  readonly entriesOf: (
    folder: string,
  ) => readonly { readonly name: string; readonly kind: FileKind | 'link' | 'module' }[];
  /** Throws for what must not be looked at: folders, and where links lead. */
  readonly refuse: (file: string) => void;
}

/** Names in the folders that are looked into. */
const MOST_NAMES = 1_000_000;
/** Of regular expressions, if each of those names is as unlucky as it can be. Some seconds. */
const MOST_STEPS = 5_000_000_000;

/**
 * Paths of the files that match a pattern, which is relative to the folder, in the files of the disk or of a commit: the
 * same pattern means the same in both. A file behind a link has the path that it has without it. No `.git` is looked into.
 *
 * @throws UsageError if the pattern has what is not known, or too much of it
 */
export async function globFiles(
  pattern: string,
  folder: string,
  tree: GlobbedTree,
): Promise<readonly string[]> {
  const files = new GlobbedFiles(pattern, tree);
  // The library may begin above it.
  tree.refuse(path.resolve(folder, fixedPart(pattern)));
  // Loaded only where there is something to match.
  const { globSync } = await import('tinyglobby');
  const found = globSync(pattern, { cwd: folder, absolute: true, onlyFiles: true, fs: files as object });
  if (files.failure !== undefined) throw files.failure;
  return [...new Set(found.map((file) => files.realPathOf(path.normalize(file))))];
}

/** The folders in front of the first wildcard. */
function fixedPart(pattern: string): string {
  const [front = ''] = /^(?:\\.|[^*?[{\\])*/s.exec(pattern) ?? [];
  return front.slice(0, front.lastIndexOf('/') + 1).replaceAll(/\\(.)/gs, '$1');
}

/**
 * What the library needs of `node:fs`: entries of folders with their kinds, and where a link leads and what is there. It
 * passes over what throws, so the first failure is kept, and there is nothing to see after it.
 */
class GlobbedFiles {
  failure: unknown;
  readonly #pattern: string;
  readonly #tree: GlobbedTree;
  readonly #cost: GlobCost;
  /** The last link that was followed, and where to. */
  #link = { from: '', to: '' };
  #base: string | undefined;
  #names = 0;
  #steps = 0;

  constructor(pattern: string, tree: GlobbedTree) {
    this.#pattern = pattern;
    this.#tree = tree;
    this.#cost = globCost(pattern);
  }

  readonly readdirSync = (listed: string) => {
    // With a slash behind it, the system takes a link to a file for nothing.
    const folder = path.normalize(`${listed}/.`);
    try {
      if (this.failure !== undefined) return [];
      this.#tree.refuse(folder);
      if (this.#tree.kindOf(folder) !== 'folder') return [];
      const entries = this.#tree.entriesOf(folder).filter(({ name }) => name !== '.git');
      for (const { name } of entries) this.#count(folder, name);
      return entries.map(({ name, kind }) => ({ name, ...kindMethods(kind) }));
    } catch (error) {
      this.failure ??= error;
      return [];
    }
  };

  /** A link that may not be followed matters only if the pattern can match behind it: then it is looked into. */
  readonly realpathSync = (link: string) => {
    const to = this.#kindBehind(link) === 'refused' ? link : this.realPathOf(link);
    this.#link = { from: link, to };
    return to;
  };

  readonly statSync = (file: string) => kindMethods(this.#kindBehind(file));

  /** Of a link to nothing its own: who reads it will say so. */
  realPathOf(file: string): string {
    try {
      return this.#tree.realPathOf(file);
    } catch (error) {
      if (error instanceof UsageError || isSystemError(error)) return file;
      throw error;
    }
  }

  #kindBehind(file: string): FileKind | 'refused' {
    try {
      this.#tree.refuse(file);
      // A link to nothing that matches was meant to be there.
      return this.#tree.kindOf(file) ?? 'file';
    } catch (error) {
      if (error instanceof UsageError) return 'refused';
      if (!isSystemError(error)) this.failure ??= error;
      return 'file';
    }
  }

  /** The library matches what is below the first folder that it looks into, with links as they are. */
  #count(folder: string, name: string): void {
    const shown = folder === this.#link.to ? this.#link.from : folder;
    this.#base ??= shown;
    const length = Math.max(0, shown.length - this.#base.length) + name.length + 1;
    this.#names += 1;
    this.#steps += this.#cost.choices * length ** this.#cost.degree;
    if (this.#names > MOST_NAMES) throw this.#tooMuch(`${MOST_NAMES} files and folders`);
    if (this.#steps > MOST_STEPS) throw this.#tooMuch(`${MOST_STEPS} comparisons`);
  }

  #tooMuch(what: string): UsageError {
    return new UsageError(
      `the pattern \`${this.#pattern}\` may take more than ${what}, the most that is looked at; name a folder in front of its first wildcard, or write fewer \`*\` and braces`,
    );
  }
}

/** A submodule and what is refused are looked into like folders, which refuses them. */
function kindMethods(kind: FileKind | 'link' | 'module' | 'refused') {
  return {
    isFile: () => kind === 'file',
    isDirectory: () => kind === 'folder' || kind === 'module' || kind === 'refused',
    isSymbolicLink: () => kind === 'link',
  };
}
