import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import type { CheckReport, ReportDiagnostic } from './check-report.ts';

/** Turns a report into the text of one format, ending with a line break. */
export type Reporter = (report: CheckReport, options: ReportOptions) => string;

export interface ReportOptions {
  /** Version of this package, for formats that name their tool. */
  readonly version: string;
  /** Texts of the files that the report names: code frames, snippets, byte columns, fingerprints. */
  readonly sources: ReadonlyMap<string, Source>;
  /** @default errors */
  readonly fails?: (found: ReportDiagnostic) => boolean;
  /** Markdown explanation of a code, for formats that carry rules. */
  readonly explain?: (code: string) => string | undefined;
  /** `text` only. @default false */
  readonly color?: boolean;
  /** `text` only: width of the terminal. @default 120 for code lines, help is not wrapped */
  readonly columns?: number;
  /** `text` only; 0 is no limit. @default 0 */
  readonly maxFindings?: number;
}

/** The sources that a report of these findings needs, by file. */
export function sourcesOf(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, Source> {
  const spans = diagnostics.flatMap((found) => [
    found.span,
    ...found.related.map((related) => related.span),
    ...(found.fix?.edits.map((edit) => edit.span) ?? []),
  ]);
  return new Map(spans.map(({ source }) => [source.file, source]));
}
