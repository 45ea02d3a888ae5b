import type { Node } from '../kubernetes/api/node.ts';
import type { Offering } from '../model/instance-type.ts';
import type { PoolView } from './pool-view.ts';

export interface ExistingCost {
  readonly perHourUsd: number;
  /** Nodes whose labels do not say what they cost. */
  readonly unpricedNodes: number;
}

/** What live nodes cost: as their node groups, else by their labels (instance type, zone, capacity type). */
export function existingCost(nodes: readonly Node[], views: readonly PoolView[]): ExistingCost {
  let perHourUsd = 0;
  let unpricedNodes = 0;
  const groups = views.flatMap((view) => view.groups ?? []);
  const offerings = new Map(
    groups.flatMap(({ group, members }) =>
      members.map(({ metadata }) => [metadata.name, group.offering] as const),
    ),
  );
  for (const { metadata } of nodes) {
    const { price } = offerings.get(metadata.name) ?? offeringByLabels(metadata.labels ?? {}, views) ?? {};
    if (price === undefined) unpricedNodes++;
    else perHourUsd += price.perHourUsd;
  }
  return { perHourUsd, unpricedNodes };
}

function offeringByLabels(
  labels: Readonly<Record<string, string>>,
  views: readonly PoolView[],
): Offering | undefined {
  return views
    .map(({ table }) => table.byName.get(labels['node.kubernetes.io/instance-type'] ?? ''))
    .find((type) => type !== undefined)
    ?.offerings.find(
      ({ zone, capacityType }) =>
        zone === labels['topology.kubernetes.io/zone'] &&
        capacityType === (labels['karpenter.sh/capacity-type'] ?? 'on-demand'),
    );
}
