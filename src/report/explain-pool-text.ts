import type { ReportLocation } from './check-report.ts';
import { machineSections } from './explain-machines-text.ts';
import { fieldSections } from './explain-fields-text.ts';
import { type PoolExplanation, requirementText } from './explain-pool.ts';
import { pricingNotes } from './money.ts';
import { priceTable, RESOURCE_NOTE } from './price-table.ts';
import { type Style, styleOf } from './style.ts';
import { table, type TableLayout } from './table.ts';
import { whereText } from './whence.ts';
import { counted } from './words.ts';

export interface ExplainTextOptions {
  readonly color?: boolean;
  /** Show every resolved field. @default false */
  readonly fields?: boolean;
  /** Rows of the type table; 0 is all of them. @default 20 */
  readonly maxTypes?: number;
  /** Width of the terminal, to wrap long values. Without it nothing is wrapped. */
  readonly columns?: number;
}

/** `explain pool` for people. */
export function explainPoolText(explanation: PoolExplanation, options: ExplainTextOptions = {}): string {
  const style = styleOf(options);
  const { cluster, pool, place, instanceTypes, machines, pricing } = explanation;
  const max = options.maxTypes ?? 20;
  const shown = max === 0 ? instanceTypes : instanceTypes.slice(0, max);
  const hidden = instanceTypes.length - shown.length;
  const prices = shown.flatMap(({ cheapest }) => cheapest ?? []);
  const sections = [
    [`${style.strong(`node pool ${pool} of cluster ${cluster}`)} (${placeText(place)})`],
    ...(options.fields === true
      ? fieldSections(explanation, options).map(({ title, lines }) => heading(title, lines, style))
      : []),
    heading('requirements', funnelRows(explanation, options), style),
    heading(
      counted(instanceTypes.length, 'instance type'),
      [
        ...(shown.length === 0 ? ['none is left'] : priceTable(shown)),
        ...(hidden === 0 ? [] : [`… and ${hidden} more (\`--all\` shows them)`]),
      ],
      style,
    ),
    ...(machines === undefined ? [] : machineSections(machines, { ...options, maxRows: max })).map(
      ({ title, lines }) => heading(title, lines, style),
    ),
    [
      ...(shown.length === 0 ? [] : [RESOURCE_NOTE]),
      ...pricingNotes(pricing, { prices, per: 'hour and month' }),
    ].map((note) => style.faint(note)),
  ];
  const filled = sections.filter((section) => section.length > 0);
  return `${filled.map((section) => section.join('\n')).join('\n\n')}\n`;
}

function heading(title: string, lines: readonly string[], style: Style): string[] {
  return [style.strong(title), ...lines];
}

/** The requirement comes last: it is the long one. */
function funnelRows({ funnel, place: { file } }: PoolExplanation, layout: TableLayout): string[] {
  const { total, offered, usable, exclusions, steps } = funnel;
  return table(
    [
      { title: 'left', align: 'right' },
      { title: 'lost', align: 'right' },
      { title: 'where' },
      { title: 'requirement' },
    ],
    [
      [String(total), '', '', 'all instance types'],
      ...lossRow(total, offered, 'offered in the zones'),
      ...exclusions.map((step) => [
        String(step.after),
        String(step.before - step.after),
        whereText(step, file),
        `usable with ${step.setting.replaceAll('`', '')}`,
      ]),
      ...lossRow(exclusions.at(-1)?.after ?? offered, usable, 'usable with the node class'),
      ...steps.map((step) => [
        String(step.after),
        String(step.before - step.after),
        whereText(step, file),
        requirementText(step.key, step.operator, step.values),
      ]),
    ],
    layout,
  );
}

/** What is lost before the first requirement; nothing is no news. */
function lossRow(before: number, after: number, what: string): string[][] {
  return before === after ? [] : [[String(after), String(before - after), '', what]];
}

function placeText({ file, range }: ReportLocation): string {
  return `${file}:${range.start.line}`;
}
