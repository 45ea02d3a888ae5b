import type { Container, PodSpec, ResourceRequirements } from '../../../kubernetes/api/pod.ts';
import { podRequests } from '../../../kubernetes/pod-requests.ts';
import { requestPlaces } from '../request-places.ts';

/**
 * A pod that asks for less of a resource: the largest of its containers gives way first. Undefined where that cannot be
 * done, as overhead and what a running pod holds stay.
 */
export function withLowerRequest(spec: PodSpec, resource: string, targetNano: bigint): PodSpec | undefined {
  let current = spec;
  for (let rounds = 0; rounds < 50; rounds++) {
    const excess = (podRequests(current).get(resource) ?? 0n) - targetNano;
    if (excess <= 0n) return current;
    const [largest] = requestPlaces(current, resource);
    if (largest === undefined || largest.nano === 0n) return undefined;
    const left = largest.nano > excess ? largest.nano - excess : 0n;
    current = withRequestAt(current, largest.requests, resource, nanoText(left));
  }
  return undefined;
}

function withRequestAt(spec: PodSpec, requests: string, resource: string, text: string): PodSpec {
  const [, , list, at] = requests.split('/');
  const lowered = (resources: ResourceRequirements | undefined): ResourceRequirements => ({
    ...resources,
    requests: { ...resources?.requests, [resource]: text },
  });
  if (list === 'resources') return { ...spec, resources: lowered(spec.resources) };
  const change = (containers: readonly Container[]) =>
    containers.map((container, i) =>
      i === Number(at) ? { ...container, resources: lowered(container.resources) } : container,
    );
  return list === 'initContainers'
    ? { ...spec, initContainers: change(spec.initContainers ?? []) }
    : { ...spec, containers: change(spec.containers ?? []) };
}

/** Exact: billionths are a unit of quantities. */
function nanoText(nano: bigint): string {
  return nano % 1_000_000_000n === 0n ? `${nano / 1_000_000_000n}` : `${nano}n`;
}
