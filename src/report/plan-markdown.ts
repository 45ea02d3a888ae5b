import type { ReportDiagnostic, ReportLocation } from './check-report.ts';
import { hourlyText, monthlyText } from './money.ts';
import { escapeMarkdown, markdownTable } from './markdown-table.ts';
import type { PlanReport, PlanReportCluster } from './plan-contract.ts';
import { GROUP_COLUMNS, groupRows, rangeText } from './plan-group-rows.ts';
import {
  failingFindings,
  failureGroups,
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

/** A comment on a pull request has an end. */
const MAX_NODES = 50;

/** A plan for a comment on a pull request. */
export function planMarkdown(report: PlanReport): string {
  const parts = [
    ...report.clusters.flatMap((cluster) => clusterParts(cluster, failingFindings(report, cluster))),
    otherFindings(report)
      .map(
        ({ severity, code, message, file, range, help }) =>
          `- **${severity} ${code}**: ${escapeMarkdown(message)} (\`${file}:${range.start.line}\`)${help === undefined ? '' : `\n  ${escapeMarkdown(help)}`}`,
      )
      .join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function clusterParts(cluster: PlanReportCluster, failing: readonly ReportDiagnostic[]): string[] {
  const { fits, headline, detail } = verdict(cluster);
  const name = headline.slice(0, headline.indexOf(':'));
  const { shown, hidden } = shownPools(cluster);
  const title = `### ${fits && failing.length === 0 ? '✅' : '❌'} ${escapeMarkdown(name)}`;
  const says = escapeMarkdown(headline.slice(name.length + 2) + (detail === '' ? '' : `, ${detail}`));
  return [
    title,
    says.slice(0, 1).toUpperCase() + says.slice(1),
    rangeText(cluster),
    shown.length === 0
      ? ''
      : markdownTable(
          ['pool', 'nodes', 'pods', 'cpu', 'memory', '$/h', '$/month', typesTitle(cluster)],
          [':--', '--:', '--:', '--:', '--:', '--:', '--:', ':--'],
          poolRows(cluster, shown),
        ),
    hidden === 0 ? '' : `… and ${hidden} pools without a new node`,
    groupTable(cluster),
    ...failureGroups(cluster).map((group) =>
      [
        `**${escapeMarkdown(group.title)}** ${outcomeText(group)}${place(group.source)}${group.onlyLimits ? '; only limits are in the way' : ''}`,
        '',
        ...shownReasons(group).shown.map(
          ({ nodePool, message, source: at }) =>
            `- ${nodePool === undefined ? '' : `\`${nodePool}\`: `}${escapeMarkdown(message)}${place(at)}`,
        ),
        ...(shownReasons(group).hidden === 0 ? [] : [`- … and ${shownReasons(group).hidden} pools more`]),
      ].join('\n'),
    ),
    costTable(cluster),
    details(cluster),
  ];
}

function groupTable(cluster: PlanReportCluster): string {
  const { rows, hidden } = groupRows(cluster);
  if (rows.length === 0) return '';
  const titles = GROUP_COLUMNS.map(({ title }) => title);
  const aligns = GROUP_COLUMNS.map(({ align }) => (align === 'right' ? '--:' : ':--'));
  const more = hidden === 0 ? '' : `\n\n… and ${hidden} more`;
  return markdownTable(titles, aligns, rows) + more;
}

function costTable(cluster: PlanReportCluster): string {
  const { cost, lowerBound } = cluster;
  const line = (name: string, perHourUsd: number) => [name, hourlyText(perHourUsd), monthlyText(perHourUsd)];
  return markdownTable(
    ['cost', '$/h', '$/month'],
    [':--', '--:', '--:'],
    [
      ...(newNodes(cluster) === 0
        ? []
        : [line('floor', cost.floorPerHourUsd), line('expected', cost.expectedPerHourUsd)]),
      ...(cost.existingPerHourUsd === 0 ? [] : [line('existing nodes', cost.existingPerHourUsd)]),
      cost.atLimitsPerHourUsd === null
        ? ['at limits', 'unbounded', cost.atLimitsReason ?? '']
        : line('at limits', cost.atLimitsPerHourUsd),
      ...(lowerBound === undefined
        ? []
        : [
            line(
              `proven lower bound (the floor is ${lowerBound.abovePercent} % above it)`,
              lowerBound.perHourUsd,
            ),
          ]),
    ],
  );
}

function details(cluster: PlanReportCluster): string {
  const { nodeClaims } = cluster;
  const notes = notesOf(cluster);
  if (nodeClaims.length === 0) return notes.map((note) => `- ${escapeMarkdown(note)}`).join('\n');
  const shown = nodeClaims.slice(0, MAX_NODES);
  const rows = shown.map(({ name, pods, cheapest, instanceTypes, instanceTypeCount }) => [
    name,
    String(pods.length),
    cheapest.instanceType,
    cheapest.capacityType,
    cheapest.pricePerHourUsd === undefined ? '' : hourlyText(cheapest.pricePerHourUsd),
    `${instanceTypes.length} of ${instanceTypeCount}`,
  ]);
  return [
    '<details><summary>Nodes and notes</summary>',
    '',
    markdownTable(
      ['node', 'pods', 'cheapest type', 'bought', '$/h', 'types sent'],
      [':--', '--:', ':--', ':--', '--:', '--:'],
      rows,
    ),
    '',
    ...(shown.length === nodeClaims.length
      ? []
      : [`… and ${nodeClaims.length - shown.length} more nodes`, '']),
    ...notes.map((note) => `- ${escapeMarkdown(note)}`),
    '',
    '</details>',
  ].join('\n');
}

function place(source: ReportLocation | undefined): string {
  return source === undefined ? '' : ` (\`${source.file}:${source.range.start.line}\`)`;
}
