import path from 'node:path';
import { UsageError } from '../usage-error.ts';
import type { FileKind } from './file-tree.ts';

export interface GlobbedTree {
  readonly kindOf: (file: string) => FileKind | undefined;
  /** @throws UsageError if there is none, or it cannot be told */
  readonly realPathOf: (file: string) => string;
  readonly entriesOf: (
    folder: string,
  ) => readonly { readonly name: string; readonly kind: FileKind | 'link' | 'module' }[];
}

/**
 * Matches a pattern against files that are not on the disk, by the library that does it on the disk: the same pattern
 * has to mean the same in both.
 */
export async function globListing(
  pattern: string,
  folder: string,
  tree: GlobbedTree,
): Promise<readonly string[]> {
  const { globSync } = await import('tinyglobby');
  const files = new ListedFiles(tree);
  // It asks for entries with their kind, and of a link where it leads and what is there.
  const found = globSync(pattern, { cwd: folder, absolute: true, onlyFiles: true, fs: files as object });
  if (files.refusal !== undefined) throw files.refusal;
  return found.map((file) => path.normalize(file));
}

/** What the library needs of `node:fs`. It passes over what it cannot read, where a refusal must not get lost. */
class ListedFiles {
  refusal: UsageError | undefined;
  readonly #tree: GlobbedTree;

  constructor(tree: GlobbedTree) {
    this.#tree = tree;
  }

  readonly readdirSync = (folder: string) => {
    try {
      return this.#tree.entriesOf(folder).map(({ name, kind }) => ({ name, ...kindMethods(kind) }));
    } catch (error) {
      if (error instanceof UsageError && this.#kindBehind(folder) === 'refused') this.refusal ??= error;
      throw error;
    }
  };

  readonly realpathSync = (link: string) => {
    const kind = this.#kindBehind(link);
    return kind === 'refused' ? link : this.#tree.realPathOf(link);
  };

  readonly statSync = (file: string) => kindMethods(this.#kindBehind(file));

  /** A link that leads where nobody may look matters only if the pattern can match behind it. */
  #kindBehind(file: string): FileKind | 'refused' | undefined {
    try {
      return this.#tree.kindOf(file);
    } catch (error) {
      if (error instanceof UsageError) return 'refused';
      throw error;
    }
  }
}

/** A submodule and what is refused are looked into like folders, which refuses them. */
function kindMethods(kind: FileKind | 'link' | 'module' | 'refused' | undefined) {
  return {
    isFile: () => kind === 'file',
    isDirectory: () => kind === 'folder' || kind === 'module' || kind === 'refused',
    isSymbolicLink: () => kind === 'link',
  };
}
