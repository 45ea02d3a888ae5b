import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { reportPath } from '../repository.ts';
import { isSystemError, UsageError } from '../usage-error.ts';
import { DISK } from './disk.ts';
import type { FileTree } from './file-tree.ts';

/**
 * What lies in a repository, or is named there, may come from anybody who proposes a change to it, and findings quote
 * what they are about. So it may not lead out of the repository, neither by its path nor by a link. What the command
 * line names may be anywhere, and so may everything where there is no repository.
 *
 * @throws UsageError if it leads out
 */
export function stayInside(root: string, file: string, tree: FileTree): void {
  // A commit has nothing outside of it.
  if (tree !== DISK || !existsSync(path.join(root, '.git'))) return;
  const real = realPathOf(file);
  if (real === undefined || isBelow(realpathSync.native(root), real)) return;
  const how = isBelow(root, file) ? 'a symbolic link leads' : 'it leads';
  throw new UsageError(
    `cannot read ${reportPath(root, file)}: ${how} out of the repository; copy the file into it, or name it on the command line`,
  );
}

/** Undefined: who reads it will say why it cannot be read. */
function realPathOf(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
