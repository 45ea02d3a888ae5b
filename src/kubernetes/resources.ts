/** What a machine has or a pod asks for: exact integers, so that sums never drift. */
export interface Resources {
  readonly cpuMilli: number;
  readonly memoryBytes: number;
  readonly ephemeralStorageBytes: number;
  readonly pods: number;
  /** Extended resources by name (`nvidia.com/gpu`), whole units. */
  readonly extended: Readonly<Record<string, number>>;
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
