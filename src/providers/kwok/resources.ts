import type { Resources } from '../../kubernetes/resources.ts';

/** What KWOK takes off every type for the kubelet; nobody can change it, so it is added first. */
const KUBE_RESERVED = { cpuMilli: 100, memoryBytes: 10 * 1024 * 1024 };

/** Resources by their Kubernetes names, in milli-CPU, bytes and pieces. */
export function amounts(resources: Resources): ReadonlyMap<string, number> {
  return new Map([
    ['cpu', resources.cpuMilli],
    ['memory', resources.memoryBytes],
    ['ephemeral-storage', resources.ephemeralStorageBytes],
    ['pods', resources.pods],
    ...Object.entries(resources.extended).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}

/** Of each resource the least that any of them has. */
export function smallest(all: readonly Resources[]): ReadonlyMap<string, number> {
  const read = all.map(amounts);
  const names = new Set(read.flatMap((one) => [...one.keys()]));
  return new Map([...names].map((name) => [name, Math.min(...read.map((one) => one.get(name) ?? 0))]));
}

/** Quantities that leave nodes with exactly so much allocatable. */
export function kwokResources(allocatable: ReadonlyMap<string, number>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...allocatable].map(([name, amount]) => {
      if (name === 'cpu') return [name, cpuText(amount + KUBE_RESERVED.cpuMilli)];
      return [name, String(name === 'memory' ? amount + KUBE_RESERVED.memoryBytes : amount)];
    }),
  );
}

function cpuText(milli: number): string {
  return milli % 1000 === 0 ? String(milli / 1000) : `${milli}m`;
}
