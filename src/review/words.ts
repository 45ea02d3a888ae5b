import type { JsonValue } from '../diagnostics/json-value.ts';
import { alternatives } from '../diagnostics/describe-value.ts';

/** `1 zone`, `3 zones`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** "a", "a and b"; of more than `most` only the first ones: "a, b and 12 more". `noun` says 12 more what. */
export function folded(names: readonly string[], { most = 3, noun }: FoldOptions = {}): string {
  if (names.length <= most) return alternatives(names, 'and');
  const shown = names.slice(0, most - 1);
  const rest = names.length - shown.length;
  const what = noun === undefined ? '' : ` ${rest === 1 ? noun : (PLURALS[noun] ?? `${noun}s`)}`;
  return alternatives([...shown, `${rest} more${what}`], 'and');
}

const PLURALS: Readonly<Record<string, string>> = { family: 'families' };

export interface FoldOptions {
  /** @default 3 */
  readonly most?: number;
  readonly noun?: string;
}

/** Names in backticks, folded. */
export function quotedList(names: readonly string[], most = 3): string {
  return folded(
    names.map((name) => `\`${name}\``),
    { most },
  );
}

/** US dollars an hour: up to four decimals, at least three where there are any. */
export function hourly(perHourUsd: number): string {
  return perHourUsd.toFixed(4).replace(/0$/, '');
}

/** US dollars a month, whole where there are many: `$1,234`. */
export function dollars(usd: number): string {
  const text = usd >= 1000 ? String(Math.round(usd)) : String(Math.round(usd * 100) / 100);
  return `$${text.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`;
}

/** Hours of an average month. */
export const HOURS_PER_MONTH = 730;

/** A scalar as people write it; absent as "none". */
export function valueText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
}
