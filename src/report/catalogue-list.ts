import type { OfferingPrice, PricingNote } from '../model/instance-type.ts';
import type { REPORT_API_VERSION } from './check-report.ts';
import type { ListedType } from './list-types.ts';
import { hourlyText, pricingNotes } from './money.ts';
import { RESOURCE_NOTE } from './price-table.ts';
import { coresText, gibibytesText } from './resource-text.ts';
import { styleOf } from './style.ts';
import { table } from './table.ts';
import { counted } from './words.ts';

const MIB = 2 ** 20;

/** What `catalogue list` prints. */
export interface CatalogueList {
  readonly apiVersion: typeof REPORT_API_VERSION;
  readonly kind: 'InstanceTypeList';
  readonly region: string;
  /** In the order asked for. */
  readonly instanceTypes: readonly ListedType[];
  readonly pricing: PricingNote;
}

export interface CatalogueListOptions {
  readonly color?: boolean;
  /** Most rows; 0 is all. @default 0 */
  readonly max?: number;
}

/** The list for people. */
export function catalogueListText(list: CatalogueList, options: CatalogueListOptions = {}): string {
  const { max = 0 } = options;
  const style = styleOf(options);
  const shown = max === 0 ? list.instanceTypes : list.instanceTypes.slice(0, max);
  const hidden = list.instanceTypes.length - shown.length;
  const prices = shown.flatMap(({ onDemand, spot }) => [onDemand ?? [], spot ?? []].flat());
  const lines = [
    ...(shown.length === 0 ? [] : rows(shown)),
    ...(hidden === 0 ? [] : [`… and ${hidden} more`]),
    ...(shown.length === 0 ? [] : ['']),
    style.strong(`${counted(list.instanceTypes.length, 'instance type')} in ${list.region}`),
    ...[RESOURCE_NOTE, ...pricingNotes(list.pricing, { prices, per: 'hour' })].map((note) =>
      style.faint(note),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function rows(types: readonly ListedType[]): string[] {
  return table(
    [
      { title: 'type' },
      { title: 'arch' },
      { title: 'cpu', align: 'right' },
      { title: 'memory', align: 'right' },
      { title: 'pods', align: 'right' },
      { title: 'on-demand $/h', align: 'right' },
      { title: '' },
      { title: 'spot $/h', align: 'right' },
      { title: '' },
      { title: types.some(({ accelerators }) => accelerators !== '') ? 'accelerators' : '' },
    ],
    types.map(({ name, architecture, vcpus, memoryMib, accelerators, allocatable, onDemand, spot }) => [
      name,
      architecture,
      `${coresText(allocatable.cpuMilli)} of ${vcpus}`,
      `${gibibytesText(allocatable.memoryBytes)} of ${gibibytesText(memoryMib * MIB)}`,
      String(allocatable.pods),
      ...priceCells(onDemand),
      ...priceCells(spot),
      accelerators,
    ]),
  );
}

function priceCells(price: OfferingPrice | undefined): string[] {
  if (price === undefined) return ['', ''];
  return [hourlyText(price.perHourUsd), price.flags.join(', ')];
}
