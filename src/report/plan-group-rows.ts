import { hourlyText, monthlyText } from './money.ts';
import type { PlanReportCluster, PlanReportNodeGroup } from './plan-contract.ts';
import type { Column } from './table.ts';
import { counted } from './words.ts';

/** What the text and the markdown of a plan show of node groups: one row for each machine, with its zones. */
export const GROUP_COLUMNS: readonly Column[] = [
  { title: 'groups of' },
  { title: 'type' },
  { title: 'bought' },
  { title: 'add', align: 'right' },
  { title: 'pods', align: 'right' },
  { title: '$/h', align: 'right' },
  { title: 'zones' },
];

/** So many are shown. JSON has all. */
const MOST_ROWS = 24;

export function groupRows({ nodeGroups }: PlanReportCluster): {
  readonly rows: readonly (readonly string[])[];
  readonly hidden: number;
} {
  const machines = new Map<string, PlanReportNodeGroup[]>();
  for (const group of nodeGroups) {
    const key = JSON.stringify([group.nodePool, group.instanceType, group.capacityType]);
    machines.set(key, [...(machines.get(key) ?? []), group]);
  }
  const all = [...machines.values()];
  return { rows: all.slice(0, MOST_ROWS).map(rowOf), hidden: Math.max(0, all.length - MOST_ROWS) };
}

function rowOf(groups: readonly PlanReportNodeGroup[]): readonly string[] {
  const [first] = groups as readonly [PlanReportNodeGroup, ...PlanReportNodeGroup[]];
  const add = groups.reduce((sum, group) => sum + group.add, 0);
  const pods = groups.reduce((sum, group) => sum + group.pods.length, 0);
  const prices = groups.map((group) => group.price?.pricePerHourUsd);
  const isPriced = prices.every((price) => price !== undefined);
  const price = groups.reduce((sum, group, i) => sum + group.add * (prices[i] ?? 0), 0);
  return [
    first.nodePool,
    first.instanceType,
    first.capacityType,
    `+${add}`,
    String(pods),
    isPriced ? hourlyText(price) : '',
    groups.map(zoneText).join(', '),
  ];
}

/** `eu-west-1a +2`, with what else it may be, and whether that is all there can be. */
function zoneText({ zone, add, currentSize, maxSize, range }: PlanReportNodeGroup): string {
  const chance = range === undefined ? '' : ` (${range.min} to ${range.max})`;
  const size = currentSize + add;
  const full = size >= maxSize ? ', full' : '';
  const now = currentSize === 0 || add === 0 ? '' : ` to ${size}`;
  return `${zone} +${add}${now}${chance}${full}`;
}

/** How far simulated runs differ; empty where they do not. */
export function rangeText({ range }: PlanReportCluster): string {
  if (range === undefined) return '';
  const { runs, nodes, podsLeft, expectedPerHourUsd: usd } = range;
  // Only which of several zones it is: the zones say so themselves.
  if ([nodes, podsLeft, usd].every(({ min, max }) => min === max)) return '';
  const left =
    podsLeft.max === 0
      ? []
      : [`${between(podsLeft, String)} ${podsLeft.max === 1 ? 'pod' : 'pods'} without a place`];
  const parts = [
    nodes.min === nodes.max ? counted(nodes.max, 'new node') : `${between(nodes, String)} new nodes`,
    `${between(usd, hourlyText)} $/h, ${between(usd, monthlyText)} $/month`,
    ...left,
  ];
  return `chance decides: ${parts.join(', ')} in ${runs} simulated runs`;
}

function between(
  { min, max }: { readonly min: number; readonly max: number },
  text: (value: number) => string,
): string {
  return text(min) === text(max) ? text(max) : `${text(min)} to ${text(max)}`;
}
