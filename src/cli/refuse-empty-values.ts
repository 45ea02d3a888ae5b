import type { Command } from 'commander';
import { UsageError } from './usage-error.ts';

/** Options that name something to read or write, by what help calls their value. */
const PATH = /<(?:file|folder|path|source)>/;

/**
 * A variable that is not set makes an empty value, which as a path would be the current folder.
 * @throws UsageError if a path or an argument is empty
 */
export function refuseEmptyValues(command: Command): void {
  for (const option of command.options.filter(({ flags }) => PATH.test(flags))) {
    const value: unknown = command.getOptionValue(option.attributeName());
    if (value === '' || (Array.isArray(value) && value.includes(''))) {
      throw new UsageError(`\`${option.long ?? option.flags}\` is empty: name a path, or leave it away`);
    }
  }
  if (command.args.includes('')) {
    throw new UsageError('an argument is empty: name a path, or leave it away');
  }
}
