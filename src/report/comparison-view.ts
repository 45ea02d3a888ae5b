import type {
  ComparisonReportCluster,
  ComparisonReportSide,
  ReportDifference,
} from './comparison-contract.ts';
import { hourlyText, monthlyText } from './money.ts';
import { newNodes, percent } from './plan-view.ts';
import type { Column } from './table.ts';
import { counted } from './words.ts';

/** What the text and the markdown of a comparison have in common. */
export const SIDE_COLUMNS: readonly Column[] = [
  { title: 'backend' },
  { title: 'new nodes', align: 'right' },
  { title: 'no place', align: 'right' },
  { title: 'cpu', align: 'right' },
  { title: 'memory', align: 'right' },
  { title: '$/h', align: 'right' },
  { title: '$/month', align: 'right' },
];

/** One row for each backend: the whole cluster, as its plan shows it. */
export function sideRows({ sides }: ComparisonReportCluster): string[][] {
  return sides.map(({ backend, plan }) => {
    const { utilisation, cost, unschedulable } = plan;
    return [
      backend,
      String(newNodes(plan)),
      String(unschedulable.length),
      utilisation === undefined ? '' : percent(utilisation.cpu),
      utilisation === undefined ? '' : percent(utilisation.memory),
      hourlyText(cost.expectedPerHourUsd),
      monthlyText(cost.expectedPerHourUsd),
    ];
  });
}

export const POOL_SIDE_COLUMNS: readonly Column[] = [
  { title: 'pool' },
  { title: 'backend' },
  { title: 'nodes', align: 'right' },
  { title: 'pods', align: 'right' },
  { title: '$/h', align: 'right' },
  { title: 'types' },
];

const MOST_TYPES = 4;

/** One row for each pool that anybody uses and each backend. */
export function poolSideRows({ sides }: ComparisonReportCluster): string[][] {
  const names = [...new Set(sides.flatMap(({ plan }) => plan.nodePools.map(({ name }) => name)))];
  return names.flatMap((name) => {
    const used = sides.some(({ plan }) =>
      plan.nodePools.some((pool) => pool.name === name && pool.nodes > 0),
    );
    return used ? sides.map((side, i) => poolSideRow(i === 0 ? name : '', name, side)) : [];
  });
}

function poolSideRow(title: string, name: string, { backend, plan }: ComparisonReportSide): string[] {
  const pool = plan.nodePools.find((one) => one.name === name);
  if (pool === undefined) return [title, backend, '', '', '', 'cannot be made'];
  if (pool.nodes === 0) return [title, backend, '', '', '', 'not needed'];
  const types = pool.cheapestTypes.map(({ instanceType, count }) => `${count} × ${instanceType}`);
  const more = types.length > MOST_TYPES ? [`${types.length - MOST_TYPES} more types`] : [];
  return [
    title,
    backend,
    String(pool.nodes),
    String(pool.pods),
    hourlyText(pool.cost.expectedPerHourUsd),
    [...types.slice(0, MOST_TYPES), ...more].join(', '),
  ];
}

/** `web: karpenter and cluster-autoscaler compared, 15 pods` */
export function comparisonTitle({ name, scenario, sides }: ComparisonReportCluster): string {
  const where = scenario === undefined ? name : `${name}, scenario ${scenario.name}`;
  const pods = sides[0]?.plan.workloads.pods ?? 0;
  return `${where}: ${listed(sides.map(({ backend }) => backend))} compared, ${counted(pods, 'pod')}`;
}

/** What the other backend would not accept; the plan looks past it. */
export function problemTexts({ sides }: ComparisonReportCluster): string[] {
  return sides.flatMap(({ backend, problems, missingPools }) => [
    ...problems.map(
      ({ code, message, file, range }) =>
        `with ${backend} the definition has an error, which the plan looks past: ${code} ${message} (${file}:${range.start.line})`,
    ),
    ...(missingPools.length === 0
      ? []
      : [`${backend} can make nothing of ${listed(missingPools.map((name) => `\`${name}\``))}`]),
  ]);
}

/** Whose difference it is, to stand before its message. */
export function differenceSubject({ backend, nodePool }: ReportDifference): string {
  return [backend ?? '', ...(nodePool === undefined ? [] : [`pool \`${nodePool}\``])]
    .filter((part) => part !== '')
    .join(', ');
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
