import { invariant } from '../../diagnostics/invariant.ts';

export interface GitFolder {
  readonly kind: 'folder';
}

export interface GitFile {
  readonly kind: 'file';
  readonly oid: string;
}

/** What a commit has at a path. */
export type GitEntry =
  | GitFolder
  | GitFile
  /** A symbolic link, whose content says where it leads. */
  | { readonly kind: 'link'; readonly oid: string }
  /** A submodule, of which the commit knows only at which commit it is. */
  | { readonly kind: 'module'; readonly oid: string };

const FOLDER: GitFolder = { kind: 'folder' };

/** All files of a commit, by POSIX path from its root (``). */
export class GitListing {
  readonly #entries = new Map<string, GitEntry>([['', FOLDER]]);
  readonly #children = new Map<string, string[]>();

  /** @param text what `git ls-tree -r -z --full-tree` prints */
  constructor(text: string) {
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf('\0', start);
      invariant(end > 0, 'ls-tree -z ends each entry');
      this.#add(text.slice(start, end));
      start = end + 1;
    }
  }

  entryAt(path: string): GitEntry | undefined {
    return this.#entries.get(path);
  }

  /** Names, in any order. */
  namesIn(folder: string): readonly string[] {
    return this.#children.get(folder) ?? [];
  }

  /** Paths of all entries at or below a folder. */
  *below(folder: string): Generator<readonly [string, GitEntry]> {
    for (const name of this.namesIn(folder)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const entry = this.#entries.get(path);
      if (entry?.kind === 'folder') yield* this.below(path);
      else if (entry !== undefined) yield [path, entry];
    }
  }

  /** `<mode> <type> <oid>\t<path>` */
  #add(line: string): void {
    const tab = line.indexOf('\t');
    const [mode, type, oid] = line.slice(0, tab).split(' ');
    invariant(tab > 0 && mode !== undefined && oid !== undefined, 'ls-tree prints mode, type and id');
    const kind = type === 'commit' ? 'module' : mode === '120000' ? 'link' : 'file';
    this.#put(line.slice(tab + 1), { kind, oid });
  }

  #put(path: string, entry: GitEntry): void {
    this.#entries.set(path, entry);
    const slash = path.lastIndexOf('/');
    const folder = slash < 0 ? '' : path.slice(0, slash);
    const siblings = this.#children.get(folder);
    if (siblings !== undefined) {
      siblings.push(path.slice(slash + 1));
      return;
    }
    this.#children.set(folder, [path.slice(slash + 1)]);
    if (folder !== '') this.#put(folder, FOLDER);
  }
}
