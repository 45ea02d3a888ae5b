import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ioError } from './usage-error.ts';

/**
 * Replaces a file in one step, so that an interruption leaves the old or the new text and never half of one. Keeps
 * its mode; a symbolic link stays one and its target is replaced. @throws UsageError if that cannot be done
 */
export function replaceFile(file: string, text: string, name: string): void {
  try {
    const target = realpathSync(file);
    const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.tmp`);
    try {
      writeFileSync(temporary, text, { mode: statSync(target).mode, flag: 'wx' });
      renameSync(temporary, target);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  } catch (error) {
    throw ioError(error, `cannot write ${name}`);
  }
}
