import { chanceText, costCell, costMeasure, nodesText, unitOf } from './review-cost-text.ts';
import type { ClusterGroup } from './review-groups.ts';

/** What holds for a group of clusters as a whole, besides where they are written. */
export function groupFacts({ clusters, cost }: ClusterGroup): readonly string[] {
  const [first] = clusters;
  if (first === undefined) return [];
  const { key } = costMeasure(cost);
  const { changedInputs = [], change, failed } = first;
  const shown = costCell(cost, key);
  const chance = clusters.length === 1 ? chanceText(first) : chanceText({ cost });
  return [
    ...(change === 'added' ? ['new'] : change === 'removed' ? ['removed'] : []),
    ...failed.map((side) => `${side} has errors: what they are about is not compared`),
    ...(changedInputs.length === 0 ? [] : [`changed: ${changedInputs.join(', ')}`]),
    nodesText(cost),
    shown === '' ? '' : `${shown} ${unitOf(key)}`,
    chance,
  ].filter((fact) => fact !== '');
}
