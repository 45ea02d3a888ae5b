import type { Container, PodSpec, ResourceList, Volume } from '../../kubernetes/api/pod.ts';
import { nanoOf } from '../../kubernetes/quantity.ts';

export interface SemanticIdentity {
  /** Equal for pods that the autoscaler takes for the same. */
  readonly shape: string;
  /** Equal for pods that also agree when their volumes are left out. */
  readonly bare: string;
}

/**
 * What the autoscaler compares of pods (its utils.PodSpecSemanticallyEqual): quantities by value, nothing the same as empty,
 * env, hostname, projected volumes and the mounts of these left out.
 */
export function semanticIdentity(pod: {
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}): SemanticIdentity {
  const { volumes = [], containers, initContainers, resources, overhead, ...others } = pod.spec;
  const rest = Object.entries(others).filter(([key]) => key !== 'hostname' && key !== 'nodeName');
  const projected = new Set(volumes.filter(isProjected).map(({ name }) => name));
  const identityOf = (container: Container) => containerIdentity(container, projected);
  const bare = JSON.stringify([
    pod.namespace,
    canonical(pod.labels),
    (containers ?? []).map(identityOf),
    (initContainers ?? []).map(identityOf),
    resourcesIdentity(resources),
    amounts(overhead),
    canonical(Object.fromEntries(rest)),
  ]);
  const counting = volumes.filter((volume) => !isProjected(volume));
  return { bare, shape: counting.length === 0 ? bare : bare + JSON.stringify(canonical(counting)) };
}

/** A volume of which only the name is known is taken for the token of the service account, which is named by chance. */
function isProjected(volume: Volume): boolean {
  return 'projected' in volume || Object.keys(volume).length === 1;
}

function containerIdentity(container: Container, projected: ReadonlySet<string>): unknown {
  const { resources, ...others } = container;
  const rest = Object.entries(others)
    .filter(([key]) => key !== 'env')
    .map(([key, value]: [string, unknown]) => [
      key,
      key === 'volumeMounts' ? mountsOf(value, projected) : value,
    ]);
  return [resourcesIdentity(resources), canonical(Object.fromEntries(rest))];
}

function mountsOf(mounts: unknown, projected: ReadonlySet<string>): unknown {
  if (!Array.isArray(mounts)) return mounts;
  return mounts.filter((mount: { readonly name?: string } | null) => !projected.has(mount?.name ?? ''));
}

function resourcesIdentity(resources: Container['resources']): unknown {
  return [amounts(resources?.requests), amounts(resources?.limits), canonical(resources?.claims)];
}

function amounts(list: ResourceList | undefined): unknown {
  return canonical(
    Object.fromEntries(Object.entries(list ?? {}).map(([name, text]) => [name, String(nanoOf(text))])),
  );
}

/** Keys in order; undefined for what is empty, so that it disappears. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : value.map((one) => canonical(one) ?? null);
  }
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  const entries = Object.entries(value)
    .map(([key, one]) => [key, canonical(one)] as const)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? undefined : entries;
}
