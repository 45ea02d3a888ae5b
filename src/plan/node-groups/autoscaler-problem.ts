import type { Node } from '../../kubernetes/api/node.ts';
import type { Pod } from '../../kubernetes/api/pod.ts';
import type { CompiledCluster } from '../../model/compilation.ts';
import type { MemoryModel } from '../../model/scenario.ts';
import type {
  LiveNode,
  NodeGroup,
  PendingPod,
  Problem,
  TemplateNode,
} from '../../packer/cluster-autoscaler/problem.ts';
import { groupBy } from '../group-by.ts';
import type { PlanPod } from '../plan-pod.ts';
import type { PoolView } from '../pool-view.ts';
import type { ScenarioWorkloads } from '../scenario-workloads.ts';
import { autoscalerOptions } from './autoscaler-options.ts';
import { capacityQuotas } from './capacity-quotas.ts';
import type { GroupView } from './group-view.ts';

export interface AutoscalerProblemInput {
  readonly compiled: CompiledCluster;
  /** Pools of the Cluster Autoscaler, in the order of the definition. */
  readonly views: readonly PoolView[];
  readonly given: ScenarioWorkloads;
  readonly memory: MemoryModel;
}

/**
 * What the Cluster Autoscaler would see. Groups whose machines a scenario takes away are left out: scaling them fails, and then
 * they are passed by for a while.
 */
export function autoscalerProblem({ compiled, views, given, memory }: AutoscalerProblemInput): Problem {
  const { boundPods, daemonSets, namespaces, csiNodes } = given;
  const { persistentVolumeClaims, persistentVolumes, storageClasses } = given;
  const podsByNode = groupBy(boundPods, ({ spec }) => spec.nodeName ?? '');
  const groups = views.flatMap((view) => view.groups ?? []);
  const groupOf = new Map(
    groups.flatMap(({ group, members, isAvailable }) =>
      isAvailable ? members.map((node) => [node.metadata.name, group.id] as const) : [],
    ),
  );
  return {
    options: autoscalerOptions(compiled, groups),
    nodeGroups: groups
      .filter(({ isAvailable }) => isAvailable)
      .map((group) => nodeGroup(group, memory, podsByNode)),
    pods: given.pods.map(pendingPod),
    nodes: given.nodes.map((node) => liveNode(node, groupOf.get(node.metadata.name))),
    boundPods,
    daemonSets,
    namespaces,
    persistentVolumeClaims,
    persistentVolumes,
    storageClasses,
    csiNodes,
    quotas: capacityQuotas(compiled),
  };
}

type PodsByNode = ReadonlyMap<string, readonly Pod[]>;

function nodeGroup(view: GroupView, memory: MemoryModel, podsByNode: PodsByNode): NodeGroup {
  const { group, members, problem } = view;
  const template = (memory === 'warm' ? warmTemplate(view, podsByNode) : undefined) ?? coldTemplate(view);
  return {
    id: group.id,
    minSize: group.minSize ?? 0,
    maxSize: group.maxSize,
    targetSize: members.length,
    ...(template === undefined ? {} : { template }),
    ...(problem === undefined ? {} : { templateProblem: problem }),
  };
}

/** What annotations say. On every node that it makes up, the provider counts one static pod. */
function coldTemplate({ believed }: GroupView): TemplateNode | undefined {
  if (believed === undefined) return undefined;
  const { capacity, labels, taints, csiDrivers } = believed;
  return { labels, taints, capacity, csiDrivers, warm: false, pods: [KUBE_PROXY] };
}

const KUBE_PROXY: Pod = {
  metadata: { name: 'kube-proxy', namespace: 'kube-system', uid: 'template/kube-proxy' },
  spec: { containers: [{ name: 'kube-proxy', resources: { requests: { cpu: '100m' } } }] },
};

/** A live node of the group, the first by name that is ready, with the pods that every node runs. */
function warmTemplate({ members }: GroupView, podsByNode: PodsByNode): TemplateNode | undefined {
  const [node] = members
    .filter((one) => isReady(one) && !isCordoned(one))
    .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  const { capacity, allocatable } = node?.status ?? {};
  if (node === undefined || capacity === undefined) return undefined;
  const { 'kubernetes.io/hostname': _hostname, ...labels } = node.metadata.labels ?? {};
  return {
    labels,
    taints: node.spec?.taints ?? [],
    capacity,
    ...(allocatable === undefined ? {} : { allocatable }),
    warm: true,
    pods: (podsByNode.get(node.metadata.name) ?? []).filter(isOfEveryNode),
  };
}

/** Daemons and static pods. */
function isOfEveryNode({ metadata }: Pod): boolean {
  return (metadata.ownerReferences ?? []).some(({ kind }) => kind === 'DaemonSet' || kind === 'Node');
}

function liveNode(node: Node, nodeGroupId: string | undefined): LiveNode {
  return {
    node,
    ...(nodeGroupId === undefined ? {} : { nodeGroup: nodeGroupId }),
    ready: isReady(node),
    unschedulable: isCordoned(node),
  };
}

function isReady(node: Node): boolean {
  return !hasTaint(node, 'node.kubernetes.io/not-ready') && !hasTaint(node, 'node.kubernetes.io/unreachable');
}

function isCordoned(node: Node): boolean {
  return hasTaint(node, 'node.kubernetes.io/unschedulable');
}

function hasTaint({ spec }: Node, key: string): boolean {
  return (spec?.taints ?? []).some((taint) => taint.key === key);
}

function pendingPod(pod: PlanPod): PendingPod {
  const { owner, spec } = pod.template;
  return {
    ...pod,
    ...(owner === undefined ? {} : { controllerUid: `${owner.kind}/${owner.namespace}/${owner.name}` }),
    ...(spec.priority === undefined ? {} : { priority: spec.priority }),
  };
}
