import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { NodeTaint } from '../kubernetes/api/node-pool.ts';
import type { Node, NodeClaim } from '../kubernetes/api/node.ts';
import type { Pod } from '../kubernetes/api/pod.ts';
import { parseDuration } from '../kubernetes/duration.ts';
import { selectorTest } from '../kubernetes/label-selector.ts';
import { untolerated } from '../kubernetes/toleration.ts';
import { readKind } from './cluster-objects.ts';
import type { Inventory } from './inventory.ts';
import { disruptionBudget, type DisruptionBudgetData } from './schemas/cluster.ts';

interface Budget extends DisruptionBudgetData {
  readonly namespace: string | undefined;
}

/**
 * Whether a pod has to be placed anew because its node goes away (Karpenter 1.14, provisioning of pods on deleting
 * nodes): unless it belongs to a DaemonSet or the node, has ended, or must not be disrupted.
 */
export class DeletingNodes {
  readonly #names: ReadonlySet<string>;
  readonly #budgets: readonly Budget[];

  constructor(
    inventory: Inventory,
    { nodes, nodeClaims }: { readonly nodes: readonly Node[]; readonly nodeClaims: readonly NodeClaim[] },
    report: (found: Diagnostic) => void,
  ) {
    this.#names = deletingNames(nodes, nodeClaims);
    this.#budgets = readKind(inventory, 'PodDisruptionBudget', disruptionBudget, report).map(
      ({ object, data }) => ({ ...data, namespace: object.meta.namespace }),
    );
  }

  /** `isFixed`: the pod belongs to a DaemonSet or to the node itself. */
  displaces(
    pod: Pod,
    { isFixed, isUnready }: { readonly isFixed: boolean; readonly isUnready: () => boolean },
  ): boolean {
    if (!this.#names.has(pod.spec.nodeName ?? '') || isFixed) return false;
    // The next pod of a StatefulSet comes only when this one is gone, so it is planned for already.
    if (pod.metadata.deletionTimestamp !== undefined) return isOwnedByStatefulSet(pod);
    return !mayNotBeDisrupted(pod) && !this.#isBlocked(pod, isUnready);
  }

  /** Two budgets for one pod, or one that allows nothing, are never satisfied. */
  #isBlocked({ metadata, spec }: Pod, isUnready: () => boolean): boolean {
    if (untolerated([DISRUPTED], spec.tolerations ?? []) === undefined) return false;
    const own = this.#budgets.filter(
      (budget) =>
        budget.namespace === metadata.namespace && selectorTest(budget.spec?.selector)(metadata.labels),
    );
    return own.length > 1 || own.some((budget) => allowsNothing(budget, isUnready));
  }
}

const DISRUPTED: NodeTaint = { key: 'karpenter.sh/disrupted', effect: 'NoSchedule' };

function deletingNames(nodes: readonly Node[], nodeClaims: readonly NodeClaim[]): ReadonlySet<string> {
  const claims = new Map(nodeClaims.map((claim) => [claim.status?.providerID, claim]));
  const deleting = nodes.filter(({ metadata, spec }) => {
    const claim = spec?.providerID === undefined ? undefined : claims.get(spec.providerID);
    if (claim === undefined) return metadata.deletionTimestamp !== undefined;
    return claim.metadata.deletionTimestamp !== undefined || isTerminating(claim);
  });
  return new Set(deleting.map(({ metadata }) => metadata.name));
}

function isTerminating({ status }: NodeClaim): boolean {
  return (
    status?.conditions?.some((one) => one.type === 'InstanceTerminating' && one.status === 'True') ?? false
  );
}

function isOwnedByStatefulSet({ metadata }: Pod): boolean {
  return (
    metadata.ownerReferences?.some((one) => one.apiVersion === 'apps/v1' && one.kind === 'StatefulSet') ??
    false
  );
}

/** A duration protects from the start of the pod on. How long that is over is not asked: a plan has no clock. */
function mayNotBeDisrupted({ metadata }: Pod): boolean {
  const value = metadata.annotations?.['karpenter.sh/do-not-disrupt'];
  return value === 'true' || (parseDuration(value ?? '') ?? 0n) > 0n;
}

function allowsNothing({ spec = {} }: Budget, isUnready: () => boolean): boolean {
  const { maxUnavailable, minAvailable, unhealthyPodEvictionPolicy } = spec;
  if (unhealthyPodEvictionPolicy === 'AlwaysAllow' && isUnready()) return false;
  return maxUnavailable === 0 || maxUnavailable === '0%' || minAvailable === '100%';
}
