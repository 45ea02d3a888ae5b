import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Pod } from '../kubernetes/api/pod.ts';
import type { WorkloadPod, WorkloadTemplate } from '../model/workloads.ts';
import { CREATED_AT_SECONDS } from './created-at.ts';
import type { DeletingNodes } from './deleting-nodes.ts';
import { gatedPods } from './gated-pods.ts';
import { type GivenPod, isUnready } from './given-pods.ts';
import { type KubeObject, titleOf } from './kube-object.ts';
import type { PodBudget } from './pod-budget.ts';
import type { ReadTemplate, Templates } from './templates.ts';

export interface SortedPods {
  readonly pending: readonly WorkloadPod[];
  /** The objects that are in `pending`. */
  readonly placed: ReadonlySet<KubeObject>;
  readonly bound: readonly Pod[];
  /** By uid of a bound pod. */
  readonly boundTemplates: ReadonlyMap<string, WorkloadTemplate>;
}

export interface SortInput {
  readonly pods: readonly GivenPod[];
  readonly templates: Templates;
  /** Whether any node is known at all. If none is, pods that run are planned anew. */
  readonly hasNodes: boolean;
  readonly deletingNodes: DeletingNodes;
  readonly budget: PodBudget;
}

/**
 * Sorts pods as Karpenter does (1.14, pkg/utils/pod): those without a node are to be placed, unless they belong to a
 * DaemonSet or a node, are held back, or have been promised a place.
 */
export function sortPods(input: SortInput, report: (found: Diagnostic) => void): SortedPods {
  const pending: WorkloadPod[] = [];
  const placed = new Set<KubeObject>();
  const bound: Pod[] = [];
  const boundTemplates = new Map<string, WorkloadTemplate>();
  const anew: GivenPod[] = [];
  const held: GivenPod[] = [];
  const uids = new Set<string>();
  for (const pod of input.pods) {
    const { object, data, owner, nodeName } = pod;
    const isFixed = pod.isDaemon || pod.isMirror;
    if (nodeName === '' && isFixed) continue;
    const read = input.templates.template({ data, object, path: [], owner });
    if (read === undefined) continue;
    const uid = uidOf(object, uids);
    uids.add(uid);
    if (nodeName !== '' && (isFixed || input.hasNodes)) {
      const running = boundPod(pod, read, uid);
      if (!input.deletingNodes.displaces(running, { isFixed, isUnready: () => isUnready(pod) })) {
        bound.push(running);
        boundTemplates.set(uid, read.template);
        continue;
      }
    } else if (nodeName !== '') {
      if (object.meta.deletionTimestamp !== undefined) continue;
      anew.push(pod);
    } else if (read.isGated) {
      held.push(pod);
      continue;
    } else if (pod.isNominated) {
      report(nominated(pod));
      continue;
    }
    if (!input.budget.take(1, titleOf(object), () => object.place.span(['metadata', 'name']))) continue;
    pending.push(workloadPod(pod, read, uid));
    placed.add(object);
  }
  if (anew[0] !== undefined) report(plannedAnew(anew[0], anew.length));
  if (held[0] !== undefined) report(gatedPods(held[0].object, [], held.length));
  return { pending, placed, bound, boundTemplates };
}

function workloadPod({ object }: GivenPod, { template }: ReadTemplate, uid: string): WorkloadPod {
  const { name, namespace = '', creationTimestamp = '' } = object.meta;
  const created = Math.floor(Date.parse(creationTimestamp) / 1000);
  return {
    uid,
    name,
    namespace,
    createdAtSeconds: Number.isNaN(created) ? CREATED_AT_SECONDS : created,
    template,
  };
}

function boundPod({ object, nodeName, phase }: GivenPod, { template }: ReadTemplate, uid: string): Pod {
  const { labels: _labels, annotations = {}, ...meta } = object.meta;
  const { labels, spec, status } = template;
  const kept = Object.entries(annotations).filter(([key]) => key.startsWith('karpenter.sh/'));
  return {
    metadata: {
      ...meta,
      uid,
      ...(labels === undefined ? {} : { labels }),
      ...(kept.length === 0 ? {} : { annotations: Object.fromEntries(kept) }),
    },
    spec: { ...spec, nodeName },
    ...(phase === undefined && status === undefined
      ? {}
      : { status: { ...status, ...(phase === undefined ? {} : { phase }) } }),
  };
}

/** A manifest that was copied from a dump may have kept the uid. */
function uidOf({ meta }: KubeObject, taken: ReadonlySet<string>): string {
  return meta.uid === undefined || taken.has(meta.uid) ? `${meta.namespace}/Pod/${meta.name}` : meta.uid;
}

function nominated({ object }: GivenPod): Diagnostic {
  const span = object.place.span(['status', 'nominatedNodeName']);
  return diagnostic(
    'PW7036',
    span,
    `${titleOf(object)} waits for the place of a pod that is being preempted`,
    {
      help: 'Karpenter makes no node for it, so it is not planned.',
    },
  );
}

function plannedAnew({ object }: GivenPod, count: number): Diagnostic {
  const message = `${count === 1 ? 'one pod runs' : `${count} pods run`} on nodes that are not given; the plan places ${count === 1 ? 'it' : 'them'} anew`;
  return diagnostic('PW7034', object.place.span(['spec', 'nodeName']), message, {
    help: 'Give a dump of the nodes too (`kubectl get nodes,nodeclaims -o json`) to plan around what runs.',
  });
}
