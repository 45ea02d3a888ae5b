import type { ReportLocation } from './check-report.ts';
import { hourlyText } from './money.ts';
import type { ReportedGroup } from './pod-explanation.ts';
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
  /** Files whose last name says which they are: it stands for no other file, and the whole path is shown elsewhere. */
  readonly short: ReadonlySet<string>;
}

const DEFAULT_COLUMNS = 100;

export function layoutOf(
  file: string,
  groups: readonly ReportedGroup[],
  options: ExplainPodTextOptions,
): ExplainLayout {
  const short = shortFiles(file, groups);
  return { style: styleOf(options), columns: options.columns ?? DEFAULT_COLUMNS, file, short };
}

function shortFiles(file: string, groups: readonly ReportedGroup[]): ReadonlySet<string> {
  const shown = new Set([file, ...groups.flatMap(({ source }) => source?.file ?? [])]);
  const named = groups.flatMap(({ nodePools }) =>
    nodePools.flatMap(({ steps }) => steps.flatMap(({ places }) => places.map(({ place }) => place.file))),
  );
  const all = [...new Set([...shown, ...named])];
  return new Set(
    [...shown].filter((one) => all.filter((other) => lastName(other) === lastName(one)).length === 1),
  );
}

function lastName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

/** `--> clusters/production.yaml:12:9` */
export function arrow({ file, range }: ReportLocation, { style }: ExplainLayout): string {
  return `${style.gutter('-->')} ${file}:${range.start.line}:${range.start.column}`;
}

/** `line 12` in the definition, else the file and the line, with its path where the last name is not enough; of several places the first. */
export function whereShort(places: readonly Whence[], { file, short }: ExplainLayout): string {
  const [first] = places;
  if (first === undefined) return '';
  const text = whereText(first, file);
  if (first.layer === 'built-in' || first.place.file === file) return text;
  if (!short.has(first.place.file))
    return text.slice(0, text.indexOf(':')).includes('/') ? whereText(first, '') : text;
  return whereText({ ...first, place: { ...first.place, file: lastName(first.place.file) } }, '');
}

/** A sentence below a heading; what continues it, and a heading of its own, stand further in. */
export function indented(text: string, { columns }: ExplainLayout, by = 2): string[] {
  return wrap(text, columns - by - 2).map((line, i) => ' '.repeat(i === 0 ? by : by + 2) + line);
}

export function priceText(pricePerHourUsd: number | undefined): string {
  return pricePerHourUsd === undefined ? ' without a price' : ` for ${hourlyText(pricePerHourUsd)} $/h`;
}
