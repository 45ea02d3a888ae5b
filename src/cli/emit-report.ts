import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Severity } from '../diagnostics/severity.ts';
import type { Compilation } from '../model/compilation.ts';
import { type CheckReport, checkReport, type ReportDiagnostic } from '../report/check-report.ts';
import { type Reporter, sourcesOf } from '../report/reporter.ts';
import { wantsColor } from './color.ts';
import { type ExitCode, exitCodeOf, outcomeOf } from './exit-code.ts';
import { failingFindings } from './failing.ts';
import type { Host, Terminal } from './host.ts';
import { packageVersion } from './package-info.ts';

/** One reporter is loaded, the others are not. */
const REPORTERS: Readonly<Record<ReportFormat, () => Promise<Reporter>>> = {
  text: async () => (await import('../report/text.ts')).text,
  json: async () => (await import('../report/json.ts')).json,
  sarif: async () => (await import('../report/sarif.ts')).sarif,
  github: async () => (await import('../report/github.ts')).github,
  gitlab: async () => (await import('../report/gitlab.ts')).gitlab,
  junit: async () => (await import('../report/junit.ts')).junit,
  rdjson: async () => (await import('../report/rdjson.ts')).rdjson,
};

export const REPORT_FORMATS = ['text', 'json', 'sarif', 'github', 'gitlab', 'junit', 'rdjson'] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface ReportFlags {
  readonly format: ReportFormat;
  readonly failOn?: Severity | undefined;
  readonly color?: boolean | undefined;
  readonly maxFindings: number;
}

/** Prints the findings of a run and says how it ends. */
export async function emitReport(
  compilation: Compilation,
  flags: ReportFlags,
  host: Host,
  terminal: Terminal = host.stdout,
): Promise<ExitCode> {
  const failing = failingFindings(compilation, flags.failOn);
  const report = checkReport(compilation);
  const reporter = await REPORTERS[flags.format]();
  const explain =
    flags.format === 'sarif' ? (await import('./diagnostic-docs.ts')).explanations() : undefined;
  terminal.write(
    reporter(report, {
      version: packageVersion(),
      sources: sourcesOf(compilation.diagnostics),
      fails: failsIn(report, compilation, failing),
      color: wantsColor(flags.color, host, terminal),
      maxFindings: flags.maxFindings,
      ...(terminal.columns === undefined ? {} : { columns: terminal.columns }),
      ...(explain === undefined ? {} : { explain: (code) => explain.get(code) }),
    }),
  );
  return exitCodeOf(compilation.diagnostics, failing);
}

function failsIn(
  report: CheckReport,
  compilation: Compilation,
  failing: ReadonlySet<Diagnostic>,
): (found: ReportDiagnostic) => boolean {
  // The report lists the findings of the compilation one to one.
  const set = new Set(
    report.diagnostics.filter((_, i) => {
      const found = compilation.diagnostics[i];
      return found !== undefined && (failing.has(found) || outcomeOf(found) !== undefined);
    }),
  );
  return (found) => set.has(found);
}
