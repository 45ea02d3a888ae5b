import { lstatSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ioError, isSystemError } from './usage-error.ts';
import { makeFolder } from './writing/make-folder.ts';
import { sweep } from './writing/sweep.ts';
import { createWhole, replaceWhole, syncFolder } from './writing/whole-file.ts';

/**
 * Writes a file in one step, so that an interruption, a power failure too, leaves the old or the new text and never half of one. Keeps the
 * mode of a file that is there; a symbolic link stays one and its target is replaced. @throws UsageError if that cannot
 * be done
 */
export function replaceFile(file: string, text: string, name: string): void {
  try {
    const old = statSync(file, { throwIfNoEntry: false });
    if (old !== undefined && !old.isFile()) {
      // A pipe or a device takes the text as it comes.
      writeFileSync(file, text);
      return;
    }
    const target = lstatSync(file, { throwIfNoEntry: false }) === undefined ? file : realpathSync(file);
    sweep(path.dirname(target));
    replaceWhole(target, text, { durable: true, ...(old === undefined ? {} : { mode: old.mode & 0o7777 }) });
    syncFolder(path.dirname(target));
  } catch (error) {
    throw ioError(error, `cannot write ${name}`);
  }
}

/**
 * Creates a file and the folders above it, whole or not at all. False: something of that name is there, and stays.
 * @throws UsageError if it cannot be written
 */
export function createFile(file: string, text: string, name: string): boolean {
  try {
    const folder = path.dirname(file);
    for (const parent of makeFolder(folder)) syncFolder(parent);
    sweep(folder);
    createWhole(file, text, { durable: true });
    syncFolder(folder);
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') return false;
    throw ioError(error, `cannot write ${name}`);
  }
}
