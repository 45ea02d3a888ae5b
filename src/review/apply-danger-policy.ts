import { applyPolicy } from '../diagnostics/apply-policy.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Danger } from '../model/review.ts';
import type { ClusterReviewInput } from '../model/review-input.ts';

/**
 * Dangers with the levels that the project gives them, and without those that a comment silences. Comments are head's; a
 * danger that stands in base's text has lines of its own, so there only comments for the whole file count.
 */
export function applyDangerPolicy(
  found: readonly Diagnostic[],
  { head, policy }: ClusterReviewInput,
): readonly Danger[] {
  if (policy === undefined || found.length === 0) return found.map((diagnostic) => ({ diagnostic }));
  const cluster = head?.compiled.cluster;
  const isOfHead = ({ span }: Diagnostic) =>
    span.source === cluster?.source || span.source === cluster?.defaultsSource;
  const wholeFiles = { ...policy, ignores: policy.ignores.filter(({ line }) => line === undefined) };
  return found
    .flatMap((one) => applyPolicy([one], isOfHead(one) ? policy : wholeFiles))
    .map((diagnostic) => ({ diagnostic }));
}
