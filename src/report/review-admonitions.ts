import type { ReviewReport, ReviewReportFinding } from './review-contract.ts';
import type { FitBlock } from './review-fit.ts';
import { isSingle, type SharedDanger } from './review-groups.ts';
import { capital, clusterList, placeText, saidText } from './review-names.ts';
import { noticed } from './review-noticed.ts';
import { markdownVoice } from './review-voice.ts';

/** What nobody may overlook, in one box; what comes after these is in the details. */
const MOST_ITEMS = 10;

/** A box of what keeps the change from being merged, and one of what to look at. */
export function admonitionBlocks(report: ReviewReport): readonly FitBlock[] {
  const { errors, warnings } = noticedItems(report);
  return [...box('CAUTION', 'This stops it:', errors), ...box('WARNING', 'Look at this:', warnings)];
}

/** What did not get into the boxes, and notes. */
export function overflowItems(report: ReviewReport): readonly (() => string)[] {
  const { errors, warnings, infos } = noticedItems(report);
  return [...errors.slice(MOST_ITEMS), ...warnings.slice(MOST_ITEMS), ...infos];
}

function noticedItems(report: ReviewReport) {
  const { findings, dangers } = noticed(report);
  const several = !isSingle(report);
  const item = (one: SharedDanger) => () => dangerItem(one, several);
  return {
    errors: [
      ...findings.filter(({ severity }) => severity === 'error').map((one) => () => findingItem(one)),
      ...dangers.filter(({ severity }) => severity === 'error').map(item),
    ],
    warnings: dangers.filter(({ severity }) => severity === 'warning').map(item),
    infos: dangers.filter(({ severity }) => severity === 'info').map(item),
  };
}

function findingItem(found: ReviewReportFinding): string {
  return `- ${capital(saidText(found, markdownVoice))} (${placeText(found, markdownVoice)}, ${markdownVoice.text(found.code)})`;
}

function box(kind: string, title: string, items: readonly (() => string)[]): readonly FitBlock[] {
  if (items.length === 0) return [];
  const hidden = items.length - Math.min(items.length, MOST_ITEMS);
  return [
    {
      rank: kind === 'CAUTION' ? 1 : 2,
      noun: 'warning',
      open: `> [!${kind}]\n> **${title}**\n>\n`,
      items: items.slice(0, MOST_ITEMS).map((item) => () => `> ${item()}`),
      close: hidden === 0 ? '' : `\n> - … and ${hidden} more, in the details below`,
      more: (cut) => `> - … and ${cut} more`,
    },
  ];
}

function dangerItem(danger: SharedDanger, several: boolean): string {
  const where = several ? `${clusterList(danger.clusters, markdownVoice)}: ` : '';
  const place = placeText(danger.source, markdownVoice);
  const said = saidText(danger, markdownVoice);
  return `- ${where === '' ? capital(said) : where + said} (${place}, ${markdownVoice.text(danger.code)})`;
}
