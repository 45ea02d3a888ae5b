import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { definitionsRoot } from '../repository.ts';
import { isSystemError, LINK_TO_NOTHING } from '../usage-error.ts';
import type { FileKind, FileTree } from './file-tree.ts';
import { globFiles } from './glob.ts';
import { readBytes } from './read-bytes.ts';

/** The files that are there. */
export const DISK: FileTree = {
  kindOf,
  namesIn: (folder) => readdirSync(folder),
  filesBelow,
  read: readBytes,
  glob: (pattern, folder, refuse = () => {}) =>
    globFiles(pattern, folder, { kindOf, realPathOf: realpathSync.native, entriesOf, refuse }),
  rootOf: definitionsRoot,
};

/** Without what git keeps for itself, as in a commit. */
function filesBelow(folder: string): readonly string[] {
  const files: string[] = [];
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (entry.isFile()) files.push(path.join(at, entry.name));
      else if (entry.isDirectory() && entry.name !== '.git') folders.push(path.join(at, entry.name));
    }
  }
  return files;
}

function entriesOf(folder: string) {
  return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    kind: entryKind(entry),
  }));
}

function entryKind(entry: Dirent): FileKind | 'link' {
  if (entry.isSymbolicLink()) return 'link';
  return entry.isDirectory() ? 'folder' : 'file';
}

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
