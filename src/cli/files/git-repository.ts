import path from 'node:path';
import { UsageError } from '../usage-error.ts';
import { GitBlobs } from './git-blobs.ts';
import { GitListing } from './git-listing.ts';
import { type GitProcess, plainMessage } from './git-process.ts';
import { GitTree } from './git-tree.ts';

/** A commit that somebody named. */
export interface NamedCommit {
  /** As it was named, with which it can be named again: `main`, `main...HEAD`. */
  readonly revision: string;
  /** Full id. */
  readonly commit: string;
}

const FACTS = ['--is-bare-repository', '--is-inside-work-tree', '--is-shallow-repository', '--show-prefix'];

/** The repository around a folder: a clone, a worktree of one, a bare one. Nothing in it is changed. */
export class GitRepository {
  /** Absolute: the top of the working tree; of a bare repository the folder that the command runs in. */
  readonly root: string;
  readonly hasWorkingTree: boolean;
  readonly #git: GitProcess;
  readonly #blobs: GitBlobs;
  readonly #shallow: boolean;

  private constructor(git: GitProcess, facts: readonly string[]) {
    const [bare, inside, shallow, ...prefix] = facts;
    this.#git = git;
    this.#blobs = new GitBlobs(git);
    this.hasWorkingTree = bare === 'false';
    this.#shallow = shallow === 'true';
    this.root = this.hasWorkingTree ? topOf(git, inside === 'true', prefix.join('\n')) : git.cwd;
  }

  /** Undefined: there is no repository around it. @throws UsageError if git cannot be run, or refuses it */
  static around(git: GitProcess): GitRepository | undefined {
    // The prefix comes last, because names of folders may contain line breaks.
    const { ok, stdout, stderr } = git.run(['rev-parse', ...FACTS]);
    if (ok) return new GitRepository(git, stdout.toString('utf8').replace(/\n$/, '').split('\n'));
    if (/not a git repository/.test(stderr)) return undefined;
    throw new UsageError(`git cannot be asked: ${plainMessage(stderr)}`);
  }

  /** Undefined: it names no commit here. */
  find(revision: string): NamedCommit | undefined {
    const wanted = `${revision}^{commit}`;
    const { ok, stdout } = this.#git.run(['rev-parse', '--verify', '--quiet', '--end-of-options', wanted]);
    return ok ? { revision, commit: stdout.toString('latin1').trim() } : undefined;
  }

  /** @throws UsageError if it names no commit, with what helps */
  commit(revision: string): NamedCommit {
    const found = this.find(revision);
    if (found !== undefined) return found;
    throw new UsageError(`\`${revision}\` is no commit of this repository${this.hint(revision)}`);
  }

  /** Where two lines of commits parted: what a pull request is compared with. */
  mergeBase(left: string, right: string): NamedCommit {
    const commits = [this.commit(left).commit, this.commit(right).commit];
    const { ok, stdout } = this.#git.run(['merge-base', ...commits]);
    const [commit] = stdout.toString('latin1').split('\n');
    if (ok && commit !== undefined) return { revision: `${left}...${right}`, commit };
    const hint = this.#shallow ? `: this clone is shallow, ${DEEPEN}` : '';
    throw new UsageError(`\`${left}\` and \`${right}\` have no commit in common${hint}`);
  }

  tree({ revision, commit }: NamedCommit): GitTree {
    const name = `git:${revision}`;
    const { ok, stdout, stderr } = this.#git.run(['ls-tree', '-r', '-z', '--full-tree', commit]);
    if (!ok) {
      throw new UsageError(
        `the files of ${name} cannot be listed: ${plainMessage(stderr)}; of a partial clone ` +
          `\`git archive ${commit} > /dev/null\` gets what is missing`,
      );
    }
    const listing = new GitListing(stdout.toString('utf8'));
    return new GitTree({ name, commit, root: this.root, listing, blobs: this.#blobs });
  }

  /** What may have been meant, or what helps, to follow a message. */
  hint(revision: string): string {
    if (revision.includes(':')) return ': name a commit, and its files with `--definitions`';
    const remote = `origin/${revision}`;
    if (this.find(`refs/remotes/${remote}`) !== undefined) return `; did you mean \`${remote}\`?`;
    if (!this.#shallow) return '';
    const fetch = /[~^@]/.test(revision)
      ? DEEPEN
      : `fetch it (\`git fetch --depth=1 origin ${revision.replace(/^origin\//, '')}\`), or ${DEEPEN}`;
    return `: this clone is shallow, ${fetch}`;
  }
}

const DEEPEN =
  'get its history (`git fetch --unshallow`; `fetch-depth: 0` for actions/checkout, `GIT_DEPTH: 0` on GitLab)';

/** From the folder itself rather than from git, which follows links to it. */
function topOf(git: GitProcess, inside: boolean, prefix: string): string {
  const folders = path.normalize(prefix.replace(/\/$/, ''));
  if (inside && prefix === '') return git.cwd;
  if (inside && git.cwd.endsWith(path.sep + folders)) {
    return path.resolve(git.cwd, ...folders.split(path.sep).map(() => '..'));
  }
  // `GIT_WORK_TREE` may be elsewhere.
  const { ok, stdout } = git.run(['rev-parse', '--show-toplevel']);
  return ok ? path.resolve(stdout.toString('utf8').replace(/\n$/, '')) : git.cwd;
}
