import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReviewReport } from '../../../src/report/review-contract.ts';
import { GIT_ENV, Repository } from '../../cli/files/repository.ts';
import { type CliResult, runIn } from '../../cli/harness.ts';

export interface ReviewCase {
  readonly arguments: readonly string[];
  readonly report: ReviewReport;
  /** The same command with another format. */
  readonly run: (format: string, more?: readonly string[]) => Promise<CliResult>;
}

const ARGUMENTS = 'diff git:main --at 2026-09-01T08:00:00Z';

/**
 * A folder as the pull request it stands for: `base/` is on the main branch, the files of `head/` are written over it.
 * `arguments.txt` says what to run, if it is not the usual.
 */
export async function reviewCase(folder: string): Promise<ReviewCase> {
  const repository = new Repository();
  cpSync(path.join(folder, 'base'), repository.root, { recursive: true });
  repository.commit();
  cpSync(path.join(folder, 'head'), repository.root, { recursive: true });
  const own = path.join(folder, 'arguments.txt');
  const words = (existsSync(own) ? readFileSync(own, 'utf8').trim() : ARGUMENTS).split(' ');
  const run = (format: string, more: readonly string[] = []) =>
    runIn(repository.root, [...words, '--format', format, ...more], { env: GIT_ENV });
  const { stdout, stderr } = await run('json');
  if (!stdout.startsWith('{')) throw new Error(stderr);
  return { arguments: words, run, report: JSON.parse(stdout) as ReviewReport };
}
