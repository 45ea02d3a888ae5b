import { formatTaint } from '../../kubernetes/taint.ts';
import { untolerated } from '../../kubernetes/toleration.ts';
import type { FailureCode } from './decision.ts';
import type { LabelReader } from './node-affinity.ts';
import type { NodeKind } from './node-kind.ts';
import type { HardSpread, PodClass } from './pod-class.ts';

export interface Refusal {
  readonly code: FailureCode;
  readonly detail?: string | undefined;
}

const UNSCHEDULABLE = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;

/** What keeps a class from a node whatever else runs there: the filters NodeUnschedulable, TaintToleration, NodeAffinity. */
export function staticRefusal(pod: PodClass, kind: NodeKind, label: LabelReader): Refusal | undefined {
  if (kind.unschedulable && untolerated([UNSCHEDULABLE], pod.tolerations) !== undefined) {
    return { code: 'unschedulable' };
  }
  const taint = untolerated(hardTaints(kind), pod.tolerations);
  if (taint !== undefined) return { code: 'taint', detail: formatTaint(taint) };
  const key = pod.nodeAffinity(label, kind.name);
  return key === undefined ? undefined : { code: 'node-affinity', detail: key };
}

/** Whether a spread constraint of a class looks at a node at all. */
export function spreadSees(
  { owner, constraint }: { readonly owner: PodClass; readonly constraint: HardSpread },
  kind: NodeKind,
  label: LabelReader,
): boolean {
  if (owner.spread.some(({ key }) => label(key) === undefined)) return false;
  if (constraint.honorsAffinity && owner.nodeAffinity(label, kind.name) !== undefined) return false;
  return !constraint.honorsTaints || untolerated(hardTaints(kind), owner.tolerations) === undefined;
}

function hardTaints({ taints }: NodeKind) {
  return taints.filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute');
}
