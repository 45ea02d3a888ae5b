import { lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { definitionsRoot } from '../repository.ts';
import { isSystemError, LINK_TO_NOTHING } from '../usage-error.ts';
import type { FileKind, FileTree } from './file-tree.ts';
import { readBytes } from './read-bytes.ts';

/** The files that are there. */
export const DISK: FileTree = {
  kindOf,
  namesIn: (folder) => readdirSync(folder),
  filesBelow: (folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  read: readBytes,
  glob: async (pattern, folder) => {
    // The globbing library is loaded only where there is something to match.
    const { glob } = await import('tinyglobby');
    const found = await glob(pattern, { cwd: folder, absolute: true, onlyFiles: true });
    return found.map((file) => path.normalize(file));
  },
  rootOf: definitionsRoot,
};

function kindOf(file: string): FileKind | undefined {
  try {
    return statSync(file).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (!isSystemError(error) || (error.code !== 'ENOENT' && error.code !== 'ENOTDIR')) throw error;
    // To take a link to nothing for nothing would pass over a file that was meant to be there.
    if (error.code === 'ENOENT' && lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
      throw Object.assign(new Error('dangling link'), { code: LINK_TO_NOTHING, syscall: 'stat' });
    }
    return undefined;
  }
}
