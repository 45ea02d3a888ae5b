import type { Node } from '../kubernetes/api/node.ts';
import type { Pod } from '../kubernetes/api/pod.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Workloads } from '../model/workloads.ts';
import { boundOwner, ownerKey } from './bound-owner.ts';
import { type PlanPod, pendingAgain, type PodOrigin } from './plan-pod.ts';
import { scaleReplicas } from './scale-replicas.ts';

/** Workloads as a scenario leaves them. */
export interface ScenarioWorkloads extends Omit<Workloads, 'pods'> {
  readonly pods: readonly PlanPod[];
}

/** Pods of lost nodes want another place; then controllers have as many replicas as the scenario says. */
export function scenarioWorkloads(workloads: Workloads, scenario: Scenario): ScenarioWorkloads {
  const left = withoutZones(workloads, new Set(scenario.lostZones));
  return { ...left, pods: scaleReplicas(left, scenario.replicasPercent) };
}

function withoutZones(workloads: Workloads, zones: ReadonlySet<string>): ScenarioWorkloads {
  const lost = new Set(
    workloads.nodes.filter((node) => zones.has(zoneOf(node) ?? '')).map(({ metadata }) => metadata.name),
  );
  if (lost.size === 0) return workloads;
  const originOf = origins(workloads);
  const homeless = workloads.boundPods.filter(({ spec }) => lost.has(spec.nodeName ?? ''));
  return {
    ...workloads,
    nodes: workloads.nodes.filter(({ metadata }) => !lost.has(metadata.name)),
    nodeClaims: workloads.nodeClaims.filter(({ status }) => !lost.has(status?.nodeName ?? '')),
    boundPods: workloads.boundPods.filter(({ spec }) => !lost.has(spec.nodeName ?? '')),
    pods: [...workloads.pods, ...homeless.filter(isReplaced).map((pod) => pendingAgain(pod, originOf(pod)))],
  };
}

/** A pod that ran is written where the replicas of its controller are that are to be placed anyway, else where it was read. */
function origins({ pods, boundTemplates }: Workloads): (pod: Pod) => PodOrigin {
  const locates = new Map<string, PodOrigin['locate']>();
  for (const { template } of pods) {
    const key = template.owner === undefined ? undefined : ownerKey(template.owner);
    if (key !== undefined && !locates.has(key)) locates.set(key, template.locate);
  }
  const given = new Set(locates.keys());
  return (pod) => {
    const read = boundTemplates?.get(pod.metadata.uid ?? '');
    const owner = read?.owner ?? boundOwner(pod, given);
    const locate = owner === undefined ? undefined : locates.get(ownerKey(owner));
    return { owner, locate: locate ?? read?.locate };
  };
}

function zoneOf({ metadata }: Node): string | undefined {
  return metadata.labels?.['topology.kubernetes.io/zone'];
}

/** Daemons and static pods go with their node; what has ended needs none. */
function isReplaced({ metadata, status }: Pod): boolean {
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return false;
  return !(metadata.ownerReferences ?? []).some(({ kind }) => kind === 'DaemonSet' || kind === 'Node');
}
