import type { ReportLocation } from './check-report.ts';
import type { ComparisonReport, ComparisonReportCluster } from './comparison-contract.ts';
import {
  comparisonTitle,
  differenceSubject,
  POOL_SIDE_COLUMNS,
  poolSideRows,
  problemTexts,
  SIDE_COLUMNS,
  sideRows,
} from './comparison-view.ts';
import { printable } from '../diagnostics/printable.ts';
import type { PlanTextOptions } from './plan-text.ts';
import { notesOf } from './plan-view.ts';
import { type Style, styleOf } from './style.ts';
import { table } from './table.ts';
import { wrap } from './wrap.ts';

const DEFAULT_COLUMNS = 100;

/** A comparison for people: the figures, the pools, what differs and why. */
export function comparisonText(report: ComparisonReport, options: PlanTextOptions = {}): string {
  const columns = options.columns ?? DEFAULT_COLUMNS;
  const style = styleOf(options);
  const sections = report.clusters.flatMap((cluster) => clusterSections(cluster, style, columns));
  const filled = sections.filter((section) => section.length > 0);
  return `${filled.map((section) => section.join('\n')).join('\n\n')}\n`;
}

function clusterSections(cluster: ComparisonReportCluster, style: Style, columns: number): string[][] {
  const strong = ([head = '', ...rows]: readonly string[]) => [style.strong(head), ...rows];
  const pools = poolSideRows(cluster);
  return [
    wrap(comparisonTitle(cluster), columns).map((line) => style.strong(line)),
    strong(table(SIDE_COLUMNS, sideRows(cluster), { columns })),
    pools.length === 0 ? [] : strong(table(POOL_SIDE_COLUMNS, pools, { columns })),
    problemTexts(cluster).flatMap((text) => hanging(text, columns)),
    differenceLines(cluster, style, columns),
    priceNotes(cluster).flatMap((text) => hanging(text, columns).map((line) => style.faint(line))),
  ];
}

function differenceLines(
  { differences, file }: ComparisonReportCluster,
  style: Style,
  columns: number,
): string[] {
  if (differences.length === 0) return [];
  const lines = differences.flatMap((one) => {
    const subject = differenceSubject(one);
    const where = one.source === undefined ? '' : ` (${placeText(one.source, file)})`;
    const text = `${subject === '' ? '' : `${subject}: `}${one.message}${where}`;
    return hanging(`- ${text}`, columns);
  });
  return [style.strong('what differs, and why'), ...lines];
}

/** What is assumed about prices is the same on all sides. */
function priceNotes({ sides }: ComparisonReportCluster): readonly string[] {
  const [first] = sides;
  if (first === undefined) return [];
  const own = new Set(sides.flatMap(({ plan }) => plan.notes));
  return [...new Set(sides.flatMap(({ plan }) => notesOf(plan)))].filter((note) => !own.has(note));
}

function hanging(text: string, columns: number): string[] {
  return wrap(printable(text), columns - 2).map((line, i) => (i === 0 ? line : `  ${line}`));
}

/** `line 12` in the definition, else file and line. */
function placeText({ file, range }: ReportLocation, definition: string): string {
  return file === definition ? `line ${range.start.line}` : `${file}:${range.start.line}`;
}
