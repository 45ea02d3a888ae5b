import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder and those above it; gives the folders that got a new one. Throws what the file system throws. */
export function makeFolder(path: string): readonly string[] {
  // Folder by folder: the recursive `mkdir` of Node never ends where the system says ENOENT below an existing folder.
  const missing: string[] = [];
  for (let current = path; !existsSync(current) && current !== dirname(current); current = dirname(current)) {
    missing.push(current);
  }
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder);
    } catch (error) {
      // Another run made it in the meantime; a dangling link makes the next step fail.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return missing.map((folder) => dirname(folder));
}
