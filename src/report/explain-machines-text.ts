import type { ExplainedMachines, ExplainedNodeGroup } from './explain-machines.ts';
import { table, type TableLayout } from './table.ts';
import { counted } from './words.ts';

export interface MachineSection {
  readonly title: string;
  readonly lines: readonly string[];
}

/** MachineDeployments by machine, the zones side by side; then the types that have none, and why. */
export function machineSections(
  { nodeGroups, dropped }: ExplainedMachines,
  layout: TableLayout & { readonly maxRows: number },
): readonly MachineSection[] {
  return [
    {
      title: counted(nodeGroups.length, 'MachineDeployment'),
      lines: nodeGroups.length === 0 ? ['none is made'] : groupTable(nodeGroups, layout),
    },
    ...(dropped.length === 0
      ? []
      : [{ title: 'without a MachineDeployment', lines: droppedTable(dropped, layout) }]),
  ];
}

function groupTable(groups: readonly ExplainedNodeGroup[], layout: TableLayout): readonly string[] {
  const machines = new Map<string, [ExplainedNodeGroup, ...ExplainedNodeGroup[]]>();
  for (const group of groups) {
    const key = `${group.instanceType}/${group.capacityType}`;
    const known = machines.get(key);
    if (known === undefined) machines.set(key, [group]);
    else known.push(group);
  }
  return table(
    [
      { title: 'type' },
      { title: 'bought' },
      { title: 'priority', align: 'right' },
      { title: 'sizes by zone' },
    ],
    [...machines.values()].map(([first, ...more]) => [
      first.instanceType,
      first.capacityType,
      first.priority === undefined ? '' : String(first.priority),
      [first, ...more].map(sizesText).join(', '),
    ]),
    layout,
  );
}

function sizesText({ zone, minSize, maxSize }: ExplainedNodeGroup): string {
  return `${zone} ${minSize ?? 0} to ${maxSize}`;
}

function droppedTable(
  dropped: ExplainedMachines['dropped'],
  { maxRows, ...layout }: TableLayout & { readonly maxRows: number },
): readonly string[] {
  const shown = maxRows === 0 ? dropped : dropped.slice(0, maxRows);
  const rows = shown.map(({ instanceType, zone, capacityType, reason }) => [
    instanceType,
    [capacityType, zone].filter((part) => part !== undefined).join(' in '),
    reason.replaceAll('`', ''),
  ]);
  const hidden = dropped.length - shown.length;
  return [
    ...table([{ title: 'type' }, { title: 'only' }, { title: 'why' }], rows, layout),
    ...(hidden === 0 ? [] : [`… and ${hidden} more (\`--all\` shows them)`]),
  ];
}
