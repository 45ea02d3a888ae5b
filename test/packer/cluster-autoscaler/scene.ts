import type { DaemonSet } from '../../../src/kubernetes/api/daemon-set.ts';
import type { Pod, PodSpec } from '../../../src/kubernetes/api/pod.ts';
import type { Decision } from '../../../src/packer/cluster-autoscaler/decision.ts';
import type {
  LiveNode,
  NodeGroup,
  PendingPod,
  TemplateNode,
} from '../../../src/packer/cluster-autoscaler/problem.ts';
import { simulate } from '../../../src/packer/cluster-autoscaler/simulate.ts';
import type { Problem } from '../../../src/packer/cluster-autoscaler/problem.ts';

export const ZONE = 'topology.kubernetes.io/zone';
export const HOSTNAME = 'kubernetes.io/hostname';

/** A group of nodes with 4 CPUs and 16 GiB, from zero up to 10, unless said otherwise. */
export function group(
  id: string,
  parts: Partial<Omit<NodeGroup, 'id' | 'template'>> & { readonly template?: Partial<TemplateNode> } = {},
): NodeGroup {
  const template: TemplateNode = {
    labels: {},
    warm: false,
    capacity: { cpu: '4', memory: '16Gi', pods: '110' },
    ...parts.template,
  };
  return { minSize: 0, maxSize: 10, targetSize: 0, ...parts, id, template };
}

/** The same in a zone. */
export function zoneGroup(id: string, zone: string, parts: Parameters<typeof group>[1] = {}): NodeGroup {
  return group(id, {
    ...parts,
    template: { ...parts.template, labels: { ...parts.template?.labels, [ZONE]: zone } },
  });
}

/** `count` replicas with names `app-0`, `app-1` …; `request` is a CPU quantity or a list of amounts. */
export function replicas(
  app: string,
  count: number,
  request: string | Readonly<Record<string, string>>,
  parts: Partial<Omit<PendingPod, 'template'>> & { readonly spec?: PodSpec } = {},
): readonly PendingPod[] {
  const { spec = {}, ...others } = parts;
  const template = { labels: { app }, spec: { ...requesting(request), ...spec } };
  return Array.from({ length: count }, (_, i) => ({
    uid: `${app}-${i}`,
    name: `${app}-${i}`,
    namespace: 'default',
    createdAtSeconds: 0,
    controllerUid: app,
    ...others,
    template,
  }));
}

export function requesting(request: string | Readonly<Record<string, string>>): PodSpec {
  const requests = typeof request === 'string' ? { cpu: request } : request;
  return { containers: [{ name: 'c', resources: { requests } }] };
}

/** 4 CPUs, 16 GiB. */
export function liveNode(
  name: string,
  labels: Readonly<Record<string, string>> = {},
  parts: Partial<Omit<LiveNode, 'node'>> = {},
): LiveNode {
  const capacity = { cpu: '4', memory: '16Gi', pods: '110' };
  return {
    node: {
      metadata: { name, labels: { [HOSTNAME]: name, ...labels } },
      status: { capacity, allocatable: capacity },
    },
    ...parts,
  };
}

export function bound(name: string, nodeName: string, request: string, spec: PodSpec = {}): Pod {
  return {
    metadata: { name, namespace: 'default', labels: { app: name } },
    spec: { ...requesting(request), ...spec, nodeName },
  };
}

export function daemonSet(name: string, request: string, spec: PodSpec = {}): DaemonSet {
  const metadata = { name, namespace: 'kube-system', uid: `uid-${name}` };
  return { metadata, spec: { template: { spec: { ...requesting(request), ...spec } } } };
}

/** A decision in a few lines: scale-ups, what ended up where, and what did not. */
export function told(problem: Problem): string {
  return tell(simulate(problem));
}

export function tell(decision: Decision): string {
  const lines = decision.loops.map(({ loop, options, chosen, tied, increases }) => {
    const offered = options.map(
      ({ nodeGroup, nodeCount, podCount }) => `${nodeGroup} ${nodeCount}n/${podCount}p`,
    );
    const lots = tied.length > 1 ? ` of ${tied.join('=')}` : '';
    const grown = increases.map(({ nodeGroup, add }) => `${nodeGroup}+${add}`);
    return `loop ${loop}: [${offered.join(', ')}] ${chosen}${lots}: ${grown.join(' ')}`;
  });
  for (const { name, upcoming, podUids } of decision.existingNodes) {
    lines.push(`${upcoming ? 'upcoming' : 'node'} ${name}: ${podUids.join(' ')}`);
  }
  for (const { id, nodes } of decision.nodeGroups) {
    lines.push(`${id}: ${nodes.map(({ podUids }) => podUids.join(' ') || '-').join(' | ')}`);
  }
  for (const [uid, reason] of decision.ignored) lines.push(`${uid} ignored: ${reason}`);
  for (const [uid, { attempts }] of decision.unschedulable) {
    const each = attempts.map(
      ({ nodeGroup = '', code, detail }) =>
        `${nodeGroup} ${code}${detail === undefined ? '' : ` (${detail})`}`,
    );
    lines.push(`${uid} left: ${each.map((one) => one.trim()).join('; ')}`);
  }
  return lines.join('\n');
}
