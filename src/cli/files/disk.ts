import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { definitionsRoot } from '../repository.ts';
import { isSystemError } from '../usage-error.ts';
import type { FileKind, FileTree } from './file-tree.ts';

/** Read at a time where the size says nothing. */
const MORE_BYTES = 64 * 1024;

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
    if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Whatever the size says: pipes and growing files have none. */
function readBytes(file: string, limitBytes: number): Uint8Array {
  const descriptor = openSync(file, 'r');
  try {
    const chunks: Uint8Array[] = [];
    let total = 0;
    let chunkSize = fstatSync(descriptor).size + 1;
    while (total <= limitBytes) {
      const chunk = new Uint8Array(Math.min(chunkSize, limitBytes + 1 - total));
      chunkSize = MORE_BYTES;
      const count = readSync(descriptor, chunk, 0, chunk.length, null);
      if (count === 0) break;
      chunks.push(chunk.subarray(0, count));
      total += count;
    }
    return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  } finally {
    closeSync(descriptor);
  }
}
