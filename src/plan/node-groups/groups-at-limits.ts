import type { LabelVocabulary } from '../../model/provider.ts';
import { type CostAtLimits, costAtLimits } from '../cost-at-limits.ts';
import type { PoolView } from '../pool-view.ts';

/**
 * The most that the node groups of a pool can ever cost: each at its maximum size. Where something heeds the limits of the pool
 * as a whole (Karpenter, a CapacityQuota), no more than what they allow.
 */
export function groupsAtLimits(view: PoolView, vocabulary: LabelVocabulary): CostAtLimits {
  const { compiled, groups = [], table } = view;
  let perHourUsd = 0;
  let unpricedTypes = 0;
  for (const { group } of groups) {
    if (group.offering.price === undefined) unpricedTypes++;
    perHourUsd += group.maxSize * (group.offering.price?.perHourUsd ?? 0);
  }
  const together =
    compiled.backend === 'karpenter-cluster-api' || compiled.pool.clusterApi?.limitStrategy.value === 'quota';
  const within = together ? costAtLimits(compiled, table, vocabulary) : undefined;
  return within === undefined || within.perHourUsd === null || within.perHourUsd > perHourUsd
    ? { perHourUsd, unpricedTypes }
    : within;
}
