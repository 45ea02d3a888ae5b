import type { Container, ContainerStatus, PodSpec, PodStatus, ResourceList } from './api/pod.ts';
import { nanoOf } from './quantity.ts';

/** One piece of the `pods` resource, which a pod asks for without saying so. */
export const ONE_POD_NANO = 1_000_000_000n;

/** Resource name to an exact amount in billionths of its unit. */
export type NanoAmounts = ReadonlyMap<string, bigint>;

/**
 * What a pod asks of a node (k8s.io/component-helpers/resource, PodRequests of 0.35, as Karpenter calls it): containers and
 * sidecars together, or the hungriest moment of the init containers, whichever is more; requests of the pod as a whole
 * replace that for the resources they name; overhead is added. Without the `pods` resource.
 */
export function podRequests(spec: PodSpec, status?: PodStatus): Map<string, bigint> {
  const total = new Map<string, bigint>();
  const infeasible = status?.conditions?.some(
    (condition) => condition.type === 'PodResizePending' && condition.reason === 'Infeasible',
  );
  const desired = infeasible === true ? 'leave' : 'count';
  for (const container of spec.containers ?? []) {
    const current = status?.containerStatuses?.find(({ name }) => name === container.name);
    addAmounts(total, containerRequests(container, current, desired));
  }
  const { sidecars, peak } = initRequests(spec.initContainers ?? [], (container) =>
    containerRequests(
      container,
      status?.initContainerStatuses?.find(({ name }) => name === container.name),
      desired,
    ),
  );
  addAmounts(total, sidecars);
  raiseTo(total, peak);
  for (const [name, text] of Object.entries(spec.resources?.requests ?? {})) {
    if (name === 'cpu' || name === 'memory' || name.startsWith('hugepages-')) total.set(name, nanoOf(text));
  }
  addAmounts(total, amountsOf(spec.overhead));
  return total;
}

/** While a resize is under way, the most of what is asked for, admitted and in force; a refused one is not asked for. */
function containerRequests(
  container: Container,
  status: ContainerStatus | undefined,
  desired: 'count' | 'leave',
): Map<string, bigint> {
  const asked = amountsOf(container.resources?.requests);
  if (status?.resources === undefined) return asked;
  const inForce = amountsOf(status.resources.requests);
  raiseTo(inForce, amountsOf(status.allocatedResources));
  if (desired === 'count') raiseTo(inForce, asked);
  return inForce;
}

function initRequests(
  containers: readonly Container[],
  ofSidecar: (container: Container) => Map<string, bigint>,
) {
  const sidecars = new Map<string, bigint>();
  const peak = new Map<string, bigint>();
  for (const container of containers) {
    const asked = amountsOf(container.resources?.requests);
    if (container.restartPolicy === 'Always') {
      addAmounts(sidecars, ofSidecar(container));
      raiseTo(peak, sidecars);
    } else {
      addAmounts(asked, sidecars);
      raiseTo(peak, asked);
    }
  }
  return { sidecars, peak };
}

export function addAmounts(target: Map<string, bigint>, added: NanoAmounts): void {
  for (const [name, nano] of added) target.set(name, (target.get(name) ?? 0n) + nano);
}

function raiseTo(target: Map<string, bigint>, other: NanoAmounts): void {
  for (const [name, nano] of other) {
    const present = target.get(name);
    if (present === undefined || present < nano) target.set(name, nano);
  }
}

export function amountsOf(list: ResourceList | undefined): Map<string, bigint> {
  const amounts = new Map<string, bigint>();
  for (const name in list) amounts.set(name, nanoOf(list[name] as string));
  return amounts;
}
