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
import { escapeMarkdown, markdownTable } from './markdown-table.ts';
import type { Column } from './table.ts';

/** A comparison for a comment on a pull request. */
export function comparisonMarkdown({ clusters }: ComparisonReport): string {
  return `${clusters.map(clusterText).join('\n\n')}\n`;
}

function clusterText(cluster: ComparisonReportCluster): string {
  const pools = poolSideRows(cluster);
  const differences = cluster.differences.map((one) => {
    const subject = differenceSubject(one);
    const { source, message } = one;
    const where = source === undefined ? '' : ` (\`${source.file}:${source.range.start.line}\`)`;
    return `- ${subject === '' ? '' : `**${escapeMarkdown(subject)}**: `}${escapeMarkdown(message)}${where}`;
  });
  return [
    `### ${escapeMarkdown(comparisonTitle(cluster))}`,
    tableOf(SIDE_COLUMNS, sideRows(cluster)),
    pools.length === 0 ? '' : tableOf(POOL_SIDE_COLUMNS, pools),
    problemTexts(cluster)
      .map((text) => `- ${escapeMarkdown(text)}`)
      .join('\n'),
    differences.length === 0 ? '' : `What differs, and why:\n\n${differences.join('\n')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function tableOf(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  return markdownTable(
    columns.map(({ title }) => title),
    columns.map(({ align }) => (align === 'right' ? '--:' : ':--')),
    rows,
  );
}
