import type { Container, PodSpec } from '../../kubernetes/api/pod.ts';
import { amountsOf } from '../../kubernetes/pod-requests.ts';
import { pointer } from './pointer.ts';

/** One place where a pod asks for a resource. */
export interface RequestPlace {
  /** JSON pointer to the list of requests. */
  readonly requests: string;
  readonly nano: bigint;
}

/** Where a pod asks for a resource: as a whole, or container by container, the largest first. */
export function requestPlaces(spec: PodSpec, resource: string): readonly RequestPlace[] {
  const whole = amountsOf(spec.resources?.requests).get(resource);
  const isWhole = resource === 'cpu' || resource === 'memory' || resource.startsWith('hugepages-');
  if (whole !== undefined && isWhole)
    return [{ requests: pointer('spec', 'resources', 'requests'), nano: whole }];
  const of = (list: readonly Container[], name: 'containers' | 'initContainers') =>
    list.flatMap(({ resources }, at): RequestPlace[] => {
      const nano = amountsOf(resources?.requests).get(resource) ?? 0n;
      if (nano <= 0n) return [];
      return [{ requests: pointer('spec', name, at, 'resources', 'requests'), nano }];
    });
  return [
    ...of(spec.containers ?? [], 'containers'),
    ...of(spec.initContainers ?? [], 'initContainers'),
  ].sort((a, b) => (a.nano === b.nano ? 0 : a.nano < b.nano ? 1 : -1));
}

export function largestRequestPointer(spec: PodSpec, resource: string): string | undefined {
  const [largest] = requestPlaces(spec, resource);
  return largest === undefined ? undefined : largest.requests + pointer(resource);
}
