import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stateOf, thisProcess } from './process-identity.ts';
import { makerOf } from './whole-file.ts';

/** Removes temporary files that runs which are no more left in a folder. What cannot be removed stays. */
export function sweep(folder: string): void {
  const { host } = thisProcess();
  try {
    for (const name of readdirSync(folder)) {
      const pid = makerOf(name);
      if (pid !== undefined && stateOf({ pid, host }) === 'dead') {
        rmSync(path.join(folder, name), { force: true });
      }
    }
  } catch {
    // Tidying up is nobody's order: whatever matters will be said by who writes.
  }
}
