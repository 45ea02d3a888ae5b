import type { CsiNode, Node, NodeClaim } from '../../kubernetes/api/node.ts';
import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import type { Pod, ResourceList } from '../../kubernetes/api/pod.ts';
import { addAmounts, amountsOf, ONE_POD_NANO, podRequests } from '../../kubernetes/pod-requests.ts';
import { INITIALIZED, INSTANCE_TYPE, NODE_POOL, REGISTERED } from './core-labels.ts';
import { type HostPort, HostPortTable, hostPortsOf } from './host-ports.ts';
import { isDaemonPod } from './daemons.ts';
import { isTerminal } from './is-terminal.ts';
import type { Problem } from './problem.ts';
import type { VolumeBook } from './volumes.ts';

/** A node that exists or is about to, as Karpenter's cluster state sees it (Karpenter 1.14, state/statenode.go). */
export interface StateNode {
  readonly name: string;
  readonly hostname: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Those that pods must tolerate. */
  readonly taints: readonly NodeTaint[];
  readonly initialized: boolean;
  readonly node: Node | undefined;
  readonly capacity: ResourceList;
  /** Exact amounts left after the pods that run there. */
  readonly available: ReadonlyMap<string, bigint>;
  /** Exact requests of the daemons among them. */
  readonly daemonRequests: ReadonlyMap<string, bigint>;
  readonly ports: HostPortTable;
  /** CSI driver to claims in use. */
  readonly volumes: Map<string, Set<string>>;
  /** CSI driver to how many claims the node can mount. */
  readonly volumeLimits: ReadonlyMap<string, number>;
}

/** Nodes that stay, those that are initialised first, then by name. */
export function stateNodes(problem: Problem, book: VolumeBook): readonly StateNode[] {
  const byId = new Map<string, { claim?: NodeClaim; node?: Node }>();
  for (const claim of problem.nodeClaims ?? []) {
    const id = claim.status?.providerID ?? '';
    if (id !== '') byId.set(id, { claim });
  }
  for (const node of problem.nodes ?? []) {
    // A node of nobody's goes by its name; of two with one id Karpenter keeps the last.
    const id = node.spec?.providerID ?? '';
    const key = id === '' ? node.metadata.name : id;
    if (isTracked(node)) byId.set(key, { ...byId.get(key), node });
  }
  const pods = podsByNode(problem.boundPods ?? []);
  const csi = new Map(problem.csiNodes?.map((one) => [one.metadata.name, one]));
  const found = [...byId.values()].flatMap(({ node, claim }) => {
    if (isLeaving(node, claim)) return [];
    return [stateNode({ node, claim, pods: pods.get(node?.metadata.name ?? '') ?? [], csi, book })];
  });
  return found.sort((a, b) => {
    if (a.initialized !== b.initialized) return a.initialized ? -1 : 1;
    return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
  });
}

/**
 * Whether Karpenter knows of a node yet: one of its own must have its provider's id, and its type or the mark that it is
 * initialised. Until then there is only the NodeClaim.
 */
export function isTracked(node: Node): boolean {
  const { labels = {} } = node.metadata;
  if ((labels[NODE_POOL] ?? '') === '') return true;
  if ((node.spec?.providerID ?? '') === '') return false;
  return (labels[INSTANCE_TYPE] ?? '') !== '' || (labels[INITIALIZED] ?? '') !== '';
}

function podsByNode(pods: readonly Pod[]): ReadonlyMap<string, readonly Pod[]> {
  const byNode = new Map<string, Pod[]>();
  for (const pod of pods) {
    const { nodeName = '' } = pod.spec;
    if (nodeName === '' || isTerminal(pod)) continue;
    const list = byNode.get(nodeName);
    if (list === undefined) byNode.set(nodeName, [pod]);
    else list.push(pod);
  }
  return byNode;
}

function isLeaving(node: Node | undefined, claim: NodeClaim | undefined): boolean {
  if (claim === undefined) return node?.metadata.deletionTimestamp !== undefined;
  return (
    claim.metadata.deletionTimestamp !== undefined ||
    (claim.status?.conditions ?? []).some(
      ({ type, status }) => type === 'InstanceTerminating' && status === 'True',
    )
  );
}

function stateNode(input: {
  readonly node: Node | undefined;
  readonly claim: NodeClaim | undefined;
  readonly pods: readonly Pod[];
  readonly csi: ReadonlyMap<string, CsiNode>;
  readonly book: VolumeBook;
}): StateNode {
  const { node, claim, pods, book } = input;
  const nodeLabels = node?.metadata.labels ?? {};
  const registered = claim === undefined || nodeLabels[REGISTERED] === 'true';
  const initialized = claim === undefined || nodeLabels[INITIALIZED] === 'true';
  const labels = registered ? nodeLabels : (claim.metadata.labels ?? {});
  const name = (registered ? node?.metadata.name : claim.metadata.name) ?? '';
  const hostname = labels['kubernetes.io/hostname'] ?? '';
  const status = (field: 'capacity' | 'allocatable') => {
    const own = node?.status?.[field] ?? {};
    return initialized ? own : { ...own, ...missing(own, claim?.status?.[field]) };
  };
  const load = loadOf(pods, book);
  const available = amountsOf(status('allocatable'));
  for (const [resource, nano] of available)
    available.set(resource, nano - (load.requests.get(resource) ?? 0n));
  return {
    name,
    hostname: hostname === '' ? name : hostname,
    labels,
    taints: effectiveTaints(node, claim, { registered, initialized }),
    initialized,
    node,
    capacity: status('capacity'),
    available,
    daemonRequests: load.daemonRequests,
    ports: load.ports,
    volumes: load.volumes,
    volumeLimits: volumeLimits(input.csi.get(node?.metadata.name ?? '')),
  };
}

/** While a node starts up, its own zeros and gaps are filled from its NodeClaim. */
function missing(own: ResourceList, claimed: ResourceList = {}): ResourceList {
  const isZero = (nano: bigint | undefined) => nano === undefined || nano === 0n;
  const present = amountsOf(own);
  return Object.fromEntries(Object.entries(claimed).filter(([name]) => isZero(present.get(name))));
}

function loadOf(pods: readonly Pod[], book: VolumeBook) {
  const requests = new Map<string, bigint>();
  const daemonRequests = new Map<string, bigint>();
  const used: (readonly [string, readonly HostPort[]])[] = [];
  const volumes = new Map<string, Set<string>>();
  for (const pod of pods) {
    const { name, namespace = 'default' } = pod.metadata;
    const own = podRequests(pod.spec, pod.status);
    own.set('pods', ONE_POD_NANO);
    addAmounts(requests, own);
    if (isDaemonPod(pod)) addAmounts(daemonRequests, own);
    used.push([`${namespace}/${name}`, hostPortsOf(pod.spec)]);
    for (const [driver, claims] of book.usage({ name, namespace, spec: pod.spec })) {
      const all = volumes.get(driver) ?? new Set();
      for (const claim of claims) all.add(claim);
      volumes.set(driver, all);
    }
  }
  return { requests, daemonRequests, ports: new HostPortTable(used), volumes };
}

function volumeLimits(csi: CsiNode | undefined): ReadonlyMap<string, number> {
  return new Map(
    (csi?.spec?.drivers ?? []).flatMap(({ name, allocatable }) =>
      allocatable === undefined ? [] : [[name, allocatable.count ?? 0] as const],
    ),
  );
}

const EPHEMERAL: readonly Pick<NodeTaint, 'key' | 'effect'>[] = [
  { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' },
  { key: 'node.cloudprovider.kubernetes.io/uninitialized', effect: 'NoSchedule' },
  { key: 'karpenter.sh/unregistered', effect: 'NoExecute' },
];
const EPHEMERAL_PREFIX = 'readiness.k8s.io/';

/** Until a node is initialised, taints that its start-up removes do not count; afterwards all do. */
function effectiveTaints(
  node: Node | undefined,
  claim: NodeClaim | undefined,
  progress: { readonly registered: boolean; readonly initialized: boolean },
): readonly NodeTaint[] {
  const taints = (progress.registered ? node?.spec?.taints : claim?.spec?.taints) ?? [];
  if (progress.initialized) return taints;
  const passing = [...EPHEMERAL, ...(claim?.spec?.startupTaints ?? [])];
  return taints.filter(
    (taint) =>
      !taint.key.startsWith(EPHEMERAL_PREFIX) &&
      !passing.some(({ key, effect }) => key === taint.key && effect === taint.effect),
  );
}
