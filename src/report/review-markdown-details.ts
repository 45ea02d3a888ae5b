import { overflowItems } from './review-admonitions.ts';
import { assumptionItems } from './review-assumptions.ts';
import type { ReviewReport } from './review-contract.ts';
import {
  findingItems,
  moveItems,
  overlapItems,
  perCluster,
  podItems,
  type ReviewItems,
} from './review-details.ts';
import type { FitBlock } from './review-fit.ts';
import { manifestDiffItems } from './review-manifest-diff.ts';
import { rotationItems } from './review-rotation-items.ts';
import { SCENARIO_COLUMNS, scenarioRows } from './review-scenarios.ts';
import { markdownRow, markdownVoice } from './review-voice.ts';

/** What can be unfolded. What is cut first has the highest rank: the manifest diff, then what is furthest from a decision. */
export function detailBlocks(report: ReviewReport): readonly FitBlock[] {
  const voice = markdownVoice;
  const other = [...overflowItems(report), ...findingItems(report, voice)];
  return [
    section(10, 'Pods without a place', podItems(report, voice)),
    section(11, 'Which nodes are replaced, why, and when', rotationItems(report, voice)),
    section(13, 'Pods that move', moveItems(report, voice)),
    section(14, 'Scenarios', scenarioItems(report)),
    section(15, 'Pools that compete for pods', overlapItems(report, voice)),
    section(12, 'Other findings', other),
    section(20, 'Manifest diff', manifestDiffItems(report)).map((block) => ({
      ...block,
      noun: 'object of the manifest diff',
      between: '\n\n',
    })),
    section(16, 'Prices, and what is assumed', assumptionItems(report, voice)),
  ].flat();
}

/** A part that is folded. Blank lines end the HTML, so that what is between is Markdown. */
function section(rank: number, title: string, items: ReviewItems): readonly FitBlock[] {
  const [first, ...rest] = items;
  if (first === undefined) return [];
  return [
    {
      rank,
      noun: 'detail',
      open: `<details><summary>${title}</summary>\n\n`,
      items: [() => first().trimStart(), ...rest],
      close: '\n\n</details>',
      more: (hidden) => `\n… and ${hidden} more`,
    },
  ];
}

function scenarioItems(report: ReviewReport): ReviewItems {
  const head = `${markdownRow(SCENARIO_COLUMNS.map(({ title }) => title))}\n| :-- | --: | --: | --: |\n`;
  return perCluster(report, markdownVoice, (cluster) =>
    scenarioRows(cluster).map(([name = '', ...figures], i) => () => {
      const row = markdownRow([markdownVoice.code(name), ...figures]);
      return i === 0 ? head + row : row;
    }),
  );
}
