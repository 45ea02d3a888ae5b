import { createHash } from 'node:crypto';
import type { Source } from '../diagnostics/source.ts';
import type { ReportDiagnostic } from './check-report.ts';
import { textOf } from './offset.ts';

/**
 * One stable identity per finding, in the order given: code, file, the blamed text and its line without indentation,
 * and a count that tells repetitions apart. Line numbers and wording stay out, so that editing elsewhere in the file
 * or upgrading poolwright does not make an old finding look new.
 */
export function fingerprints(
  findings: readonly ReportDiagnostic[],
  sources: ReadonlyMap<string, Source>,
): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map((found) => {
    const source = sources.get(found.file);
    const line = source?.lineText(found.range.start.line).trim() ?? '';
    const blamed = source === undefined ? found.message : textOf(source, found.range);
    const key = JSON.stringify([found.code, found.file, line, blamed]);
    const repetition = seen.get(key) ?? 0;
    seen.set(key, repetition + 1);
    return createHash('sha256').update(`${key}#${repetition}`).digest('hex').slice(0, 32);
  });
}
