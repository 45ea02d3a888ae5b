import type { Node } from '../kubernetes/api/node.ts';
import type { PoolView } from './pool-view.ts';

export interface ExistingCost {
  readonly perHourUsd: number;
  /** Nodes whose labels do not say what they cost. */
  readonly unpricedNodes: number;
}

/** What live nodes cost by their labels: instance type, zone, capacity type. */
export function existingCost(nodes: readonly Node[], views: readonly PoolView[]): ExistingCost {
  let perHourUsd = 0;
  let unpricedNodes = 0;
  for (const { metadata } of nodes) {
    const labels = metadata.labels ?? {};
    const price = views
      .map(({ table }) => table.byName.get(labels['node.kubernetes.io/instance-type'] ?? ''))
      .find((type) => type !== undefined)
      ?.offerings.find(
        ({ zone, capacityType }) =>
          zone === labels['topology.kubernetes.io/zone'] &&
          capacityType === (labels['karpenter.sh/capacity-type'] ?? 'on-demand'),
      )?.price;
    if (price === undefined) unpricedNodes++;
    else perHourUsd += price.perHourUsd;
  }
  return { perHourUsd, unpricedNodes };
}
