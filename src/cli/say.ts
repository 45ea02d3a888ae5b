import { printable } from '../diagnostics/printable.ts';
import type { Host } from './host.ts';

/** One line on the standard error, whatever the names in it are. */
export function say(line: string, { stderr }: Pick<Host, 'stderr'>): void {
  stderr.write(`${printable(line)}\n`);
}
