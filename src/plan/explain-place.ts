import type { ExplainedBinding, ExplainedPlace } from '../model/explanation.ts';
import type { Binding, Place } from '../packer/explain/explained.ts';
import { amountText } from './amount-text.ts';
import { explainedOffering } from './explain-funnel.ts';
import type { PackedCluster } from './packed-cluster.ts';

/** Where a pod went, with the node's name as the plan has it. */
export function describePlace(place: Place, { decision, outcomes }: PackedCluster): ExplainedPlace {
  if (place.on === 'existing node') {
    return { on: place.on, node: place.node, order: place.order, binding: [] };
  }
  const decided = decision.newNodeClaims[place.claim];
  const outcome = outcomes.find((one) => one.decided.podUids[0] === decided?.podUids[0]);
  return {
    on: place.on,
    node: outcome?.planned.name ?? place.nodePool,
    nodePool: place.nodePool,
    order: place.order,
    position: place.position,
    podsOnNode: place.pods,
    typesBefore: place.typesBefore,
    typesAfter: place.typesAfter,
    cheapest: explainedOffering(place.cheapest),
    binding: place.binding.map(describeBinding),
  };
}

function describeBinding({ kind, detail, types, nearest, amounts }: Binding): ExplainedBinding {
  return { message: bindingText(kind, detail, amounts, nearest.instanceType), types, nearest };
}

function bindingText(
  kind: Binding['kind'],
  detail: string,
  amounts: Binding['amounts'],
  nearest: string,
): string {
  if (kind === 'resource' && amounts !== undefined) {
    const needed = amountText(detail, amounts.neededNano);
    const has = amountText(detail, amounts.allocatableNano);
    return `\`${detail}\`: pods and daemons of the node ask for ${needed}, ${nearest} has ${has}`;
  }
  if (kind === 'requirement') return `requirements on \`${detail}\``;
  return detail === 'limits' ? 'what was left of the limits when the node was opened' : detail;
}
