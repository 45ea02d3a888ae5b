import { overreserved, type Resources } from '../kubernetes/resources.ts';
import type { InstanceType } from '../model/instance-type.ts';
import { usedOf } from './pool-limits.ts';

/** Amounts by resource name, in billionths of a unit, `pods` among them. */
export type Requests = ReadonlyMap<string, bigint>;

/** What is known of the pods that a pool is for. */
export interface ExpansionWorkloads {
  /** What daemons take of a node of the type. */
  readonly daemonRequests: (type: InstanceType) => Requests;
  /** The least that any pod wants. */
  readonly smallestPod: Requests;
  /** The most that a pod wants. */
  readonly largestPod: Requests;
}

/** Whether all of these requests together find room. */
export function hasRoom(allocatable: Resources, requests: readonly Requests[]): boolean {
  if (overreserved(allocatable).length > 0) return false;
  const sums = new Map<string, bigint>();
  for (const one of requests) {
    for (const [resource, nano] of one) sums.set(resource, (sums.get(resource) ?? 0n) + nano);
  }
  return [...sums].every(([resource, nano]) => nano <= usedOf(resource, allocatable));
}
