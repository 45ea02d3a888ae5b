/** What a machine has or a pod asks for: exact integers, so that sums never drift. */
export interface Resources {
  readonly cpuMilli: number;
  readonly memoryBytes: number;
  readonly ephemeralStorageBytes: number;
  readonly pods: number;
  /** Extended resources by name (`nvidia.com/gpu`), whole units. */
  readonly extended: Readonly<Record<string, number>>;
}

/**
 * How to read a resource by its Kubernetes name: milli-CPU, bytes, or pieces. What a machine does not have counts as
 * zero. A reader, because loops over many machines ask for the same name.
 */
export function amountReader(name: string): (resources: Resources) => number {
  if (name === 'cpu') return ({ cpuMilli }) => cpuMilli;
  if (name === 'memory') return ({ memoryBytes }) => memoryBytes;
  if (name === 'ephemeral-storage') return ({ ephemeralStorageBytes }) => ephemeralStorageBytes;
  if (name === 'pods') return ({ pods }) => pods;
  return ({ extended }) => (Object.hasOwn(extended, name) ? (extended[name] ?? 0) : 0);
}

/** Resources that reservations are made from. */
export type ReservableResource = 'cpu' | 'memory' | 'ephemeral-storage';

/** The resources of which less than nothing is left. Karpenter 1.14 fits no pod onto a type with any of them. */
export function overreserved(allocatable: Resources): readonly ReservableResource[] {
  const { cpuMilli, memoryBytes, ephemeralStorageBytes } = allocatable;
  // The usual case, asked for every type of every pool.
  if (cpuMilli >= 0 && memoryBytes >= 0 && ephemeralStorageBytes >= 0) return NONE;
  const short: ReservableResource[] = [];
  if (memoryBytes < 0) short.push('memory');
  if (cpuMilli < 0) short.push('cpu');
  if (ephemeralStorageBytes < 0) short.push('ephemeral-storage');
  return short;
}

const NONE: readonly ReservableResource[] = [];
