import { lstatSync, realpathSync, statSync } from 'node:fs';
import type { OutputLocation } from './output-location.ts';
import { ioError, UsageError } from './usage-error.ts';

/**
 * What stands where the output folder is to be must be a folder. It may be a link to another one: whoever made it wants
 * the output there. @throws UsageError
 */
export function refuseNoFolder({ folder, name }: OutputLocation): void {
  try {
    const entry = lstatSync(folder, { throwIfNoEntry: false });
    if (entry?.isSymbolicLink() === true) realpathSync(folder);
    if (entry !== undefined && !statSync(folder).isDirectory()) {
      throw new UsageError(
        `${name} is not a folder: move it elsewhere, or name another folder with \`--out\``,
      );
    }
  } catch (error) {
    throw ioError(
      error,
      `cannot write ${name}`,
      'see where its symbolic link leads, or name another `--out`',
    );
  }
}
