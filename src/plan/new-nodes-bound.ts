import type { LowerBound } from '../model/plan.ts';
import type { PendingPodTemplate } from '../packer/karpenter/problem.ts';
import { fractionalBound } from './lower-bound.ts';
import type { PackedEngines } from './packed-engines.ts';
import type { PlannedNodes } from './planned-nodes.ts';
import { exceedsAnnotations, warmTemplates } from './node-groups/warm-templates.ts';
import { podGroups } from './pod-groups.ts';

/**
 * For the pods on new nodes with a price. Machines are taken for what catalogue and annotations say, so there is none where
 * live nodes stand for new ones and have more, nor where no pod fits what annotations say.
 */
export function newNodesBound({ engines, outcomes, groups }: PlannedNodes): LowerBound | undefined {
  const { views, given, pods, vocabulary } = engines;
  const counts = new Map<PendingPodTemplate, number>();
  let floorPerHourUsd = 0;
  const count = (uids: readonly string[], price: number | undefined) => {
    if (price === undefined) return;
    floorPerHourUsd += price;
    for (const uid of uids) {
      const template = pods.get(uid)?.template;
      if (template !== undefined) counts.set(template, (counts.get(template) ?? 0) + 1);
    }
  };
  for (const { planned, decided } of outcomes) count(decided.podUids, planned.pricePerHourUsd?.floor);
  for (const { planned, podUids } of groups) {
    for (const uids of podUids) count(uids, planned.price?.pricePerHourUsd);
  }
  if (counts.size === 0 || hasLargerNodes(engines)) return undefined;
  const known = podGroups({ views, daemons: given, vocabulary, counts });
  return known.length === 0 ? undefined : { ...fractionalBound(known), floorPerHourUsd };
}

function hasLargerNodes({ autoscaler }: PackedEngines): boolean {
  if (autoscaler === undefined) return false;
  return [...warmTemplates(autoscaler.problem)].some(([id, template]) => {
    const group = autoscaler.groups.get(id);
    return group !== undefined && exceedsAnnotations(template, group);
  });
}
