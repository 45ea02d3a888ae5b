import type { Resources } from '../kubernetes/resources.ts';
import type { CapacityType, InstanceTable, InstanceType, Offering } from '../model/instance-type.ts';
import { cheapestOffering, type OfferingFilter, type PricedOffering } from './priced-type.ts';

/** One line of `poolwright catalogue list`. */
export interface ListedType {
  readonly name: string;
  readonly architecture: string;
  readonly vcpus: number;
  /** As EC2 lists it. */
  readonly memoryMib: number;
  /** `4 × t4`, empty without. */
  readonly accelerators: string;
  readonly allocatable: Resources;
  /** Zones in which it is offered. */
  readonly zones: number;
  /** Cheapest over the zones; absent if unpriced or not offered so. */
  readonly onDemand?: PricedOffering;
  readonly spot?: PricedOffering;
}

export interface ListTypesInput {
  readonly table: Pick<InstanceTable, 'resourcesOf'>;
  readonly types: readonly InstanceType[];
  /** Which offerings count. @default all */
  readonly admits?: OfferingFilter;
  /** @default price: the cheaper of the two, unpriced types last. Ties by name. */
  readonly order?: TypeOrder;
}

export type TypeOrder = 'price' | 'name' | 'cpu' | 'memory';

/** The types as rows, in order. */
export function listTypes({
  table,
  types,
  admits = () => true,
  order = 'price',
}: ListTypesInput): ListedType[] {
  const rows = types.map((type) => rowOf(type, type.offerings.filter(admits), table));
  return rows.sort((a, b) => keyOf(a, order) - keyOf(b, order) || compareText(a.name, b.name));
}

function rowOf(
  type: InstanceType,
  offerings: readonly Offering[],
  table: ListTypesInput['table'],
): ListedType {
  const label = (key: string) => type.labels.get(key)?.[0];
  const cheapest = (bought: CapacityType) =>
    cheapestOffering(offerings.filter(({ capacityType }) => capacityType === bought));
  const onDemand = cheapest('on-demand');
  const spot = cheapest('spot');
  return {
    name: type.name,
    architecture: label('kubernetes.io/arch') ?? '',
    vcpus: Number(label('karpenter.k8s.aws/instance-cpu')),
    memoryMib: Number(label('karpenter.k8s.aws/instance-memory')),
    accelerators: [devices(label, 'gpu'), devices(label, 'accelerator')].filter(Boolean).join(', '),
    allocatable: table.resourcesOf(type).allocatable,
    zones: new Set(offerings.map((offering) => offering.zone)).size,
    ...(onDemand === undefined ? {} : { onDemand }),
    ...(spot === undefined ? {} : { spot }),
  };
}

function devices(label: (key: string) => string | undefined, kind: 'gpu' | 'accelerator'): string {
  const name = label(`karpenter.k8s.aws/instance-${kind}-name`);
  const count = label(`karpenter.k8s.aws/instance-${kind}-count`);
  return name === undefined ? '' : `${count ?? '0'} × ${name}`;
}

function keyOf(row: ListedType, order: TypeOrder): number {
  if (order === 'name') return 0;
  if (order === 'cpu') return row.vcpus;
  if (order === 'memory') return row.memoryMib;
  // A large number rather than infinity, whose difference with itself is not a number.
  return Math.min(row.onDemand?.perHourUsd ?? Number.MAX_VALUE, row.spot?.perHourUsd ?? Number.MAX_VALUE);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
