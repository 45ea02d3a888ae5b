import type { ReviewReportLocation } from './review-contract.ts';
import type { ReviewVoice } from './review-voice.ts';

const MOST_NAMES = 3;

/** `a`, `b`, `c` and 17 more clusters. */
export function clusterList(names: readonly string[], { code }: ReviewVoice): string {
  const shown = names.slice(0, MOST_NAMES).map(code);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more ${more === 1 ? 'cluster' : 'clusters'}`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

/** The same in a sentence that others make safe, and of more than two only how many. */
export function namesText(names: readonly string[]): string {
  if (names.length > 2) return `${names.length} clusters`;
  return names.map((name) => `\`${name}\``).join(' and ');
}

/** As a sentence begins. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** File and line, and whose they are where it is not head's. */
export function placeText({ file, range, side }: ReviewReportLocation, { code }: ReviewVoice): string {
  return code(`${file}:${range.start.line}${side === undefined ? '' : ` (${side})`}`);
}

/** A message has no full stop; what helps is a sentence. */
export function saidText(
  { message, help }: { readonly message: string; readonly help?: string },
  { text }: ReviewVoice,
): string {
  return help === undefined ? text(message) : `${text(message)}. ${text(help)}`;
}
