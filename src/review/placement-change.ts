import type { ClusterPlan } from '../model/plan.ts';
import type { PlacementChange } from '../model/review.ts';
import type { SideCluster } from '../model/review-input.ts';
import { isChance } from './placement/chance.ts';
import { changedPods } from './placement/changed-pods.ts';
import { placesOf } from './placement/places.ts';
import { planAsWritten } from './plan-as-written.ts';
import { withoutPlace } from './placement/without-place.ts';

export interface PlacementChangeInput {
  readonly base?: SideCluster | undefined;
  readonly head?: SideCluster | undefined;
  /** Names of base by names of head, of pools that were renamed: pods that follow their pool do not move. */
  readonly renamed?: ReadonlyMap<string, string>;
}

/** Which pods lose their place, get one, or move to another pool. Undefined unless both states have workloads to place. */
export function placementChange({
  base,
  head,
  renamed = new Map(),
}: PlacementChangeInput): PlacementChange | undefined {
  const [before, after] = [planAsWritten(base), planAsWritten(head)];
  if (base === undefined || head === undefined || before === undefined || after === undefined)
    return undefined;
  if (before.workloads.pods + after.workloads.pods === 0) return undefined;
  const counts = countsOf(before, after);
  // One plan for both: nothing differs.
  if (before === after) return { ...counts, lost: [], gained: [], moved: [], unplacedNew: [] };
  const headNames = new Map([...renamed].map(([to, from]) => [from, to]));
  const nameOfBase = (pool: string) => headNames.get(pool) ?? pool;
  const nameOfHead = (pool: string) => pool;
  return {
    ...counts,
    ...changedPods({
      base: placesOf(base, before, nameOfBase),
      head: placesOf(head, after, nameOfHead),
      isChance: isChance([
        { plan: before, poolName: nameOfBase },
        { plan: after, poolName: nameOfHead },
      ]),
    }),
  };
}

function countsOf(before: ClusterPlan, after: ClusterPlan) {
  return {
    podsBefore: before.workloads.pods,
    podsAfter: after.workloads.pods,
    unplacedBefore: withoutPlace(before),
    unplacedAfter: withoutPlace(after),
    waitingBefore: before.unschedulable.length - withoutPlace(before),
    waitingAfter: after.unschedulable.length - withoutPlace(after),
    ...(before.range === undefined ? {} : { unplacedRangeBefore: before.range.podsLeft }),
    ...(after.range === undefined ? {} : { unplacedRangeAfter: after.range.podsLeft }),
  };
}
