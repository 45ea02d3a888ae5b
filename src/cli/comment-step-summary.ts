import { appendFileSync, statSync } from 'node:fs';
import type { ReviewReport } from '../report/review-contract.ts';
import { reviewMarkdown } from '../report/review-markdown.ts';
import type { Host } from './host.ts';
import { ioError, UsageError } from './usage-error.ts';

/** GitHub shows no more of one step. */
const MAX_BYTES = 1024 * 1024;

/** Less would not be worth reading. */
const LEAST_BYTES = 4_000;

/** Adds the review to the summary of the job. False: other commands of the step have filled it. @throws UsageError */
export function addToStepSummary(report: ReviewReport, { env }: Pick<Host, 'env'>): boolean {
  const file = env['GITHUB_STEP_SUMMARY'] ?? '';
  if (file === '')
    throw new UsageError('--step-summary needs GITHUB_STEP_SUMMARY, which GitHub Actions sets in every step');
  try {
    const used = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const maxCharacters = MAX_BYTES - used - '\n'.length;
    if (maxCharacters < LEAST_BYTES) return false;
    appendFileSync(file, `${reviewMarkdown(report, { forge: 'github', maxCharacters })}\n`);
    return true;
  } catch (error) {
    throw ioError(error, 'cannot add to the file of GITHUB_STEP_SUMMARY');
  }
}
