import { type ExplainedField, type PoolExplanation, requirementText } from './explain-pool.ts';
import type { ReportLocation } from './check-report.ts';
import { pricingNotes } from './money.ts';
import { priceTable, RESOURCE_NOTE } from './price-table.ts';
import { type Style, styleOf } from './style.ts';
import { table } from './table.ts';
import { counted } from './words.ts';

export interface ExplainTextOptions {
  readonly color?: boolean;
  /** Show every resolved field. @default false */
  readonly fields?: boolean;
  /** Rows of the type table; 0 is all of them. @default 20 */
  readonly maxTypes?: number;
}

/** `explain pool` for people. */
export function explainPoolText(explanation: PoolExplanation, options: ExplainTextOptions = {}): string {
  const style = styleOf(options);
  const { cluster, pool, place, instanceTypes, pricing } = explanation;
  const max = options.maxTypes ?? 20;
  const shown = max === 0 ? instanceTypes : instanceTypes.slice(0, max);
  const hidden = instanceTypes.length - shown.length;
  const bases = new Set(shown.flatMap(({ cheapest }) => cheapest?.basis ?? []));
  const sections = [
    [`${style.strong(`node pool ${pool} of cluster ${cluster}`)} (${placeText(place)})`],
    ...(options.fields === true ? [heading('fields', fieldRows(explanation), style)] : []),
    heading('requirements', funnelRows(explanation), style),
    heading(
      counted(instanceTypes.length, 'instance type'),
      [
        ...(shown.length === 0 ? ['none is left'] : priceTable(shown)),
        ...(hidden === 0 ? [] : [`… and ${hidden} more (\`--all\` shows them)`]),
      ],
      style,
    ),
    [...(shown.length === 0 ? [] : [RESOURCE_NOTE]), ...pricingNotes(pricing, bases)].map((note) =>
      style.faint(note),
    ),
  ];
  const filled = sections.filter((section) => section.length > 0);
  return `${filled.map((section) => section.join('\n')).join('\n\n')}\n`;
}

function heading(title: string, lines: readonly string[], style: Style): string[] {
  return [style.strong(title), ...lines];
}

function fieldRows({ fields, place: { file } }: PoolExplanation): string[] {
  return table(
    [{ title: 'field' }, { title: 'where' }, { title: 'value' }],
    fields.map((field) => [field.path, whereText(field, file), field.value]),
  );
}

/** The requirement comes last: it is the long one. */
function funnelRows({ funnel: { total, steps }, place: { file } }: PoolExplanation): string[] {
  return table(
    [
      { title: 'left', align: 'right' },
      { title: 'lost', align: 'right' },
      { title: 'where' },
      { title: 'requirement' },
    ],
    [
      [String(total), '', '', 'all instance types'],
      ...unavailable(total, steps[0]?.before ?? total),
      ...steps.map((step) => [
        String(step.after),
        String(step.before - step.after),
        whereText(step, file),
        requirementText(step.key, step.operator, step.values),
      ]),
    ],
  );
}

/** Types that no zone of the cluster offers are gone before the first requirement. */
function unavailable(total: number, before: number): string[][] {
  return before === total ? [] : [[String(before), String(total - before), '', 'offered in the zones']];
}

/** `line 24` in the pool's file, `_defaults.yaml:5 (profile spot)` in one beside it, `built-in set 1` in none. */
function whereText(value: Pick<ExplainedField, 'from' | 'layer' | 'place'>, file: string): string {
  if (value.layer === 'built-in') return value.from;
  const { line } = value.place.range.start;
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const beside = value.place.file.startsWith(folder)
    ? value.place.file.slice(folder.length)
    : value.place.file;
  const place = value.place.file === file ? `line ${line}` : `${beside}:${line}`;
  return value.layer === 'pool' || value.from === '' ? place : `${place} (${value.from})`;
}

function placeText({ file, range }: ReportLocation): string {
  return `${file}:${range.start.line}`;
}
