import { addAmounts, podRequests } from '../kubernetes/pod-requests.ts';
import { type ClaimOutcome, utilisationOf } from './node-claims.ts';
import { type PackedEngines, plannedNodeName } from './packed-engines.ts';

/** The machines that Karpenter asks for, with the pods that whoever comes after it finds room for there. */
export function outcomesWithJoined({
  karpenter,
  autoscaler,
  pods,
  nameOf,
  views,
}: PackedEngines): readonly ClaimOutcome[] {
  const joined = new Map<string, readonly string[]>();
  const decisions = [...karpenter, ...(autoscaler === undefined ? [] : [autoscaler])];
  for (const { decision } of decisions) {
    for (const { name, podUids } of decision.existingNodes) {
      joined.set(name, [...(joined.get(name) ?? []), ...podUids]);
    }
  }
  return karpenter.flatMap(({ outcomes }) =>
    outcomes.map((outcome): ClaimOutcome => {
      const { planned, decided, launch } = outcome;
      const uids = joined.get(plannedNodeName(planned.name)) ?? [];
      if (uids.length === 0) return outcome;
      const requestsNano = new Map(decided.requestsNano);
      for (const uid of uids) {
        const template = pods.get(uid)?.template;
        if (template !== undefined) addAmounts(requestsNano, podRequests(template.spec, template.status));
      }
      const type = launch.candidates[0]?.type;
      const table = views.find(({ name }) => name === planned.nodePool)?.table;
      const allocatable = type === undefined ? undefined : table?.resourcesOf(type).allocatable;
      return {
        launch,
        decided: { ...decided, podUids: [...decided.podUids, ...uids], requestsNano },
        planned: {
          ...planned,
          pods: [...planned.pods, ...uids.map(nameOf)],
          utilisation: utilisationOf({ requestsNano }, allocatable),
        },
      };
    }),
  );
}
