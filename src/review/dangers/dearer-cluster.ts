import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { PlacementChange, ReviewedCost } from '../../model/review.ts';
import { costChange } from '../cost-change.ts';
import { dollars, HOURS_PER_MONTH } from '../words.ts';
import type { ClusterDanger } from './danger-rule.ts';

const RISE_PERCENT = 20;
/** A month; what is less is not worth a word. */
const RISE_USD = 10;

export const dearerCluster: ClusterDanger = {
  codes: ['PW9641'],
  *check({ input, placement }) {
    const { base, head } = input;
    if (base === undefined || head === undefined) return;
    const { before, after } = costChange({ base, head });
    const [old, now] = [before, after].map(monthlyOf);
    if (old === undefined || now === undefined) return;
    if (now - old <= RISE_USD || now * 100 <= old * (100 + RISE_PERCENT)) return;
    const { cluster } = head.compiled;
    yield diagnostic(
      'PW9641',
      cluster.nameSpan,
      `nodes of cluster \`${cluster.name}\` are expected to cost ${dollars(now)} a month instead of ${dollars(old)}, ${podsText(placement)}`,
      { help: `Said of more than ${RISE_PERCENT} % and ${dollars(RISE_USD)}.` },
    );
  },
};

/** Nodes of static pools are there already. */
function monthlyOf(cost: ReviewedCost | undefined): number | undefined {
  if (cost?.expectedPerHourUsd === undefined) return undefined;
  return (cost.expectedPerHourUsd + (cost.existingPerHourUsd ?? 0)) * HOURS_PER_MONTH;
}

/** What has no place costs nothing. */
function podsText(placement: PlacementChange | undefined): string {
  if (placement === undefined) return 'for as many pods as before';
  const { podsBefore, podsAfter, unplacedBefore, unplacedAfter, waitingBefore, waitingAfter } = placement;
  const before = podsBefore - unplacedBefore - waitingBefore;
  const after = podsAfter - unplacedAfter - waitingAfter;
  if (before === after && podsBefore === podsAfter) return 'for as many pods as before';
  const left = podsAfter - after;
  const rest = left === 0 ? '' : `; ${left} more ${left === 1 ? 'is' : 'are'} not placed and not counted`;
  return `for ${after} pods instead of ${before}${rest}`;
}
