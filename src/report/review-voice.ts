import { printable } from '../diagnostics/printable.ts';
import { inertCell, inertCode, inertText } from './review-inert.ts';

/** How the same lists of a review are written for a terminal and for a comment. */
export interface ReviewVoice {
  /** A sentence, names in backticks. */
  readonly text: (sentence: string) => string;
  /** A name. */
  readonly code: (name: string) => string;
  /** What is written already, emphasised. */
  readonly strong: (written: string) => string;
}

/** For a forge, where nothing that a file says may do anything. */
export const markdownVoice: ReviewVoice = {
  text: inertText,
  code: inertCode,
  strong: (written) => `**${written}**`,
};

/** For a terminal, which must not be driven by what a file says either. */
export const plainVoice: ReviewVoice = {
  text: printable,
  code: (name) => `\`${printable(name)}\``,
  strong: (written) => written,
};

export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(inertCell).join(' | ')} |`;
}
