import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Severity } from '../diagnostics/severity.ts';
import type { Compilation } from '../model/compilation.ts';
import type { Source } from '../diagnostics/source.ts';
import { type CheckReport, type ReportDiagnostic, reportOf } from '../report/check-report.ts';
import type { ReportShard } from '../report/report-shard.ts';
import { type Reporter, sourcesOf } from '../report/reporter.ts';
import { wantsColor } from './color.ts';
import { type ExitCode, exitCodeOf, outcomeOf } from './exit-code.ts';
import { failing } from './failing.ts';
import type { Host, Terminal } from './host.ts';
import { type Judged, judgedCompilation } from './judged.ts';
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

/** Prints the findings of a compilation and says how the run ends. */
export async function emitReport(
  compilation: Compilation,
  flags: ReportFlags,
  host: Host,
  terminal: Terminal = host.stdout,
): Promise<ExitCode> {
  const sources = sourcesOf(compilation.diagnostics);
  return emitJudged({ judged: judgedCompilation(compilation), sources }, flags, host, terminal);
}

export interface JudgedReport {
  readonly judged: Judged;
  /** Texts that findings point into, by file; without one there is no frame. */
  readonly sources: ReadonlyMap<string, Source>;
  /** Of a run with `--shard`. */
  readonly shard?: ReportShard | undefined;
}

/** Prints the findings of a run and says how it ends. */
export async function emitJudged(
  { judged, sources, shard }: JudgedReport,
  flags: ReportFlags,
  host: Host,
  terminal: Terminal = host.stdout,
): Promise<ExitCode> {
  const counting = failing(judged, flags.failOn);
  const report = {
    ...reportOf({ ...judged, clusters: judged.clusters.map((cluster) => cluster.report) }),
    ...(shard === undefined ? {} : { shard }),
  };
  const reporter = await REPORTERS[flags.format]();
  const explain =
    flags.format === 'sarif' ? (await import('./diagnostic-docs.ts')).explanations() : undefined;
  terminal.write(
    reporter(report, {
      version: packageVersion(),
      sources,
      fails: failsIn(report, judged, counting),
      color: wantsColor(flags.color, host, terminal),
      maxFindings: flags.maxFindings,
      ...(terminal.columns === undefined ? {} : { columns: terminal.columns }),
      ...(explain === undefined ? {} : { explain: (code) => explain.get(code) }),
    }),
  );
  return exitCodeOf(judged.diagnostics, counting);
}

function failsIn(
  report: CheckReport,
  { diagnostics }: Judged,
  counting: ReadonlySet<Diagnostic>,
): (found: ReportDiagnostic) => boolean {
  // The report lists the findings one to one.
  const set = new Set(
    report.diagnostics.filter((_, i) => {
      const found = diagnostics[i];
      return found !== undefined && (counting.has(found) || outcomeOf(found) !== undefined);
    }),
  );
  return (found) => set.has(found);
}
