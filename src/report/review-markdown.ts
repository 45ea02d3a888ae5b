import { admonitionBlocks } from './review-admonitions.ts';
import type { ReviewReport } from './review-contract.ts';
import { detailBlocks } from './review-markdown-details.ts';
import { fitBlocks, utf8Length } from './review-fit.ts';
import { clipped, inertCode, inertFence, inertText, visible } from './review-inert.ts';
import { clusterBlocks } from './review-markdown-table.ts';
import { capital } from './review-names.ts';
import { reviewVerdict } from './review-verdict.ts';
import { shellWords } from './shell-words.ts';

/**
 * The longest comment a forge takes. GitHub says 65,536 characters and counts, it seems, in different ways at different
 * places; lengths here are bytes of UTF-8, which are never fewer than characters of any kind.
 */
export const COMMENT_LIMITS = { github: 65_536, gitlab: 1_000_000 } as const;

export interface ReviewMarkdownOptions {
  readonly forge: keyof typeof COMMENT_LIMITS;
  /** Below some thousands little more than the verdict is left. @default what the forge takes */
  readonly maxCharacters?: number;
}

const ICONS = { error: '❌', warning: '⚠️', ok: '✅' } as const;

/** Room for what is said about a cut. */
const RESERVE = 400;
const MOST_VERDICT = 500;
const MOST_COMMAND = 300;

/**
 * A review as a comment: the verdict, what must not be overlooked, a table per cluster, details, how to see it again.
 * Where it gets too long the manifest diff is cut first, then details, then rows; it says so.
 */
export function reviewMarkdown(report: ReviewReport, options: ReviewMarkdownOptions): string {
  const max = options.maxCharacters ?? COMMENT_LIMITS[options.forge];
  const head = verdictText(report);
  const foot = footer(report);
  const left = max - utf8Length(head) - utf8Length(foot) - RESERVE;
  const { text, hidden } = fitBlocks(
    [...admonitionBlocks(report), ...clusterBlocks(report), ...detailBlocks(report)],
    left,
  );
  const whole = together([head, text, cutText(hidden, max), foot]);
  return utf8Length(whole) <= max ? whole : together([head]);
}

function together(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function verdictText(report: ReviewReport): string {
  const { level, headline, rest } = reviewVerdict(report);
  const said = `${ICONS[level]} **${inertText(capital(clipped(visible(headline), MOST_VERDICT)))}.**`;
  return rest === '' ? said : `${said} ${inertText(capital(clipped(visible(rest), MOST_VERDICT)))}.`;
}

function cutText(hidden: ReadonlyMap<string, number>, max: number): string {
  if (hidden.size === 0) return '';
  const parts = [...hidden].map(([noun, count]) => `${count} ${count === 1 ? noun : plural(noun)}`);
  const size = String(max).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `_Cut to ${size} characters; left out: ${parts.join(', ')}. With \`--format json\`, the command below shows all of it._`;
}

function plural(noun: string): string {
  return noun.replace(/^\S+/, (word) => `${word}s`);
}

function footer({ arguments: words, poolwrightVersion, base, head }: ReviewReport): string {
  const command = clipped(visible(`npx poolwright ${shellWords(words)}`), MOST_COMMAND);
  const state = ({ name, commit }: ReviewReport['base']) =>
    `${inertCode(name)}${commit === undefined ? '' : ` (${inertCode(commit.slice(0, 8))})`}`;
  return [
    inertFence(command, 'sh'),
    '',
    `poolwright ${inertText(poolwrightVersion)} compared ${state(base)} with ${state(head)}`,
  ].join('\n');
}
