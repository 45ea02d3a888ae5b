import { spawnSync } from 'node:child_process';
import { ioError, isSystemError, UsageError } from '../usage-error.ts';

export interface GitResult {
  readonly ok: boolean;
  readonly stdout: Buffer;
  /** In English, trimmed. */
  readonly stderr: string;
}

/** The most that one answer may be: the objects of a commit, or its list of files. */
const MAX_BYTES = 2 ** 31 - 1;

/**
 * What git may do here: it reads what the repository holds. It takes no lock, asks nobody, runs neither hooks nor
 * filters (none of the commands used does), and never gets missing objects over the network; versions that do not know
 * the second last variable are kept from it by the last.
 */
const READ_ONLY = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
};

/** Runs git in one folder. Variables such as `GIT_DIR` count as they do for git itself. */
export class GitProcess {
  readonly cwd: string;
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(cwd: string, env: Readonly<Record<string, string | undefined>>) {
    this.cwd = cwd;
    this.#env = env;
  }

  /** @throws UsageError if git cannot be run, or refuses the repository */
  run(args: readonly string[], input?: string): GitResult {
    const { error, status, stdout, stderr } = spawnSync('git', ['--no-pager', ...args], {
      cwd: this.cwd,
      env: { ...this.#env, ...READ_ONLY },
      maxBuffer: MAX_BYTES,
      windowsHide: true,
      ...(input === undefined ? {} : { input }),
    });
    if (error !== undefined) throw notRun(error);
    const said = stderr.toString('utf8').trim();
    if (status !== 0 && said.includes('dubious ownership')) throw new UsageError(untrusted(said));
    return { ok: status === 0, stdout, stderr: said };
  }

  /** @throws UsageError also if git fails */
  output(args: readonly string[], input?: string): Buffer {
    const { ok, stdout, stderr } = this.run(args, input);
    if (!ok) throw new UsageError(`git ${args[0] ?? ''} failed: ${plainMessage(stderr)}`);
    return stdout;
  }
}

/** What git says first of what went wrong. */
export function plainMessage(stderr: string): string {
  const lines = stderr.split('\n');
  const fatal = lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines[0] ?? '';
  return fatal.replace(/^(?:fatal|error): /, '').trim() || 'it does not say why';
}

function notRun(error: Error): unknown {
  if (!isSystemError(error)) return error;
  if (error.code === 'ENOENT') {
    return new UsageError(
      '`git` is not installed, or not on the PATH: install it, or compare two folders or files instead',
    );
  }
  if (error.code === 'ENOBUFS') return new UsageError('git answers with more than 2 GiB, which is not read');
  return ioError(error, 'cannot run git');
}

/** Git says itself which command trusts the repository. */
function untrusted(said: string): string {
  const command = /git config --global --add safe\.directory .+/.exec(said)?.[0].trim();
  const hint = command === undefined ? '' : `; if you trust it: \`${command}\``;
  return `git does not read a repository that belongs to somebody else${hint}`;
}
