import type { NodeTaint } from '../../../src/kubernetes/api/node-pool.ts';
import type { Pod, PodSpec } from '../../../src/kubernetes/api/pod.ts';
import { addAmounts, amountsOf, podRequests } from '../../../src/kubernetes/pod-requests.ts';
import { untolerated } from '../../../src/kubernetes/toleration.ts';
import type { Decision } from '../../../src/packer/cluster-autoscaler/decision.ts';
import type { NodeGroup, PendingPod, Problem } from '../../../src/packer/cluster-autoscaler/problem.ts';
import { HOSTNAME, ZONE } from './scene.ts';

interface Place {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly NodeTaint[];
  readonly allocatable: ReadonlyMap<string, bigint>;
  readonly residents: readonly Pod[];
  readonly pods: readonly PendingPod[];
}

/**
 * What is wrong with where a decision puts pods, found without the packer: it knows the constraints of `random-problem.ts` and no
 * others. Every zone must have a node that is there from the start.
 */
export function misplaced(problem: Problem, decision: Decision): readonly string[] {
  const all = places(problem, decision);
  return [
    ...all.flatMap((place) => onNode(place)),
    ...all.flatMap((place) => amongNodes(place, all)),
    ...skewed(problem, all),
  ];
}

function places(problem: Problem, decision: Decision): readonly Place[] {
  const pods = new Map(problem.pods.map((pod) => [pod.uid, pod]));
  const found = (uids: readonly string[]) => uids.map((uid) => pods.get(uid) as PendingPod);
  const group = (id: string | undefined) => problem.nodeGroups.find((one) => one.id === id) as NodeGroup;
  const made = (id: string | undefined, name: string, uids: readonly string[]): Place => {
    const { template } = group(id);
    return {
      name,
      labels: { ...(template?.labels as Readonly<Record<string, string>>), [HOSTNAME]: name },
      taints: (template?.taints ?? []) as readonly NodeTaint[],
      allocatable: amountsOf(template?.capacity as Readonly<Record<string, string>>),
      residents: (problem.daemonSets ?? [])
        .filter(
          ({ spec }) =>
            untolerated(
              (template?.taints ?? []) as readonly NodeTaint[],
              spec.template.spec.tolerations ?? [],
            ) === undefined,
        )
        .map(({ metadata, spec }) => ({ metadata, spec: spec.template.spec })),
      pods: found(uids),
    };
  };
  const existing = decision.existingNodes.map(({ name, nodeGroup, upcoming, podUids }): Place => {
    if (upcoming) return made(nodeGroup, name, podUids);
    const live = (problem.nodes ?? []).find(({ node }) => node.metadata.name === name);
    return {
      name,
      labels: live?.node.metadata.labels ?? {},
      taints:
        live?.unschedulable === true
          ? [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }]
          : [],
      allocatable: amountsOf(live?.node.status?.allocatable),
      residents: (problem.boundPods ?? []).filter(({ spec }) => spec.nodeName === name),
      pods: found(podUids),
    };
  });
  const added = decision.nodeGroups.flatMap(({ id, nodes }) =>
    nodes.map(({ podUids }, i) => made(id, `${id}-new-${i}`, podUids)),
  );
  return [...existing, ...added];
}

function onNode({ name, labels, taints, allocatable, residents, pods }: Place): readonly string[] {
  const sum = new Map<string, bigint>();
  for (const { spec } of [...residents, ...pods.map(({ template }) => template)]) {
    addAmounts(sum, podRequests(spec));
    addAmounts(sum, new Map([['pods', 1_000_000_000n]]));
  }
  const wrong: string[] = [];
  for (const [resource, nano] of sum) {
    if (nano > (allocatable.get(resource) ?? 0n)) wrong.push(`${name}: too much ${resource}`);
  }
  const ports = pods.flatMap(({ template }) => portsOf(template.spec));
  if (new Set(ports).size < ports.length) wrong.push(`${name}: a port is used twice`);
  for (const { uid, template } of pods) {
    const { nodeSelector = {}, tolerations = [] } = template.spec;
    if (untolerated(taints, tolerations) !== undefined) wrong.push(`${uid} does not tolerate ${name}`);
    for (const [key, value] of Object.entries(nodeSelector)) {
      if (labels[key] !== value) wrong.push(`${uid} did not select ${name}`);
    }
  }
  return wrong;
}

function portsOf({ containers = [] }: PodSpec): readonly string[] {
  return containers.flatMap(({ ports = [] }) =>
    ports.map(({ hostPort, protocol }) => `${protocol}/${hostPort}`),
  );
}

/** Here a pod only ever names its own deployment, so what it keeps away from keeps away from it. */
function amongNodes(place: Place, all: readonly Place[]): readonly string[] {
  return place.pods.flatMap(({ uid, template }) => {
    const same = (key: string) =>
      all
        .filter(({ labels }) => labels[key] === place.labels[key])
        .flatMap(({ pods }) => pods)
        .filter((pod) => pod.uid !== uid && pod.template.labels?.['app'] === template.labels?.['app']);
    const apart =
      template.spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    const together =
      template.spec.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    const siblings = all
      .flatMap(({ pods }) => pods)
      .filter((pod) => pod.template.labels?.['app'] === template.labels?.['app']);
    return [
      ...apart.filter(({ topologyKey }) => same(topologyKey).length > 0).map(() => `${uid} is not alone`),
      ...together
        .filter(({ topologyKey }) => same(topologyKey).length < siblings.length - 1)
        .map(() => `${uid} is without its siblings`),
    ];
  });
}

/** Zones are known from the start, so the least that a zone has only ever grows. */
function skewed(problem: Problem, all: readonly Place[]): readonly string[] {
  const zones = new Set((problem.nodes ?? []).map(({ node }) => node.metadata.labels?.[ZONE]));
  const templates = new Set(problem.pods.map(({ template }) => template));
  return [...templates].flatMap((template) =>
    (template.spec.topologySpreadConstraints ?? [])
      .filter(({ topologyKey }) => topologyKey === ZONE)
      .flatMap(({ maxSkew }) => {
        const counts = [...zones].map(
          (zone) =>
            all
              .filter(({ labels }) => labels[ZONE] === zone)
              .flatMap(({ pods }) => pods)
              .filter((pod) => pod.template === template).length,
        );
        const skew = Math.max(...counts) - Math.min(...counts);
        return skew > maxSkew ? [`${JSON.stringify(template.labels)}: skew ${skew}`] : [];
      }),
  );
}
