import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Commits say the same on every run, and nothing of who runs the tests counts. */
export const GIT_ENV: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
};

export type Files = Readonly<Record<string, string | Uint8Array | { readonly link: string }>>;

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'poolwright-git-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A real repository, gone after the test. */
export class Repository {
  readonly root: string;

  constructor(root: string = temporaryFolder()) {
    this.root = root;
    this.git('init', '--quiet', '--initial-branch=main');
  }

  git(...args: readonly string[]): string {
    return git(this.root, ...args);
  }

  write(files: Files): this {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(this.root, name);
      mkdirSync(path.dirname(file), { recursive: true });
      rmSync(file, { force: true });
      if (typeof content === 'object' && 'link' in content) symlinkSync(content.link, file);
      else writeFileSync(file, content);
    }
    return this;
  }

  remove(...names: readonly string[]): this {
    for (const name of names) rmSync(path.join(this.root, name), { recursive: true });
    return this;
  }

  /** Everything that is there. */
  commit(message = 'change'): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', message);
    return this.git('rev-parse', 'HEAD').trim();
  }
}

export function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd, env: GIT_ENV, encoding: 'utf8', stdio: 'pipe' });
}
