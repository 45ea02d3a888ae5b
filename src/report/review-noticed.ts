import type { ReviewReport, ReviewReportFinding, ReviewReportLocation } from './review-contract.ts';
import { type SharedDanger, sharedDangers } from './review-groups.ts';

/** Told with the rotation of the pool, where there is more to say about it. */
const TOLD_ELSEWHERE = new Set(['PW9614']);

export interface Noticed {
  /** Head's findings that base does not have. */
  readonly findings: readonly ReviewReportFinding[];
  readonly dangers: readonly SharedDanger[];
}

/** What a reviewer has to see, each thing once: a danger that says more than a finding about the same line stands in its place. */
export function noticed(report: ReviewReport): Noticed {
  const dangers = sharedDangers(report).filter(
    ({ code, severity }) => severity !== 'info' || !TOLD_ELSEWHERE.has(code),
  );
  const byPlace = new Map<string, SharedDanger[]>();
  for (const danger of dangers) {
    const key = placeKey(danger.source);
    const there = byPlace.get(key);
    if (there === undefined) byPlace.set(key, [danger]);
    else there.push(danger);
  }
  const told = new Set<SharedDanger>();
  const findings = report.findings
    .filter(({ known }) => !known)
    .map((found): ReviewReportFinding => {
      const richer = byPlace.get(placeKey(found))?.find(({ message }) => message.startsWith(found.message));
      if (richer === undefined) return found;
      told.add(richer);
      const { message, help } = richer;
      return { ...found, message, ...(help === undefined ? {} : { help }) };
    });
  return { findings, dangers: dangers.filter((danger) => !told.has(danger)) };
}

function placeKey({ file, range, side }: ReviewReportLocation): string {
  return `${side ?? ''} ${range.start.line}:${range.start.column} ${file}`;
}
