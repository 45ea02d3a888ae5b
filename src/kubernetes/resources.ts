/** What a machine has or a pod asks for: exact integers, so that sums never drift. */
export interface Resources {
  readonly cpuMilli: number;
  readonly memoryBytes: number;
  readonly ephemeralStorageBytes: number;
  readonly pods: number;
  /** Extended resources by name (`nvidia.com/gpu`), whole units. */
  readonly extended: Readonly<Record<string, number>>;
}
