import { existsSync } from 'node:fs';
import path from 'node:path';

/** The nearest folder with `.git` at or above `folder` (a file in worktrees and submodules), else `folder` itself. */
export function repositoryRoot(folder: string): string {
  for (let current = folder; ; ) {
    if (existsSync(path.join(current, '.git'))) return current;
    const parent = path.dirname(current);
    if (parent === current) return folder;
    current = parent;
  }
}

/** How reports name a file: POSIX, relative to the repository's root. */
export function reportPath(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}
