import type { ReportLocation } from './check-report.ts';
import { printable } from '../diagnostics/printable.ts';
import { hourlyText, monthlyText } from './money.ts';
import type { PlanReport, PlanReportCluster } from './plan-contract.ts';
import { GROUP_COLUMNS, groupRows, rangeText } from './plan-group-rows.ts';
import {
  type FailureGroup,
  failureGroups,
  floorText,
  newNodes,
  notesOf,
  otherFindings,
  outcomeText,
  poolRows,
  shownPools,
  shownReasons,
  typesTitle,
  verdict,
} from './plan-view.ts';
import { type Style, styleOf } from './style.ts';
import { type Column, table } from './table.ts';
import { counted } from './words.ts';
import { wrap } from './wrap.ts';

export interface PlanTextOptions {
  readonly color?: boolean;
  /** Width of the terminal. @default 100 */
  readonly columns?: number;
}

interface Layout {
  readonly style: Style;
  readonly columns: number;
}

const DEFAULT_COLUMNS = 100;
/** Groups of pods without a place that are shown. JSON has them all. */
const MAX_GROUPS = 20;

/** A plan for people: the verdict first, then pools, pods without a place, cost, notes. */
export function planText(report: PlanReport, options: PlanTextOptions = {}): string {
  const layout = { style: styleOf(options), columns: options.columns ?? DEFAULT_COLUMNS };
  const notes = report.clusters.map(notesOf);
  const common = commonNotes(notes);
  const sections = [
    ...report.clusters.flatMap((cluster, i) => [
      ...clusterSections(cluster, layout),
      noteLines(notes[i]?.filter((note) => !common.includes(note)) ?? [], layout),
    ]),
    totalSection(report, layout),
    noteLines(common, layout),
    findingLines(report, layout),
  ];
  const filled = sections.filter((section) => section.length > 0);
  return `${filled.map((section) => section.join('\n')).join('\n\n')}\n`;
}

function clusterSections(cluster: PlanReportCluster, layout: Layout): string[][] {
  return [
    verdictLines(cluster, layout),
    poolSection(cluster, layout),
    groupSection(cluster, layout),
    ...failureSections(cluster, layout),
    costSection(cluster, layout),
    spreadSection(cluster, layout),
  ];
}

function verdictLines(cluster: PlanReportCluster, { style, columns }: Layout): string[] {
  const { fits, headline, detail } = verdict(cluster);
  const [first = '', ...rest] = wrap(printable(headline), columns);
  const paint = fits ? style.added : style.severity.error;
  const name = first.slice(0, first.indexOf(':') + 1);
  return [
    style.strong(name) + paint(first.slice(name.length)),
    ...rest.map(paint),
    ...[detail, rangeText(cluster)].flatMap((text) =>
      text === '' ? [] : wrap(text, columns - 2).map((line) => `  ${line}`),
    ),
  ];
}

const POOL_COLUMNS: readonly Column[] = [
  { title: 'pool' },
  { title: 'nodes', align: 'right' },
  { title: 'pods', align: 'right' },
  { title: 'cpu', align: 'right' },
  { title: 'memory', align: 'right' },
  { title: '$/h', align: 'right' },
  { title: '$/month', align: 'right' },
];

function poolSection(cluster: PlanReportCluster, { style, columns }: Layout): string[] {
  const { shown, hidden } = shownPools(cluster);
  if (shown.length === 0) return [];
  const [head = '', ...rows] = table(
    [...POOL_COLUMNS, { title: typesTitle(cluster) }],
    poolRows(cluster, shown),
    { columns },
  );
  return [
    style.strong(head),
    ...rows,
    ...(hidden === 0 ? [] : [style.faint(`… and ${counted(hidden, 'pool')} without a new node`)]),
  ];
}

function groupSection(cluster: PlanReportCluster, { style, columns }: Layout): string[] {
  const { rows, hidden } = groupRows(cluster);
  if (rows.length === 0) return [];
  const [head = '', ...lines] = table(GROUP_COLUMNS, rows, { columns });
  return [
    style.strong(head),
    ...lines,
    ...(hidden === 0 ? [] : [style.faint(`… and ${hidden} more (\`--format json\` has all)`)]),
  ];
}

function failureSections(cluster: PlanReportCluster, layout: Layout): string[][] {
  const groups = failureGroups(cluster);
  const shown = groups.slice(0, MAX_GROUPS);
  const hidden = groups.slice(MAX_GROUPS).reduce((sum, { pods }) => sum + pods.length, 0);
  return [
    ...shown.map((group) => failureLines(group, cluster, layout)),
    ...(hidden === 0
      ? []
      : [[`… and ${counted(hidden, 'pod')} more without a place (\`--format json\` has all)`]]),
  ];
}

function failureLines(
  group: FailureGroup,
  { file }: PlanReportCluster,
  { style, columns }: Layout,
): string[] {
  const { title, source, onlyLimits } = group;
  const { shown, hidden } = shownReasons(group);
  const where = source === undefined ? '' : ` (${placeText(source, file)})`;
  const rows = shown.map(({ nodePool, message, source: at }) => [
    `  ${nodePool ?? ''}`,
    at === undefined ? '' : placeText(at, file),
    message,
  ]);
  return [
    style.strong(printable(`${title} ${outcomeText(group)}`)) + printable(where),
    ...(onlyLimits ? ['  only limits are in the way'] : []),
    ...table([{ title: '  pool' }, { title: 'where' }, { title: 'why' }], rows, { columns }),
    ...(hidden === 0 ? [] : [style.faint(`  … and ${counted(hidden, 'pool')} more`)]),
  ];
}

/** `line 12` in the definition, else file and line. */
function placeText({ file, range }: ReportLocation, definition: string): string {
  const folder = definition.slice(0, definition.lastIndexOf('/') + 1);
  const { line } = range.start;
  if (file === definition) return `line ${line}`;
  return `${file.startsWith(folder) ? file.slice(folder.length) : file}:${line}`;
}

const COST_COLUMNS: readonly Column[] = [
  { title: 'cost' },
  { title: '$/h', align: 'right' },
  { title: '$/month', align: 'right' },
  { title: '' },
];

function costSection(cluster: PlanReportCluster, { style, columns }: Layout): string[] {
  const { cost, lowerBound } = cluster;
  const line = (name: string, perHourUsd: number, what: string) => [
    name,
    hourlyText(perHourUsd),
    monthlyText(perHourUsd),
    what,
  ];
  const planned =
    newNodes(cluster) === 0
      ? []
      : [
          line('floor', cost.floorPerHourUsd, floorText(cluster)),
          line('expected', cost.expectedPerHourUsd, 'what the new nodes are expected to cost'),
        ];
  const rows = [
    ...planned,
    ...(cost.existingPerHourUsd === 0
      ? []
      : [line('existing', cost.existingPerHourUsd, 'nodes that are there already')]),
    cost.atLimitsPerHourUsd === null
      ? ['at limits', '', '', `unbounded: ${cost.atLimitsReason ?? ''}`]
      : line('at limits', cost.atLimitsPerHourUsd, 'the most that all pools can cost within their limits'),
    ...(lowerBound === undefined
      ? []
      : [
          line(
            'bound',
            lowerBound.perHourUsd,
            `proven lower bound, by ${lowerBound.bindingResource}: the floor is ${lowerBound.abovePercent} % above it`,
          ),
        ]),
  ];
  const [head = '', ...lines] = table(COST_COLUMNS, rows, { columns });
  return [style.strong(head), ...lines];
}

/** Only what is not as it should be. */
function spreadSection({ spread }: PlanReportCluster, { style, columns }: Layout): string[] {
  const uneven = spread.filter(({ skew, maxSkew }) => skew > maxSkew);
  if (uneven.length === 0) return [];
  const rows = uneven.map(({ namespace, owner, topologyKey, skew, maxSkew, domains, undecided }) => [
    owner === undefined ? namespace : `${owner.namespace}/${owner.name}`,
    topologyKey,
    `${skew} of ${maxSkew}`,
    [
      ...domains.slice(0, 6).map(({ domain, pods }) => `${domain}: ${pods}`),
      ...(domains.length > 6 ? [`… ${domains.length - 6} more`] : []),
      ...(undecided === 0 ? [] : [`not decided: ${undecided}`]),
    ].join(', '),
  ]);
  const [head = '', ...lines] = table(
    [{ title: 'spread of' }, { title: 'over' }, { title: 'skew', align: 'right' }, { title: 'pods' }],
    rows,
    { columns },
  );
  return [style.strong(head), ...lines];
}

/** What holds for several clusters is said once. */
function commonNotes([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  if (others.length === 0) return [];
  return first.filter((note) => others.every((notes) => notes.includes(note)));
}

function noteLines(notes: readonly string[], { style, columns }: Layout): string[] {
  return notes.flatMap((note) =>
    wrap(printable(note), columns).map((line, i) => style.faint(i === 0 ? line : `  ${line}`)),
  );
}

/** Of several clusters, which is no news for one. */
function totalSection({ clusters }: PlanReport, { style, columns }: Layout): string[] {
  if (clusters.length < 2 || clusters.some(({ scenario }) => scenario !== undefined)) return [];
  const sum = (read: (cluster: PlanReportCluster) => number) =>
    clusters.reduce((total, cluster) => total + read(cluster), 0);
  const expected = sum(({ cost }) => cost.expectedPerHourUsd + cost.existingPerHourUsd);
  const unplaced = sum(({ unschedulable }) => unschedulable.length);
  const text = `${counted(clusters.length, 'cluster')}: ${counted(
    sum(newNodes),
    'new node',
  )}, expected ${hourlyText(expected)} $/h, ${monthlyText(expected)} $/month${
    unplaced === 0 ? '' : `; ${counted(unplaced, 'pod')} without a place`
  }`;
  return wrap(text, columns).map((line) => style.strong(line));
}

function findingLines(report: PlanReport, { style, columns }: Layout): string[] {
  return otherFindings(report).flatMap(({ severity, code, message, file, range, help }) => {
    const label = `${severity}[${code}]`;
    const lines = wrap(printable(`${label}: ${message} (${file}:${range.start.line})`), columns);
    const [first = '', ...rest] = lines;
    return [
      style.severity[severity](label) + first.slice(label.length),
      ...rest.map((line) => `  ${line}`),
      ...(help === undefined ? [] : wrap(printable(help), columns - 2).map((line) => `  ${line}`)),
    ];
  });
}
