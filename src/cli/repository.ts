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

/**
 * What files are named relative to: the repository of the definitions, so that output does not depend on where the
 * command runs. A file outside of any repository belongs to the current folder if it is below it, else to the parent
 * of its own. Definitions of several repositories share the root of the current folder: names must not clash.
 */
export function definitionsRoot(files: readonly string[], cwd: string): string {
  const [root, ...others] = new Set(files.filter((file) => file !== '-').map((file) => rootOf(file, cwd)));
  return root === undefined || others.length > 0 ? repositoryRoot(cwd) : root;
}

function rootOf(file: string, cwd: string): string {
  const folder = path.dirname(file);
  const root = repositoryRoot(folder);
  if (root !== folder || existsSync(path.join(folder, '.git'))) return root;
  const below =
    !/^\.\.($|[/\\])/.test(path.relative(cwd, file)) && !path.isAbsolute(path.relative(cwd, file));
  return below && cwd !== path.parse(cwd).root ? cwd : path.dirname(folder);
}

/** How reports name a file: POSIX, relative to the repository's root. */
export function reportPath(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}
