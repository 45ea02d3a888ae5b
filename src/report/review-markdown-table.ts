import type { ReviewReport, ReviewReportPool } from './review-contract.ts';
import type { FitBlock } from './review-fit.ts';
import { type ClusterGroup, clusterGroups, isQuiet } from './review-groups.ts';
import { inertCode, inertText } from './review-inert.ts';
import { clusterList } from './review-names.ts';
import {
  changeCell,
  costCell,
  costMeasure,
  costTitle,
  type CostMeasure,
  nodesText,
  replacedCell,
  unitOf,
} from './review-view.ts';
import { markdownRow, markdownVoice } from './review-voice.ts';
import { counted } from './words.ts';

/** A heading and a table for each group of clusters that change alike, then a line about the others. */
export function clusterBlocks(report: ReviewReport): readonly FitBlock[] {
  const measure = costMeasure(report.cost);
  const quiet = report.clusters.filter(isQuiet).map(({ name }) => name);
  return [
    ...clusterGroups(report).map((group) => groupBlock(group, measure)),
    ...(quiet.length === 0 || quiet.length === report.clusters.length
      ? []
      : [line(`Unchanged: ${clusterList(quiet, markdownVoice)}`)]),
  ];
}

function groupBlock(group: ClusterGroup, { key }: CostMeasure): FitBlock {
  const { pools } = group;
  const names = group.clusters.map(({ name }) => name);
  const head = [`#### ${clusterList(names, markdownVoice)}`, '', factsLine(group, key)];
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
    inertText(replacedCell(pool)).replaceAll(' ', '&nbsp;'),
    costCell(pool.cost, key).replaceAll(' ', '&nbsp;'),
    inertText(changeCell(pool)),
  ];
  return markdownRow(cells);
}

/** What holds for the cluster as a whole, in one line. */
function factsLine({ clusters, cost }: ClusterGroup, key: CostMeasure['key']): string {
  const [first] = clusters;
  if (first === undefined) return '';
  const shown = costCell(cost, key);
  const failed = first.failed.map((side) => `${side} has errors: what they are about is not compared`);
  const nodes = nodesText({ ...first, cost });
  return [
    ...(clusters.length === 1 ? [placeText(first)] : [`${clusters.length} clusters, together`]),
    ...(first.change === 'added' ? ['new'] : first.change === 'removed' ? ['removed'] : []),
    ...failed,
    ...(nodes === '' ? [] : [nodes]),
    ...(shown === '' ? [] : [`${shown} ${unitOf(key)}`]),
  ].join(' · ');
}

function placeText({ file, baseFile }: { readonly file: string; readonly baseFile?: string }): string {
  return baseFile === undefined ? inertCode(file) : `${inertCode(baseFile)} → ${inertCode(file)}`;
}

function line(text: string): FitBlock {
  return { rank: 5, noun: 'cluster', open: text, items: [], close: '', more: () => '' };
}
