import type { Source } from '../diagnostics/source.ts';
import type { CheckReport, ReportDiagnostic, ReportLocation } from './check-report.ts';
import { printable } from '../diagnostics/printable.ts';
import { fixHunks, type Hunk } from './fix-preview.ts';
import { bar, frame, type FrameLayout, type Mark } from './frame.ts';
import { viewLine } from './line-view.ts';
import { inert } from './inert.ts';
import type { Reporter, ReportOptions } from './reporter.ts';
import { type Style, styleOf } from './style.ts';
import { counted, countedClusters, countedFindings, worstFirst } from './words.ts';
import { wrap } from './wrap.ts';

const DEFAULT_COLUMNS = 120;
/** Code is never squeezed below this, however narrow the terminal. */
const MIN_CODE_COLUMNS = 30;
const MAX_HUNK_LINES = 6;

/** Findings for people: code frames in the manner of rustc, then a summary line. */
export const text: Reporter = (report, options) => {
  const style = styleOf(options);
  const shown = limit(report.diagnostics, options.maxFindings ?? 0);
  const blocks = shown.map((found) => findingBlock(found, options, style));
  const last = summary(report, shown.length, { ...options, style });
  return inert(`${[...blocks, last].map((block) => block.join('\n')).join('\n\n')}\n`);
};

/** The worst `max` findings, in file order. */
function limit(findings: readonly ReportDiagnostic[], max: number): readonly ReportDiagnostic[] {
  if (max === 0 || findings.length <= max) return findings;
  const kept = new Set(worstFirst(findings).slice(0, max));
  return findings.filter((found) => kept.has(found));
}

/** Of a review: its place may be in the state before. */
export interface PlacedFinding extends ReportDiagnostic {
  readonly side?: 'base';
}

/** One finding with its code frames, line by line. */
export function findingBlock(found: PlacedFinding, options: ReportOptions, style: Style): string[] {
  const hunks = found.fix === undefined ? [] : fixHunks(found.fix, options.sources);
  const layout = layoutOf(found, hunks, options, style);
  const { line, column } = found.range.start;
  const whose = found.side === undefined ? '' : ` (${found.side})`;
  return [
    ...heading(found, options, style),
    `${' '.repeat(layout.gutter)}${style.gutter('-->')} ${printable(found.file)}:${line}:${column}${whose}`,
    // Notes are many and ask for nothing: without a frame they do not bury what does.
    ...(found.severity === 'info' ? [] : frames(found, options.sources, layout)),
    ...(found.help === undefined ? [] : note('help', found.help, options, layout)),
    ...(found.fix === undefined ? [] : note('fix', found.fix.title, options, layout)),
    ...(hunks.length === 0 ? [] : preview(hunks, found.file, layout)),
  ];
}

/** `error[PW1010]: message`, wrapped where the width is known. */
function heading(found: ReportDiagnostic, options: ReportOptions, style: Style): string[] {
  const label = `${found.severity}[${printable(found.code)}]`;
  const [first = '', ...rest] = fit(`${label}: ${printable(found.message)}`, options.columns);
  return [
    style.severity[found.severity](label) + style.strong(first.slice(label.length)),
    ...rest.map(style.strong),
  ];
}

function fit(text: string, columns: number | undefined): string[] {
  return columns === undefined ? [text] : wrap(text, columns);
}

function layoutOf(
  found: ReportDiagnostic,
  hunks: readonly Hunk[],
  options: ReportOptions,
  style: Style,
): FrameLayout {
  const lines = [
    found.range.start.line,
    ...found.related.map((related) => related.range.start.line),
    ...hunks.map((hunk) => hunk.line + Math.max(hunk.before.length, hunk.after.length)),
  ];
  const gutter = String(Math.max(...lines)).length;
  const columns = Math.max(MIN_CODE_COLUMNS, (options.columns ?? DEFAULT_COLUMNS) - gutter - 3);
  return { gutter, columns, style, paintPrimary: style.severity[found.severity] };
}

/** One frame per file: the blamed one first, then `:::` frames for related places elsewhere. */
function frames(
  found: ReportDiagnostic,
  sources: ReadonlyMap<string, Source>,
  layout: FrameLayout,
): string[] {
  const files = [...new Set([found.file, ...found.related.map(({ file }) => file)])];
  return files.flatMap((file) => {
    const marks: Mark[] = found.related
      .filter((related) => related.file === file)
      .map(({ range, message }) => ({ range, message, primary: false }));
    const first = marks[0];
    const elsewhere = file !== found.file && first !== undefined ? [arrow(file, first, layout)] : [];
    if (file === found.file) marks.unshift({ range: found.range, primary: true });
    const source = sources.get(file);
    const visible =
      source !== undefined && marks.some((mark) => source.lineText(mark.range.start.line) !== '');
    return [...elsewhere, ...(visible ? frame(source, marks, layout) : [])];
  });
}

function arrow(file: string, { range }: Pick<ReportLocation, 'range'>, layout: FrameLayout): string {
  const place = `${printable(file)}:${range.start.line}:${range.start.column}`;
  return `${' '.repeat(layout.gutter)}${layout.style.gutter(':::')} ${place}`;
}

function note(label: string, message: string, options: ReportOptions, layout: FrameLayout): string[] {
  const lead = `${' '.repeat(layout.gutter)} = ${label}: `;
  const width = options.columns === undefined ? undefined : options.columns - lead.length;
  const lines = message.split('\n').flatMap((paragraph) => fit(printable(paragraph), width));
  const painted = `${' '.repeat(layout.gutter)} ${layout.style.gutter('=')} ${layout.style.strong(`${label}:`)} `;
  return lines.map((line, i) => (i === 0 ? painted : ' '.repeat(lead.length)) + line);
}

function preview(hunks: readonly Hunk[], file: string, layout: FrameLayout): string[] {
  const { style, gutter } = layout;
  const side = (lines: readonly string[], hunk: Hunk, sign: '-' | '+', paint: (text: string) => string) => {
    const shown = lines.slice(0, MAX_HUNK_LINES).map((line, i) => {
      const focus = firstDifference(line, (sign === '-' ? hunk.after : hunk.before)[i] ?? '');
      const number = String(hunk.line + i).padStart(gutter);
      return `${style.gutter(number)} ${paint(`${sign} ${viewLine(line, focus, layout.columns).text}`)}`;
    });
    return lines.length > MAX_HUNK_LINES ? [...shown, style.gutter('...')] : shown;
  };
  return hunks.flatMap((hunk, i) => [
    ...(hunk.file === file
      ? i === 0
        ? [bar(layout)]
        : [style.gutter('...')]
      : [`${' '.repeat(gutter)}${style.gutter(':::')} ${printable(hunk.file)}:${hunk.line}`]),
    ...side(hunk.before, hunk, '-', style.removed),
    ...side(hunk.after, hunk, '+', style.added),
  ]);
}

function firstDifference(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

interface SummaryOptions extends Pick<ReportOptions, 'columns'> {
  readonly style: Style;
}

function summary(report: CheckReport, shown: number, { columns, style }: SummaryOptions): string[] {
  const findings = countedFindings(report.summary);
  const clusters = countedClusters(report);
  if (findings === '') return [`${style.added('ok')}: ${clusters}, no findings`];
  const worst = report.summary.errors > 0 ? 'error' : report.summary.warnings > 0 ? 'warning' : 'info';
  const hidden = report.diagnostics.length - shown;
  const fixable = report.diagnostics.filter((found) => found.fix !== undefined).length;
  const says = [
    findings + (report.clusters.length === 0 && report.manifests === undefined ? '' : ` in ${clusters}`),
    ...(hidden === 0 ? [] : [`${counted(hidden, 'finding')} not shown (\`--max-findings 0\` shows all)`]),
    ...(fixable === 0
      ? []
      : [
          `${fixable} can be fixed with \`${report.manifests === undefined ? 'poolwright check ' : ''}--fix\``,
        ]),
  ].join('; ');
  const [first = '', ...rest] = fit(says, columns);
  return [style.severity[worst](first.slice(0, findings.length)) + first.slice(findings.length), ...rest];
}
