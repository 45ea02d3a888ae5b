import type { Severity } from '../diagnostics/severity.ts';
import type { Position, Source } from '../diagnostics/source.ts';
import type { ReportDiagnostic, ReportEdit, ReportLocation, ReportRange } from './check-report.ts';
import { offsetOf } from './offset.ts';
import type { Reporter } from './reporter.ts';
import { inertJson } from './inert.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'ERROR', warning: 'WARNING', info: 'INFO' };

type Sources = ReadonlyMap<string, Source>;

/** Reviewdog Diagnostic Format (`rdjson`). Its columns count UTF-8 bytes; `end` is exclusive, as ours. */
export const rdjson: Reporter = (report, { sources }) => {
  const result = {
    source: { name: 'poolwright' },
    diagnostics: report.diagnostics.map((found) => rdDiagnostic(found, sources)),
  };
  return inertJson(result);
};

function rdDiagnostic(found: ReportDiagnostic, sources: Sources): object {
  const suggestion = found.fix === undefined ? undefined : suggest(found.file, found.fix.edits, sources);
  return {
    message: found.help === undefined ? found.message : `${found.message}\n${found.help}`,
    location: location(found, sources),
    severity: SEVERITIES[found.severity],
    code: { value: found.code },
    ...(suggestion === undefined ? {} : { suggestions: [suggestion] }),
    ...(found.related.length === 0
      ? {}
      : {
          related_locations: found.related.map((related) => ({
            message: related.message,
            location: location(related, sources),
          })),
        }),
  };
}

/**
 * Suggestions of one finding are alternatives, so the edits of a fix become one replacement. A fix that also edits
 * another file cannot be said in this format.
 */
function suggest(file: string, edits: readonly ReportEdit[], sources: Sources): object | undefined {
  const source = sources.get(file);
  const placed = edits
    .map((edit) => ({ edit, start: source === undefined ? 0 : offsetOf(source, edit.range.start) }))
    .toSorted((a, b) => a.start - b.start)
    .map(({ edit }) => edit);
  const first = placed[0];
  const last = placed.at(-1);
  if (source === undefined || first === undefined || last === undefined) return undefined;
  if (edits.some((edit) => edit.file !== file)) return undefined;
  let text = '';
  let done = offsetOf(source, first.range.start);
  for (const edit of placed) {
    text += source.text.slice(done, offsetOf(source, edit.range.start)) + edit.newText;
    done = offsetOf(source, edit.range.end);
  }
  return { range: byteRange({ start: first.range.start, end: last.range.end }, source), text };
}

function location(place: ReportLocation, sources: Sources): object {
  const source = sources.get(place.file);
  return { path: place.file, ...(source === undefined ? {} : { range: byteRange(place.range, source) }) };
}

function byteRange(range: ReportRange, source: Source): ReportRange {
  return { start: bytePosition(range.start, source), end: bytePosition(range.end, source) };
}

function bytePosition({ line, column }: Position, source: Source): Position {
  return { line, column: Buffer.byteLength(source.lineText(line).slice(0, column - 1), 'utf8') + 1 };
}
