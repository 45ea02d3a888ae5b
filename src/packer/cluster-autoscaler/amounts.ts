import type { ResourceList } from '../../kubernetes/api/pod.ts';
import { amountsOf, type NanoAmounts } from '../../kubernetes/pod-requests.ts';

const MILLI_NANO = 1_000_000n;
const UNIT_NANO = 1_000_000_000n;

export const CPU = 1;
export const MEMORY = 2;

/**
 * Resources as whole numbers in vectors, one column per resource that a pod asks for. As in the scheduler CPU counts in
 * thousandths and everything else in units, each amount rounded up (k8s.io/kubernetes, framework.Resource). Doubles hold whole
 * numbers up to 2^53: nine petabytes.
 */
export class Columns {
  readonly names: string[] = ['pods', 'cpu', 'memory'];

  column(name: string): number {
    const found = this.names.indexOf(name);
    return found >= 0 ? found : this.names.push(name) - 1;
  }

  /** Resources without a column are left out. */
  vector(amounts: NanoAmounts): Float64Array {
    return Float64Array.from(this.names, (name) => wholeAmount(name, amounts.get(name) ?? 0n));
  }
}

/** In thousandths for CPU, else in units. */
export function wholeAmount(name: string, nano: bigint): number {
  return Number(ceilDivide(nano, name === 'cpu' ? MILLI_NANO : UNIT_NANO));
}

/** In units, as limits of whole clusters count. */
export function wholeUnits(nano: bigint): bigint {
  return ceilDivide(nano, UNIT_NANO);
}

/** Away from zero. */
function ceilDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  if (value % by === 0n) return quotient;
  return value < 0n ? quotient - 1n : quotient + 1n;
}

export function exactAmounts(list: ResourceList | NanoAmounts | undefined): NanoAmounts {
  return isMap(list) ? list : amountsOf(list);
}

export function labelMap(
  labels: Readonly<Record<string, string>> | ReadonlyMap<string, string> | undefined,
): ReadonlyMap<string, string> {
  return isMap(labels) ? labels : new Map(Object.entries(labels ?? {}));
}

function isMap<K, V>(value: object | undefined): value is ReadonlyMap<K, V> {
  return value instanceof Map;
}
