import type { Severity } from '../diagnostics/severity.ts';
import type { CheckRun, CheckRunAnnotation } from '../forge/github/check-run.ts';
import type { ReviewReport, ReviewReportLocation } from '../report/review-contract.ts';
import { reviewMarkdown } from '../report/review-markdown.ts';
import { reviewVerdict } from '../report/review-verdict.ts';
import { clipped } from '../report/review-inert.ts';
import { worstFirst } from '../report/words.ts';

/** The most that the summary of a check may have. */
const MAX_CHARACTERS = 65_535;
/** Of a title; nobody reads more, and GitHub cuts it. */
const MAX_TITLE = 200;
/** GitHub shows no more of them in a diff, and each fifty take a request. */
const MAX_ANNOTATIONS = 500;
/** Of one annotation; GitHub takes 64 KB. */
const MAX_MESSAGE = 4_000;
/** Longer ones are on no file system, but may be in a file that strangers wrote. */
const MAX_PATH = 1_024;

const CONCLUSIONS = { error: 'failure', warning: 'neutral', ok: 'success' } as const;
const LEVELS: Readonly<Record<Severity, CheckRunAnnotation['level']>> = {
  error: 'failure',
  warning: 'warning',
  info: 'notice',
};

export interface CheckRunContext {
  readonly set: string;
  readonly commit: string;
  /** The same for the same run. */
  readonly externalId: string;
}

/** A review as a check on the commit: dangers, and findings that base does not have, are annotations. */
export function checkRunOf(report: ReviewReport, { set, commit, externalId }: CheckRunContext): CheckRun {
  const { level, headline } = reviewVerdict(report);
  const title = headline.replaceAll('`', '');
  return {
    name: set === '.' ? 'poolwright' : `poolwright (${set})`,
    headSha: commit,
    conclusion: CONCLUSIONS[level],
    title: clipped(title, MAX_TITLE),
    summary: reviewMarkdown(report, { forge: 'github', maxCharacters: MAX_CHARACTERS }),
    annotations: annotationsOf(report),
    externalId,
  };
}

interface Annotated {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help?: string;
  readonly at: ReviewReportLocation;
}

function annotationsOf({ clusters, findings }: ReviewReport): readonly CheckRunAnnotation[] {
  const dangers = clusters
    .flatMap((cluster) => [...cluster.dangers, ...cluster.nodePools.flatMap((pool) => pool.dangers)])
    .map((danger): Annotated => ({ ...danger, at: danger.source }));
  const fresh = findings.filter(({ known }) => !known).map((found): Annotated => ({ ...found, at: found }));
  return (
    worstFirst([...dangers, ...fresh])
      // A line of base is another one in head, or none.
      .filter(({ at }) => at.side === undefined && isInRepository(at.file))
      .slice(0, MAX_ANNOTATIONS)
      .map(annotationOf)
  );
}

/** GitHub takes plain text here, so nothing needs to be escaped. */
function annotationOf({ code, severity, message, help, at }: Annotated): CheckRunAnnotation {
  const { start, end } = at.range;
  // An end at the start of a line is that of the line before; the last column belongs to it.
  const startLine = Math.max(1, start.line);
  const endsBefore = end.column === 1 && end.line > startLine;
  const endLine = Math.max(startLine, endsBefore ? end.line - 1 : end.line);
  return {
    path: at.file,
    startLine,
    endLine,
    ...(endLine === startLine && !endsBefore
      ? { startColumn: Math.max(1, start.column), endColumn: Math.max(1, start.column, end.column - 1) }
      : {}),
    level: LEVELS[severity],
    title: clipped(code, MAX_TITLE),
    message: clipped(help === undefined ? message : `${message}\n${help}`, MAX_MESSAGE),
  };
}

function isInRepository(file: string): boolean {
  return (
    file !== '' &&
    file.length <= MAX_PATH &&
    !file.startsWith('<') &&
    !file.startsWith('/') &&
    !file.split('/').includes('..')
  );
}
