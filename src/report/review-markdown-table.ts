import type { ReviewReport, ReviewReportPool } from './review-contract.ts';
import { costCell, costMeasure, costTitle, type CostMeasure } from './review-cost-text.ts';
import { groupFacts } from './review-facts.ts';
import type { FitBlock } from './review-fit.ts';
import { type ClusterGroup, clusterGroups, isQuiet } from './review-groups.ts';
import { inertCode, inertText } from './review-inert.ts';
import { clusterList } from './review-names.ts';
import { worsenedLines } from './review-scenarios.ts';
import { changeCell, replacedCell } from './review-view.ts';
import { markdownRow, markdownVoice } from './review-voice.ts';
import { counted } from './words.ts';

/** A heading and a table for each group of clusters that change alike, then a line about the others. */
export function clusterBlocks(report: ReviewReport): readonly FitBlock[] {
  const quiet = report.clusters.filter(isQuiet).map(({ name }) => name);
  return [
    ...clusterGroups(report).map(groupBlock),
    ...(quiet.length === 0 || quiet.length === report.clusters.length
      ? []
      : [line(`Unchanged: ${clusterList(quiet, markdownVoice)}`)]),
  ];
}

function groupBlock(group: ClusterGroup): FitBlock {
  const { pools, cost } = group;
  const { key } = costMeasure(cost);
  const names = group.clusters.map(({ name }) => name);
  const head = [`#### ${clusterList(names, markdownVoice)}`, '', factsLine(group)];
  if (pools.length === 0) return line(head.join('\n'));
  const titles = ['pool', 'replaced', costTitle(key), 'change'];
  return {
    rank: 4,
    noun: 'row',
    open: [...head, '', `| ${titles.join(' | ')} |`, '| :-- | --: | --: | :-- |', ''].join('\n'),
    items: pools.map((pool) => () => row(pool, key)),
    close: '',
    more: (hidden) => `\n… and ${counted(hidden, 'pool')} more`,
  };
}

function row(pool: ReviewReportPool, key: CostMeasure['key']): string {
  const cells = [
    inertCode(pool.name),
    // What it says is not from files.
    replacedCell(pool).replaceAll(' ', '&nbsp;'),
    costCell(pool.cost, key).replaceAll(' ', '&nbsp;'),
    inertText(changeCell(pool)),
  ];
  return markdownRow(cells);
}

/** What holds for the cluster as a whole, in one line. */
function factsLine(group: ClusterGroup): string {
  const { clusters } = group;
  const [first] = clusters;
  if (first === undefined) return '';
  const where = clusters.length === 1 ? placeText(first) : `${clusters.length} clusters, together`;
  const worse = worsenedLines(first, markdownVoice).map(
    (line) => `\n- ⚠️ ${line}${clusters.length === 1 ? '' : ', in each'}`,
  );
  const facts = [where, ...groupFacts(group)].join(' · ');
  return worse.length === 0 ? facts : `${facts}\n${worse.join('')}`;
}

function placeText({ file, baseFile }: { readonly file: string; readonly baseFile?: string }): string {
  return baseFile === undefined ? inertCode(file) : `${inertCode(baseFile)} → ${inertCode(file)}`;
}

function line(text: string): FitBlock {
  return { rank: 5, noun: 'cluster', open: text, items: [], close: '', more: () => '' };
}
