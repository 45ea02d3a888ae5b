import { hourlyText, monthlyText } from './money.ts';
import type { PricedType } from './priced-type.ts';
import { coresText, devicesText, gibibytesText } from './resource-text.ts';
import { type Column, table } from './table.ts';

/** What the columns `cpu` and `memory` mean. */
export const RESOURCE_NOTE = 'cpu and memory: what pods can use, of what the machine has';

const COLUMNS: readonly Column[] = [
  { title: 'type' },
  { title: 'cpu', align: 'right' },
  { title: 'memory', align: 'right' },
  { title: 'pods', align: 'right' },
  { title: '$/h', align: 'right' },
  { title: '$/month', align: 'right' },
  { title: 'price' },
];

/** Instance types with what pods can use of them and the cheapest offering. */
export function priceTable(types: readonly PricedType[]): string[] {
  const devices = types.map(({ resources }) => devicesText(resources.allocatable.extended));
  const arches = types.map(({ arch }) => arch);
  const optional = [
    // One architecture in the whole list is no news.
    { title: 'arch', shown: new Set(arches).size > 1, cells: arches },
    { title: 'devices', shown: devices.some((text) => text !== ''), cells: devices },
  ].filter(({ shown }) => shown);
  return table(
    [...COLUMNS, ...optional],
    types.map((type, i) => [
      ...resourceCells(type),
      ...priceCells(type),
      ...optional.map((column) => column.cells[i] ?? ''),
    ]),
  );
}

function resourceCells({ name, resources: { capacity, allocatable } }: PricedType): string[] {
  return [
    name,
    `${coresText(allocatable.cpuMilli)} of ${coresText(capacity.cpuMilli)}`,
    `${gibibytesText(allocatable.memoryBytes)} of ${gibibytesText(capacity.memoryBytes)}`,
    String(allocatable.pods),
  ];
}

function priceCells({ cheapest, nothingLeft }: PricedType): string[] {
  const mark = nothingLeft === true ? ['nothing left for pods'] : [];
  if (cheapest === undefined) return ['', '', ['unpriced', ...mark].join(', ')];
  const { perHourUsd, capacityType, flags } = cheapest;
  return [hourlyText(perHourUsd), monthlyText(perHourUsd), [capacityType, ...flags, ...mark].join(', ')];
}
