import type { Container, PodSpec, ResourceList } from '../../kubernetes/api/pod.ts';
import { nanoOf } from '../../kubernetes/quantity.ts';

/**
 * Equal for pods that the autoscaler takes for the same (its utils.PodSpecSemanticallyEqual): quantities by value, nothing
 * the same as empty, env, hostname and projected volumes left out. A volume counts only when it names a claim.
 */
export function semanticIdentity(pod: {
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}): string {
  const { volumes = [], containers, initContainers, resources, overhead, ...others } = pod.spec;
  const claims = volumes.filter(
    ({ persistentVolumeClaim, ephemeral }) => persistentVolumeClaim !== undefined || ephemeral !== undefined,
  );
  const rest = Object.entries(others).filter(([key]) => key !== 'hostname' && key !== 'nodeName');
  return JSON.stringify([
    pod.namespace,
    canonical(pod.labels),
    (containers ?? []).map(containerIdentity),
    (initContainers ?? []).map(containerIdentity),
    resourcesIdentity(resources),
    amounts(overhead),
    canonical(claims),
    canonical(Object.fromEntries(rest)),
  ]);
}

function containerIdentity(container: Container): unknown {
  const { resources, ...others } = container;
  const rest = Object.entries(others).filter(([key]) => key !== 'env');
  return [resourcesIdentity(resources), canonical(Object.fromEntries(rest))];
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
