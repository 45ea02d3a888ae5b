import type { Severity } from '../diagnostics/severity.ts';
import type { CheckReport, ReportDiagnostic } from './check-report.ts';
import { printable } from '../diagnostics/printable.ts';
import type { Reporter } from './reporter.ts';
import { counted, countedClusters, countedFindings, worstFirst } from './words.ts';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** GitHub shows this many annotations of each kind for one step and drops the others without a word. */
const SHOWN_PER_KIND = 10;

/**
 * GitHub workflow commands, worst first, then one summary line. Findings beyond the limit are counted in the
 * summary, which becomes a notice of its own in that case.
 */
export const github: Reporter = (report) => {
  const shown: ReportDiagnostic[] = [];
  const left: Record<Severity, number> = {
    error: SHOWN_PER_KIND,
    warning: SHOWN_PER_KIND,
    info: SHOWN_PER_KIND - 1,
  };
  for (const found of worstFirst(report.diagnostics)) {
    if (left[found.severity]-- > 0) shown.push(found);
  }
  const lines = [...shown.map(command), summaryLine(report, report.diagnostics.length - shown.length)];
  return `${lines.join('\n')}\n`;
};

function command(found: ReportDiagnostic): string {
  const { start, end } = found.range;
  // GitHub refuses columns on an annotation of several lines.
  const columns = start.line === end.line ? `,col=${start.column},endColumn=${end.column}` : '';
  const place = `file=${property(found.file)},line=${start.line},endLine=${end.line}${columns}`;
  const message = found.help === undefined ? found.message : `${found.message}\n${found.help}`;
  return `::${COMMANDS[found.severity]} ${place},title=${property(found.code)}::${data(message)}`;
}

function summaryLine(report: CheckReport, hidden: number): string {
  const findings = countedFindings(report.summary);
  const summary = `${countedClusters(report)}: ${findings === '' ? 'no findings' : findings}`;
  if (hidden === 0) return summary;
  const where = 'run `poolwright check` to see all';
  return `::notice title=poolwright::${data(`${summary}; ${counted(hidden, 'finding')} not shown here, ${where}`)}`;
}

/** Line breaks are shown as such; everything else that would drive the terminal of who reads the log is replaced. */
function data(text: string): string {
  const shown = text.replaceAll(/[^\r\n]+/g, printable);
  return shown.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
