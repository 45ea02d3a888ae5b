import { digestOf, type ReviewMarker, writeMarker } from '../forge/review-marker.ts';
import type { ReviewReport } from '../report/review-contract.ts';
import { COMMENT_LIMITS, reviewMarkdown } from '../report/review-markdown.ts';
import { type CommentTarget, commitId, type ForgeName } from './comment-target.ts';

export interface CommentBodyInput {
  readonly report: ReviewReport;
  readonly set: string;
  readonly target: Pick<CommentTarget, 'commit' | 'order'>;
  readonly flags: { readonly forge: ForgeName; readonly always?: boolean | undefined };
  /** Stands in for the number of the run where there is none. */
  readonly nowMs: number;
}

export interface CommentBody {
  readonly marker: ReviewMarker;
  /** Below the marker; both together are within what the forge takes. */
  readonly text: string;
  /** Whether it is worth a new comment. */
  readonly postsNew: boolean;
}

export function commentBody({ report, set, target, flags, nowMs }: CommentBodyInput): CommentBody {
  const commit = reviewedCommit(target, report);
  const marker = (text: string): ReviewMarker => ({
    set,
    order: target.order ?? [BigInt(nowMs)],
    ...(commit === undefined ? {} : { commit }),
    digest: digestOf(text),
  });
  // Every digest is as long as any other.
  const reserved = Buffer.byteLength(writeMarker(marker(''))) + '\n'.length;
  const maxCharacters = COMMENT_LIMITS[flags.forge] - reserved;
  const text = reviewMarkdown(report, { forge: flags.forge, maxCharacters });
  return { marker: marker(text), text, postsNew: flags.always === true || saysSomething(report) };
}

/** What the flags or the environment say, else what the review does, if that is the id of a commit. */
export function reviewedCommit(
  { commit }: Pick<CommentTarget, 'commit'>,
  { head }: Pick<ReviewReport, 'head'>,
): string | undefined {
  return commit ?? commitId(head.commit);
}

/** A comment that says "nothing changes" helps nobody, unless there is one that says something else. */
function saysSomething({ clusters, summary }: ReviewReport): boolean {
  const { errors, warnings } = summary.newFindings;
  return (
    errors + warnings > 0 ||
    clusters.some(({ change, dangers }) => change !== 'unchanged' || dangers.length > 0)
  );
}
