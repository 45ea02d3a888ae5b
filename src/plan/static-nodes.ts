import type { Node } from '../kubernetes/api/node.ts';
import type { Offering } from '../model/instance-type.ts';
import type { LabelVocabulary, LaunchRules } from '../model/provider.ts';
import { launch, type LaunchCandidate } from './launch.ts';
import { machineNode } from './machine-node.ts';
import { admittedTypes, type PoolView } from './pool-view.ts';

export interface StaticNodesInput {
  readonly views: readonly PoolView[];
  readonly nodes: readonly Node[];
  readonly rules: LaunchRules;
  readonly vocabulary: LabelVocabulary;
}

/**
 * The nodes of static pools that no dump shows: they are there whatever the pods ask for. Each is taken to come as the
 * cheapest type, in the zones that have it at that price in turn.
 */
export function staticNodes({ views, nodes, rules, vocabulary }: StaticNodesInput): readonly Node[] {
  return views.flatMap((view) => {
    const replicas = view.compiled.pool.replicas?.value ?? 0;
    const live = nodes.filter(({ metadata }) => metadata.labels?.['karpenter.sh/nodepool'] === view.name);
    const best = replicas === 0 ? undefined : cheapest(view, rules, vocabulary);
    if (best === undefined) return [];
    const { type, offerings } = best;
    return Array.from({ length: Math.max(0, replicas - live.length) }, (_, i) => {
      const { zone, capacityType } = offerings[i % offerings.length] ?? best.offering;
      const name = `${view.name}-static-${i + 1}`;
      return machineNode({ name, type, zone, capacityType, requirements: view.requirements }, view);
    });
  });
}

interface Cheapest extends LaunchCandidate {
  readonly offering: Offering;
}

/** The cheapest type with its cheapest offerings, by zone. */
function cheapest(view: PoolView, rules: LaunchRules, vocabulary: LabelVocabulary): Cheapest | undefined {
  const admitted = admittedTypes(view, view.requirements, [], vocabulary);
  const byPrice = admitted.toSorted((a, b) => priceOf(a.offerings) - priceOf(b.offerings) || 0);
  const { candidates } = launch({
    requirements: view.requirements,
    instanceTypes: byPrice.map(({ type }) => type.name),
    table: view.table,
    rules,
  });
  const [first] = candidates;
  if (first === undefined) return undefined;
  const price = priceOf(first.offerings);
  const offerings = first.offerings
    .filter((offering) => price === Number.MAX_VALUE || offering.price?.perHourUsd === price)
    .toSorted((a, b) => (a.zone < b.zone ? -1 : 1));
  const [offering] = offerings;
  return offering === undefined ? undefined : { type: first.type, offerings, offering };
}

function priceOf(offerings: readonly Offering[]): number {
  return Math.min(...offerings.map(({ price }) => price?.perHourUsd ?? Number.MAX_VALUE));
}
