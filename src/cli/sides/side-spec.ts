import path from 'node:path';
import { DISK } from '../files/disk.ts';
import { GitProcess } from '../files/git-process.ts';
import { GitRepository, type NamedCommit } from '../files/git-repository.ts';
import type { Host } from '../host.ts';
import { existingFolders } from '../resolve-inputs.ts';
import { ioError, UsageError } from '../usage-error.ts';

/** What an argument of `diff` stands for. */
export type SideSpec =
  | { readonly kind: 'working tree' }
  | { readonly kind: 'git'; readonly repository: GitRepository; readonly commit: NamedCommit }
  | FolderSpec
  | FileSpec
  | { readonly kind: 'stdin' };

export interface FolderSpec {
  readonly kind: 'folder';
  /** As it was written. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

export interface FileSpec extends Omit<FolderSpec, 'kind'> {
  readonly kind: 'file';
}

export interface SideSpecs {
  readonly base: SideSpec;
  readonly head: SideSpec;
  /** Around the folder of the run, if git was asked at all. */
  readonly repository?: GitRepository;
}

/** Says what base and head are. `A...B` is a base, where A and B parted, and a head, B. */
export function sideSpecs(base: string, head: string | undefined, host: Host): SideSpecs {
  const reader = new SpecReader(host);
  const [left, right] = reader.range(base) ?? [];
  if (left === undefined || right === undefined) {
    const specs = { base: reader.spec(base), head: reader.head(head) };
    return { ...specs, ...reader.found };
  }
  const repository = reader.needed();
  const commit = repository.mergeBase(left || 'HEAD', right || 'HEAD');
  const named = { revision: withoutPrefix(base), commit: commit.commit };
  const other = head ?? (right === '' ? undefined : `git:${right}`);
  return { base: { kind: 'git', repository, commit: named }, head: reader.head(other), repository };
}

const RANGE = /^(.*?)(\.{2,3})(?![/.])(.*)$/;
const PREFIX = /^(git|file):(.+)$/s;

class SpecReader {
  readonly #host: Host;
  #repository: GitRepository | undefined;
  #asked = false;

  constructor(host: Host) {
    this.#host = host;
  }

  get found(): Pick<SideSpecs, 'repository'> {
    return this.#repository === undefined ? {} : { repository: this.#repository };
  }

  /** Undefined: it is none. */
  range(arg: string): readonly [string, string] | undefined {
    const [, prefix] = PREFIX.exec(arg) ?? [];
    if (prefix === 'file' || (prefix === undefined && this.#kindOf(arg) !== undefined)) return undefined;
    const [, left, dots, right] = RANGE.exec(withoutPrefix(arg)) ?? [];
    if (left === undefined || right === undefined || left.endsWith('/') || left + right === '')
      return undefined;
    if (dots === '...') return [left, right];
    const both = [left || 'HEAD', right || 'HEAD'].join(' ');
    throw new UsageError(
      `name two states one by one (\`poolwright diff ${both}\`), or where they parted (\`${left}...${right}\`)`,
    );
  }

  head(arg: string | undefined): SideSpec {
    if (arg !== undefined && this.range(arg) !== undefined) {
      throw new UsageError(`\`${arg}\` is two states: give it as the base, and nothing else`);
    }
    if (arg !== undefined) return this.spec(arg);
    if (this.#asked && this.#repository?.hasWorkingTree === false) {
      throw new UsageError('a bare repository has no working tree: name a head');
    }
    return { kind: 'working tree' };
  }

  spec(arg: string): SideSpec {
    if (arg === '-') return { kind: 'stdin' };
    const [, prefix, rest = ''] = PREFIX.exec(arg) ?? [];
    if (prefix === 'git') return this.#commit(rest);
    if (prefix === 'file') return this.#path(rest) ?? missing(`no such file or folder: \`${rest}\``);
    const there = this.#path(arg);
    const repository = there === undefined ? this.#around() : this.#aroundIfAny();
    const commit = repository?.find(arg);
    // In a bare repository the files are git's own.
    const inGit = repository?.hasWorkingTree === false;
    if (there !== undefined && commit !== undefined && !inGit) {
      throw new UsageError(
        `\`${arg}\` is a commit and a ${there.kind}: write \`git:${arg}\` or \`file:${arg}\``,
      );
    }
    if (there !== undefined && !(inGit && commit !== undefined)) return there;
    if (repository !== undefined && commit !== undefined) return { kind: 'git', repository, commit };
    return missing(this.#nothing(arg, repository));
  }

  needed(): GitRepository {
    const repository = this.#around();
    if (repository !== undefined) return repository;
    throw new UsageError('there is no git repository here');
  }

  #commit(revision: string): SideSpec {
    const repository = this.needed();
    return { kind: 'git', repository, commit: repository.commit(revision) };
  }

  #path(arg: string): FolderSpec | FileSpec | undefined {
    const kind = this.#kindOf(arg);
    return kind === undefined ? undefined : { kind, name: arg, path: path.resolve(this.#host.cwd, arg) };
  }

  #kindOf(arg: string) {
    try {
      return DISK.kindOf(path.resolve(this.#host.cwd, arg));
    } catch (error) {
      throw ioError(error, `cannot read ${arg}`);
    }
  }

  #around(): GitRepository | undefined {
    if (!this.#asked) {
      const { cwd, env } = this.#host;
      this.#repository = GitRepository.around(new GitProcess(cwd, env));
      this.#asked = true;
    }
    return this.#repository;
  }

  /** Files can be compared without git. */
  #aroundIfAny(): GitRepository | undefined {
    try {
      return this.#around();
    } catch (error) {
      if (error instanceof UsageError) return undefined;
      throw error;
    }
  }

  #nothing(arg: string, repository: GitRepository | undefined): string {
    if (repository === undefined) return `\`${arg}\` is no file, and there is no git repository here`;
    const { cwd } = this.#host;
    const isCluster = existingFolders(cwd).some((folder) =>
      ['.yaml', '.yml'].some((end) => this.#kindOf(path.join(folder, arg + end)) !== undefined),
    );
    const hint = isCluster
      ? `: to compare one cluster, name a commit, and the cluster with \`--definitions ${arg}\``
      : repository.hint(arg);
    return `\`${arg}\` is neither a commit of this repository nor a file${hint}`;
  }
}

function missing(message: string): never {
  throw new UsageError(message);
}

function withoutPrefix(arg: string): string {
  return arg.replace(/^git:/, '');
}
