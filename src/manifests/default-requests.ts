import type { Container, PodSpec, ResourceList, ResourceRequirements } from '../kubernetes/api/pod.ts';

/** Told of each request that was filled in: where it now is, and where its amount is written. */
export type NoteDefault = (pointer: readonly (string | number)[], from: readonly (string | number)[]) => void;

/**
 * What the API server fills in when a pod is created (k8s.io/kubernetes, SetDefaults_Pod of 1.36): requests from limits,
 * container by container; requests of the pod as a whole from its limits, where no container asks for the resource.
 */
export function withDefaultRequests<Spec extends PodSpec>(spec: Spec, note: NoteDefault): Spec {
  const filled = (list: 'containers' | 'initContainers') =>
    spec[list]?.map((container, i) => withRequestsFromLimits(container, ['spec', list, i], note));
  const containers = filled('containers');
  const initContainers = filled('initContainers');
  const resources = withPodRequests(spec.resources, [...(containers ?? []), ...(initContainers ?? [])], note);
  return {
    ...spec,
    ...(containers === undefined ? {} : { containers }),
    ...(initContainers === undefined ? {} : { initContainers }),
    ...(resources === undefined ? {} : { resources }),
  };
}

function withRequestsFromLimits(
  container: Container,
  path: readonly (string | number)[],
  note: NoteDefault,
): Container {
  const { limits, requests = {} } = container.resources ?? {};
  if (limits === undefined) return container;
  const missing = Object.keys(limits).filter((name) => !Object.hasOwn(requests, name));
  if (missing.length === 0) return container;
  const resources = [...path, 'resources'];
  for (const name of missing) note([...resources, 'requests', name], [...resources, 'limits', name]);
  return { ...container, resources: { ...container.resources, requests: { ...limits, ...requests } } };
}

function withPodRequests(
  resources: ResourceRequirements | undefined,
  containers: readonly Container[],
  note: NoteDefault,
): ResourceRequirements | undefined {
  const { limits, requests = {} } = resources ?? {};
  if (limits === undefined) return resources;
  const added: Record<string, string> = {};
  for (const [name, amount] of Object.entries(limits)) {
    if (!isPodLevel(name) || Object.hasOwn(requests, name) || containers.some((one) => asksFor(one, name)))
      continue;
    added[name] = amount;
    note(['spec', 'resources', 'requests', name], ['spec', 'resources', 'limits', name]);
  }
  return { ...resources, requests: { ...requests, ...added } };
}

function isPodLevel(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}

function asksFor({ resources }: Container, name: string): boolean {
  const requests: ResourceList = resources?.requests ?? {};
  return Object.hasOwn(requests, name);
}
