import { CODES } from '../../diagnostics/codes.ts';
import type {
  ReportDiagnostic,
  ReportEdit,
  ReportFix,
  ReportLocation,
  ReportRange,
  ReportRelated,
  ReportSummary,
} from '../../report/check-report.ts';
import { count, fields, list, oneOf, optional, plain, type Shape, text } from '../comment-shape.ts';

/** What reports of all kinds have in common, as what a file must be before it is read. */

export const severity = oneOf('error', 'warning', 'info');
const position = fields<ReportRange['start']>({ line: count, column: count });
export const range = fields<ReportRange>({ start: position, end: position });
export const location = fields<ReportLocation>({ file: text, range });

/** Of this version or another one. */
export const code: Shape<string> = plain(
  'a code such as `PW2001`',
  (value) => typeof value === 'string' && /^PW\d{4}$/.test(value),
);

export const diagnosticFields = {
  file: text,
  range,
  code,
  severity,
  message: text,
  related: list(fields<ReportRelated>({ file: text, range, message: text })),
  help: optional(text),
  fix: optional(
    fields<ReportFix>({ title: text, edits: list(fields<ReportEdit>({ file: text, range, newText: text })) }),
  ),
};

export const summaryFields = { errors: count, warnings: count, infos: count };
export const summary = fields<ReportSummary>(summaryFields);

/** What a code does to the exit code is known of those of this version only. */
const knownCode: Shape<string> = plain(
  'a code that this version of poolwright knows',
  (value) => typeof value === 'string' && Object.hasOwn(CODES, value),
);

export const diagnostics = list(fields<ReportDiagnostic>({ ...diagnosticFields, code: knownCode }));
