import type { Source } from '../diagnostics/source.ts';
import { assumptionItems } from './review-assumptions.ts';
import { printable } from '../diagnostics/printable.ts';
import type { ReviewReport } from './review-contract.ts';
import { costCell, costMeasure, costTitle } from './review-cost-text.ts';
import { moveItems, overlapItems, podItems, type ReviewItems } from './review-details.ts';
import { groupFacts } from './review-facts.ts';
import { type ClusterGroup, clusterGroups, isQuiet, isSingle } from './review-groups.ts';
import { sharedObjects } from './review-manifest-diff.ts';
import { clusterList } from './review-names.ts';
import { noticed } from './review-noticed.ts';
import { rotationItems } from './review-rotation-items.ts';
import { SCENARIO_COLUMNS, scenarioRows, worsenedLines } from './review-scenarios.ts';
import { reviewVerdict } from './review-verdict.ts';
import { changeCell, replacedCell } from './review-view.ts';
import { plainVoice } from './review-voice.ts';
import { type Style, styleOf } from './style.ts';
import { type Column, table } from './table.ts';
import { findingBlock, type PlacedFinding } from './text.ts';
import { counted, worstFirst } from './words.ts';
import { wrap } from './wrap.ts';

export interface ReviewTextOptions {
  readonly color?: boolean;
  /** Width of the terminal. @default 100 */
  readonly columns?: number;
  /** Texts of the files that dangers and findings are in, to show their lines. @default none */
  readonly sources?: ReadonlyMap<string, Source>;
  /** The same of places in base. @default none */
  readonly baseSources?: ReadonlyMap<string, Source>;
}

interface Layout {
  readonly style: Style;
  readonly columns: number;
  readonly sources: ReadonlyMap<string, Source>;
  readonly baseSources: ReadonlyMap<string, Source>;
}

const DEFAULT_COLUMNS = 100;
/** Names without backticks, where nothing else is around them. */
const NAMES = { ...plainVoice, code: printable };
/** JSON has them all. */
const MOST_ITEMS = 40;

/** A review for people: the verdict, a table per cluster, dangers and findings, details, what differs in the objects. */
export function reviewText(report: ReviewReport, options: ReviewTextOptions = {}): string {
  const none: ReadonlyMap<string, Source> = new Map();
  const { columns = DEFAULT_COLUMNS, sources = none, baseSources = none } = options;
  const layout = { style: styleOf(options), columns, sources, baseSources };
  const voice = plainVoice;
  const sections = [
    verdictLines(report, layout),
    ...clusterGroups(report).map((group) => groupLines(group, layout)),
    quietLines(report),
    ...findingSections(report, layout),
    section('pods without a place', podItems(report, voice), layout),
    section('which nodes are replaced, why, and when', rotationItems(report, voice), layout),
    section('pods that move', moveItems(report, voice), layout),
    ...scenarioSections(report, layout),
    section('pools that compete for pods', overlapItems(report, voice), layout),
    section('findings that are gone', resolvedItems(report), layout),
    ...diffSections(report, layout),
    assumptionItems(report, voice).flatMap((item) =>
      listLines(item().slice(2), layout).map(layout.style.faint),
    ),
  ];
  const filled = sections.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function verdictLines(report: ReviewReport, { style, columns }: Layout): string[] {
  const { level, headline, rest } = reviewVerdict(report);
  const paint = level === 'ok' ? style.added : style.severity[level];
  return [
    ...wrap(printable(headline), columns).map(paint),
    ...(rest === '' ? [] : wrap(printable(rest), columns - 2).map((line) => `  ${line}`)),
  ];
}

function groupLines(group: ClusterGroup, { style, columns }: Layout): string[] {
  const { clusters, pools, cost } = group;
  const [first] = clusters;
  if (first === undefined) return [];
  const { key } = costMeasure(cost);
  const names = clusterList(
    clusters.map(({ name }) => name),
    NAMES,
  );
  const facts = [clusters.length > 1 ? 'together' : first.file, ...groupFacts(group)];
  const titles: readonly Column[] = [
    { title: 'pool' },
    { title: 'replaced', align: 'right' },
    { title: costTitle(key), align: 'right' },
    { title: 'change' },
  ];
  const rows = pools.map((pool) => [
    pool.name,
    replacedCell(pool),
    costCell(pool.cost, key),
    changeCell(pool),
  ]);
  const [head = '', ...lines] = pools.length === 0 ? [] : table(titles, rows, { columns });
  return [
    `${style.strong(names)}  ${printable(facts.join(' · '))}`,
    ...worsenedLines(first, NAMES).map((line) => `${line}${clusters.length === 1 ? '' : ', in each'}`),
    ...(head === '' ? [] : [style.faint(head)]),
    ...lines,
  ];
}

function quietLines(report: ReviewReport): string[] {
  const quiet = report.clusters.filter(isQuiet).map(({ name }) => name);
  if (quiet.length === 0 || quiet.length === report.clusters.length) return [];
  return [`unchanged: ${clusterList(quiet, NAMES)}`];
}

/** Dangers and head's new findings, with their lines; of those that base has too only their number. */
function findingSections(report: ReviewReport, { style, columns, sources, baseSources }: Layout): string[][] {
  const several = !isSingle(report);
  const { findings, dangers } = noticed(report);
  const told = dangers.map(({ source, clusters, message, ...danger }): PlacedFinding => {
    const where = several ? `${clusterList(clusters, NAMES)}: ` : '';
    return { ...danger, ...source, message: where + message, related: [] };
  });
  const known = report.findings.length - report.findings.filter((found) => !found.known).length;
  const shown = worstFirst<PlacedFinding>([...findings, ...told]);
  const options = (found: PlacedFinding) => ({
    version: '',
    sources: found.side === undefined ? sources : baseSources,
    columns,
  });
  const blocks = shown.slice(0, MOST_ITEMS).map((found) => findingBlock(found, options(found), style));
  const hidden = shown.length - blocks.length;
  return [
    ...blocks,
    hidden === 0 ? [] : [`… and ${hidden} more (\`--format json\` has them all)`],
    known === 0 ? [] : [`${counted(known, 'finding')} as before (\`poolwright check\` shows them)`],
  ];
}

function resolvedItems({ resolved }: ReviewReport): ReviewItems {
  return resolved.map(
    ({ code, message, file, range }) =>
      () =>
        `- ${printable(code)} ${printable(message)} (${printable(file)}:${range.start.line})`,
  );
}

function section(title: string, items: ReviewItems, layout: Layout): string[] {
  if (items.length === 0) return [];
  const lines = items.slice(0, MOST_ITEMS).flatMap((item) => item().trim().split(/\n+/));
  const hidden = items.length - MOST_ITEMS;
  return [
    layout.style.strong(title),
    ...lines.flatMap((line) => listLines(line, layout)),
    ...(hidden > 0 ? [`… and ${hidden} more (\`--format json\` has them all)`] : []),
  ];
}

/** A line of a list, continued below its text. */
function listLines(line: string, { columns }: Layout): string[] {
  const lead = /^ *(?:- )?/.exec(line)?.[0] ?? '';
  const hang = ' '.repeat(lead.length);
  return wrap(line.slice(lead.length), columns - lead.length).map(
    (part, i) => (i === 0 ? lead : hang) + part,
  );
}

function scenarioSections(report: ReviewReport, { style, columns }: Layout): string[][] {
  const single = isSingle(report);
  return report.clusters.flatMap((cluster) => {
    const rows = scenarioRows(cluster);
    if (rows.length === 0) return [];
    const [head = '', ...lines] = table(SCENARIO_COLUMNS, rows, { columns });
    return [[...(single ? [] : [style.strong(printable(cluster.name))]), style.strong(head), ...lines]];
  });
}

function diffSections(report: ReviewReport, { style }: Layout): string[][] {
  const objects = sharedObjects(report);
  const single = isSingle(report);
  const shown = objects.slice(0, MOST_ITEMS);
  const hidden = objects.length - shown.length;
  return [
    ...shown.map(({ key, change, diff, clusters, inPlaceOf }) => [
      style.strong(
        `${inPlaceOf === undefined ? '' : `${printable(inPlaceOf)} → `}${printable(key)}${single ? '' : ` in ${clusterList(clusters, NAMES)}`}, ${change}`,
      ),
      ...diff
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => paintLine(printable(line), style)),
    ]),
    hidden > 0 ? [`… and ${counted(hidden, 'object')} more (\`--format json\` has them all)`] : [],
  ];
}

function paintLine(line: string, style: Style): string {
  if (line.startsWith('+')) return style.added(line);
  if (line.startsWith('-')) return style.removed(line);
  return line.startsWith('@@') ? style.gutter(line) : style.faint(line);
}
