import type { DaemonSet } from '../../kubernetes/api/daemon-set.ts';
import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import type { Container, NodeSelectorTerm, Pod, PodSpec, Toleration } from '../../kubernetes/api/pod.ts';
import { podRequests } from '../../kubernetes/pod-requests.ts';
import type { Requirements } from '../../kubernetes/requirements.ts';
import { untolerated } from '../../kubernetes/toleration.ts';
import { type HostPort, hostPortsOf } from './host-ports.ts';
import { nodeRequirements } from './node-requirements.ts';
import { isSoftToleration, SOFT_TOLERATION, usesResourceClaims } from './pod-class.ts';

/**
 * One pod of a daemon set. Karpenter tries its alternative node affinity terms in order and forgets each that fails, for
 * whatever type and pool it failed; so does this, which makes it the one thing here that changes while templates are built.
 */
export class Daemon {
  /** `namespace/name` of the pod. */
  readonly name: string;
  readonly spec: PodSpec;
  /** Exact amounts, `pods` not among them. */
  readonly requests: ReadonlyMap<string, bigint>;
  readonly hostPorts: readonly HostPort[];
  readonly usesResourceClaims: boolean;
  readonly #aliases: ReadonlyMap<string, string>;
  #terms: readonly NodeSelectorTerm[];
  #tolerations: readonly Toleration[];
  #strict: Requirements | undefined;

  constructor(daemonSet: DaemonSet, live: Pod | undefined, aliases: ReadonlyMap<string, string>) {
    const namespace = daemonSet.metadata.namespace ?? 'default';
    this.name = `${live?.metadata.namespace ?? namespace}/${live?.metadata.name ?? daemonSet.metadata.name}`;
    const template = daemonSet.spec.template.spec;
    this.spec = live?.spec ?? withRequestsFromLimits(template);
    this.requests = podRequests(this.spec, live?.status);
    this.hostPorts = hostPortsOf(this.spec);
    this.usesResourceClaims = usesResourceClaims(this.spec);
    this.#aliases = aliases;
    const required = (spec: PodSpec) =>
      spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
    // The controller pins each of its pods to a node; the template says where they may be.
    this.#terms = required(template) ?? required(this.spec) ?? [];
    this.#tolerations = this.spec.tolerations ?? [];
  }

  /** Node selector and the first term that is left. */
  get strict(): Requirements {
    return (this.#strict ??= nodeRequirements(this.spec.nodeSelector, [this.#terms[0]], this.#aliases));
  }

  tolerates(taints: readonly NodeTaint[]): boolean {
    return untolerated(taints, this.#tolerations) === undefined;
  }

  /** From the first comparison with a pool on, preferences against it do not count. */
  tolerateSoftTaints(): void {
    if (!this.#tolerations.some(isSoftToleration))
      this.#tolerations = [...this.#tolerations, SOFT_TOLERATION];
  }

  /** Drops the first term if there are others; false if there are not. */
  dropTerm(): boolean {
    if (this.#terms.length < 2) return false;
    this.#terms = this.#terms.slice(1);
    this.#strict = undefined;
    return true;
  }
}

/** One pod per daemon set: the youngest that runs, else one made from the template. */
export function daemonsOf(
  daemonSets: readonly DaemonSet[],
  boundPods: readonly Pod[],
  aliases: ReadonlyMap<string, string>,
): readonly Daemon[] {
  const owned = boundPods.filter(isDaemonPod);
  return daemonSets.map((daemonSet) => {
    const namespace = daemonSet.metadata.namespace ?? 'default';
    const live = owned.filter(
      (pod) =>
        (pod.metadata.namespace ?? 'default') === namespace &&
        pod.metadata.ownerReferences?.some(
          (owner) =>
            owner.controller === true &&
            (daemonSet.metadata.uid === undefined
              ? owner.name === daemonSet.metadata.name
              : owner.uid === daemonSet.metadata.uid),
        ),
    );
    return new Daemon(daemonSet, youngest(live), aliases);
  });
}

export function isDaemonPod(pod: Pod): boolean {
  return (
    pod.metadata.ownerReferences?.some(
      ({ apiVersion, kind }) => apiVersion === 'apps/v1' && kind === 'DaemonSet',
    ) ?? false
  );
}

function youngest(pods: readonly Pod[]): Pod | undefined {
  const time = (pod: Pod) => pod.metadata.creationTimestamp ?? '';
  let best: Pod | undefined;
  for (const pod of pods) if (best === undefined || time(pod) > time(best)) best = pod;
  return best;
}

/** What the API server does for pods, and for pods only. */
function withRequestsFromLimits(spec: PodSpec): PodSpec {
  const filled = (containers: readonly Container[] | undefined) =>
    containers?.map((container) => ({
      ...container,
      resources: {
        ...container.resources,
        requests: { ...container.resources?.limits, ...container.resources?.requests },
      },
    }));
  const { containers, initContainers } = spec;
  return {
    ...spec,
    ...(containers === undefined ? {} : { containers: filled(containers) ?? [] }),
    ...(initContainers === undefined ? {} : { initContainers: filled(initContainers) ?? [] }),
  };
}
