import type { ReportLocation } from './check-report.ts';
import { hourlyText } from './money.ts';
import { type Style, styleOf } from './style.ts';
import { type Whence, whereText } from './whence.ts';
import { wrap } from './wrap.ts';

export interface ExplainPodTextOptions {
  readonly color?: boolean;
  /** Width of the terminal. @default 100 */
  readonly columns?: number;
}

/** How the explanation of a pod is laid out. */
export interface ExplainLayout {
  readonly style: Style;
  readonly columns: number;
  /** The definition, whose lines need no name. */
  readonly file: string;
}

const DEFAULT_COLUMNS = 100;

export function layoutOf(file: string, options: ExplainPodTextOptions): ExplainLayout {
  return { style: styleOf(options), columns: options.columns ?? DEFAULT_COLUMNS, file };
}

/** `--> clusters/production.yaml:12:9` */
export function arrow({ file, range }: ReportLocation, { style }: ExplainLayout): string {
  return `${style.gutter('-->')} ${file}:${range.start.line}:${range.start.column}`;
}

/** `line 12` in the definition, else the file's last name and the line; of several places the first. */
export function whereShort(places: readonly Whence[], { file }: ExplainLayout): string {
  const [first] = places;
  return first === undefined ? '' : whereText(first, file).replace(/^[^ ]*\//, '');
}

/** A sentence below a heading; what continues it, and a heading of its own, stand further in. */
export function indented(text: string, { columns }: ExplainLayout, by = 2): string[] {
  return wrap(text, columns - by - 2).map((line, i) => ' '.repeat(i === 0 ? by : by + 2) + line);
}

export function priceText(pricePerHourUsd: number | undefined): string {
  return pricePerHourUsd === undefined ? ' without a price' : ` for ${hourlyText(pricePerHourUsd)} $/h`;
}
