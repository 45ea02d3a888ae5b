import path from 'node:path';
import { UsageError } from '../usage-error.ts';
import type { FileKind, FileTree } from './file-tree.ts';
import type { GitBlobs } from './git-blobs.ts';
import { globFiles } from './glob.ts';
import type { GitFile, GitFolder, GitListing } from './git-listing.ts';

export interface GitTreeInput {
  /** How messages name it: `git:main`. */
  readonly name: string;
  /** Full id, for commands in messages. */
  readonly commit: string;
  /** Absolute: where the repository's files would be. */
  readonly root: string;
  readonly listing: GitListing;
  readonly blobs: GitBlobs;
}

interface Found {
  /** From the root, without links. */
  readonly path: string;
  readonly entry: GitFile | GitFolder;
}

const MAX_LINKS = 40;
/** What Linux takes for a path. */
const LONGEST_PATH = 4096;
/** How a pointer of Git LFS begins, and the most bytes it has. */
const LFS = 'version https://git-lfs.github.com/spec/';
const LFS_BYTES = 1024;

/** The files of a commit, where they are when it is checked out. Nothing is. */
export class GitTree implements FileTree {
  readonly #input: GitTreeInput;

  constructor(input: GitTreeInput) {
    this.#input = input;
  }

  kindOf(file: string): FileKind | undefined {
    const found = this.#find(file);
    // As on disk: to take it for nothing would pass over a file that was meant to be there.
    if (found === undefined && this.#isLink(file)) {
      throw this.#unreadable(file, 'it is a symbolic link to nothing');
    }
    return found?.entry.kind;
  }

  namesIn(folder: string): readonly string[] {
    return this.#input.listing.namesIn(this.#existing(folder).path);
  }

  filesBelow(folder: string): readonly string[] {
    const files: string[] = [];
    const { path: real } = this.#existing(folder);
    for (const [name, { kind }] of this.#input.listing.below(real)) {
      if (kind === 'module') throw this.#submodule(name);
      if (kind === 'file') files.push(path.join(folder, path.posix.relative(real, name)));
    }
    return files;
  }

  expect(files: readonly string[]): void {
    const oids = files.flatMap((file) => {
      const entry = this.#find(file)?.entry;
      return entry?.kind === 'file' ? [entry.oid] : [];
    });
    this.#input.blobs.expect(oids);
  }

  read(file: string, limitBytes: number): Uint8Array {
    const found = this.#existing(file);
    const name = this.#relative(file);
    if (found.entry.kind === 'folder') throw new UsageError(`cannot read ${name}: it is a folder`);
    const content = this.#blob(found.entry.oid, name);
    if (content.length <= LFS_BYTES && content.toString('latin1', 0, LFS.length) === LFS) {
      throw new UsageError(
        `${name} is kept in Git LFS, and ${this.#input.name} has only a pointer to it: ${this.#checkOut()}`,
      );
    }
    return content.subarray(0, limitBytes + 1);
  }

  glob(pattern: string, folder: string): Promise<readonly string[]> {
    return globFiles(pattern, folder, {
      // What is not in the commit cannot be named in it.
      refuse: () => {},
      kindOf: (file) => this.#find(file)?.entry.kind,
      realPathOf: (file) => this.#absolute(this.#existing(file).path),
      entriesOf: (one) => {
        const { path: real } = this.#existing(one);
        return this.#input.listing.namesIn(real).map((name) => {
          const entry = this.#input.listing.entryAt(join(real, name));
          return { name, kind: entry?.kind ?? 'file' };
        });
      },
    });
  }

  rootOf(): string {
    return this.#input.root;
  }

  #existing(file: string): Found {
    const found = this.#find(file);
    if (found !== undefined) return found;
    throw new UsageError(`cannot read ${this.#relative(file)}: no such file or folder`);
  }

  #isLink(file: string): boolean {
    const folder = this.#find(path.dirname(file));
    if (folder === undefined) return false;
    return this.#input.listing.entryAt(join(folder.path, path.basename(file)))?.kind === 'link';
  }

  /** Follows links as far as they stay inside. */
  #find(file: string): Found | undefined {
    const { listing } = this.#input;
    const waiting = this.#relative(file).split('/');
    let current = '';
    let links = 0;
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      if (part === '' || part === '.') continue;
      if (part === '..') {
        if (current === '') throw this.#leaves(file);
        current = current.slice(0, Math.max(0, current.lastIndexOf('/')));
        continue;
      }
      const next = join(current, part);
      const entry = listing.entryAt(next);
      if (entry === undefined) return undefined;
      if (entry.kind === 'module') throw this.#submodule(next);
      if (entry.kind === 'link') {
        links += 1;
        if (links > MAX_LINKS) throw this.#unreadable(file, 'too many symbolic links');
        const target = this.#blob(entry.oid, next).toString('utf8', 0, LONGEST_PATH + 1);
        if (target.length > LONGEST_PATH)
          throw this.#unreadable(file, 'a symbolic link leads to a path without end');
        if (target.startsWith('/')) throw this.#leaves(file);
        waiting.unshift(...target.split('/'));
      } else current = next;
    }
    const entry = listing.entryAt(current);
    return entry?.kind === 'file' || entry?.kind === 'folder' ? { path: current, entry } : undefined;
  }

  #blob(oid: string, name: string): Buffer {
    const content = this.#input.blobs.read(oid);
    if (content !== undefined) return content;
    const { name: tree, commit } = this.#input;
    throw new UsageError(
      `${name} of ${tree} is missing in this partial clone, and nothing is fetched here: ` +
        `\`git archive ${commit} > /dev/null\` gets the files of that commit once`,
    );
  }

  /** POSIX, from the root. */
  #relative(file: string): string {
    const relative = path.relative(this.#input.root, file).split(path.sep).join('/');
    if (relative !== '..' && !relative.startsWith('../') && !path.isAbsolute(relative)) return relative;
    throw new UsageError(`${file} is outside of the repository, so ${this.#input.name} cannot have it`);
  }

  #absolute(relative: string): string {
    return path.join(this.#input.root, relative);
  }

  #submodule(name: string): UsageError {
    return new UsageError(
      `\`${name}\` is a submodule, whose files ${this.#input.name} does not have: ` +
        `run poolwright in \`${name}\` with a commit of it, or name definitions and workloads outside of it`,
    );
  }

  #leaves(file: string): UsageError {
    return this.#unreadable(
      file,
      `a symbolic link leads out of the repository, to what ${this.#input.name} does not have`,
    );
  }

  #unreadable(file: string, why: string): UsageError {
    return new UsageError(`cannot read ${this.#relative(file)}: ${why}`);
  }

  #checkOut(): string {
    return `check it out (\`git worktree add ../base ${this.#input.commit}\`) and compare folders`;
  }
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
