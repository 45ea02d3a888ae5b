import path from 'node:path';
import type { ReviewReport } from '../report/review-contract.ts';
import { UsageError } from './usage-error.ts';

const MAX_LENGTH = 200;

/**
 * Which comment a review belongs in: by default the folder that all its definitions are in, which stays the same when
 * clusters come and go. @throws UsageError if the name that was given cannot be one
 */
export function commentSet(named: string | undefined, { clusters }: ReviewReport): string {
  if (named === undefined)
    return commonFolder(clusters.map(({ file }) => path.posix.dirname(file))).slice(0, MAX_LENGTH);
  if (named === '' || named.length > MAX_LENGTH || /\p{Cc}/u.test(named))
    throw new UsageError('the name of `--set` must have 1 to 200 characters on one line');
  return named;
}

function commonFolder(folders: readonly string[]): string {
  const [first = '.', ...others] = folders.map((folder) => folder.split('/'));
  let common = typeof first === 'string' ? [first] : first;
  for (const other of others) {
    const differs = common.findIndex((part, i) => part !== other[i]);
    common = differs < 0 ? common : common.slice(0, differs);
  }
  return common.join('/') || '.';
}
