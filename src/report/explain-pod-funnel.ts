import { arrow, type ExplainLayout, indented, whereShort } from './explain-pod-layout.ts';
import type { ReportedFunnel, ReportedStep } from './pod-explanation.ts';
import { type Column, table } from './table.ts';
import { counted } from './words.ts';

const COLUMNS: readonly Column[] = [
  { title: '  left', align: 'right' },
  { title: 'lost', align: 'right' },
  { title: 'where' },
  { title: 'what' },
];

/** What became of the types of one pool. Steps that cost no type are left out; JSON has them. */
export function funnelLines(funnel: ReportedFunnel, layout: ExplainLayout): string[] {
  const { style, columns } = layout;
  const { name, left, steps, blockers, weight, order, total } = funnel;
  const noun = funnel.counted === undefined ? 'instance type' : 'node group';
  const tried = order === undefined ? 'not tried' : `tried as number ${order}`;
  const facts = [
    ...(funnel.counted === undefined ? [tried] : []),
    ...(weight === 0 ? [] : [`weight ${weight}`]),
  ].join(', ');
  const rows = [
    [String(total), '', '', `all ${noun}s`],
    ...steps
      .filter(({ before, after }) => after < before)
      .map((step) => [
        String(step.after),
        String(step.before - step.after),
        whereOf(step, layout),
        step.message,
      ]),
  ];
  const head = `pool ${name}: ${left === 0 ? `no ${noun} is left` : `${counted(left, noun)} left`}`;
  const also = blockers.slice(1).flatMap((at) => steps[at] ?? []);
  return [
    facts === '' ? style.strong(head) : `${style.strong(head)} ${style.faint(`(${facts})`)}`,
    `  ${arrow(funnel.place, layout)}`,
    ...table(COLUMNS, rows, { columns }),
    ...also.flatMap((step) => {
      const where = whereOf(step, layout);
      const { message } = step;
      return indented(`also in the way: ${message}${where === '' ? '' : ` (${where})`}`, layout);
    }),
  ];
}

const SHOWN_BLOCKERS = 3;

/** What keeps a pod from a pool, one row each: what holds whatever else runs comes before limits, which others used up. */
export function blockerRows({ name, steps, blockers }: ReportedFunnel, layout: ExplainLayout): string[][] {
  const found = blockers.flatMap((at) => steps[at] ?? []);
  const ordered = [
    ...found.filter(({ what }) => what !== 'limit'),
    ...found.filter(({ what }) => what === 'limit'),
  ];
  return ordered
    .slice(0, SHOWN_BLOCKERS)
    .map((step, i) => [i === 0 ? `  ${name}` : '', whereOf(step, layout), step.message]);
}

function whereOf({ places, scenario }: ReportedStep, layout: ExplainLayout): string {
  return scenario === undefined ? whereShort(places, layout) : 'scenario';
}
