import type { CompiledCluster } from '../model/compilation.ts';
import type { ClusterReview, PoolReview } from '../model/review.ts';
import type { ClusterReviewInput, SideCluster } from '../model/review-input.ts';
import { changedInputs, plannedPods } from './changed-inputs.ts';
import { clusterNotes } from './cluster-notes.ts';
import { comparable } from './comparable.ts';
import { costChange } from './cost-change.ts';
import { clusterDangers } from './dangers/cluster-dangers.ts';
import { storedRules } from './drift-rules.ts';
import { foldDangers } from './fold-dangers.ts';
import { foreignPoolReview } from './foreign-pool-review.ts';
import { isUnchangedCluster } from './is-unchanged-cluster.ts';
import { objectChanges } from './object-changes.ts';
import { overlapChanges } from './overlap-changes.ts';
import { pairPools } from './pair-pools.ts';
import { placementChange } from './placement-change.ts';
import { placementNotes } from './placement-notes.ts';
import { reviewPool } from './review-pool.ts';
import { scenarioChanges } from './scenario-changes.ts';
import { failedPoolReview } from './failed-pool-review.ts';

/** What going from base to head means for one cluster. Pure: the same states, the same review. */
export function reviewCluster(input: ClusterReviewInput): ClusterReview {
  const { base, head } = input;
  const sides = { ...(base === undefined ? {} : { base }), ...(head === undefined ? {} : { head }) };
  const nodePools = inOrder(poolReviews(input), head ?? base);
  const renamed = new Map(
    nodePools.flatMap(({ name, renamedFrom }) =>
      renamedFrom === undefined ? [] : [[name, renamedFrom] as const],
    ),
  );
  const placement = placementChange({ ...sides, renamed });
  const failed = failedStates(input);
  const pods = plannedPods(input);
  const review: ClusterReview = {
    ...placeOf(input),
    change: 'changed',
    failed,
    ...foldDangers(nodePools, clusterDangers({ input, nodePools, placement })),
    objects: objectChanges({ ...comparable(input), rules: storedRules(input) }),
    cost: costChange(sides),
    ...(pods === undefined ? {} : { pods }),
    ...(placement === undefined ? {} : { placement }),
    changedInputs: changedInputs(input),
    // Without a plan of one state every scenario would look as if it were new or gone.
    scenarios: failed.length > 0 ? [] : scenarioChanges(sides),
    overlaps: failed.length > 0 ? [] : overlapChanges({ ...sides, renamed }),
    pricing: (head ?? base)?.compiled.pools[0]?.table.pricing ?? {},
    notes: [...clusterNotes(input), ...placementNotes(placement)],
  };
  return { ...review, change: changeOf(input, review) };
}

function poolReviews(input: ClusterReviewInput): readonly PoolReview[] {
  const rules = storedRules(input);
  const { base, head } = comparable(input);
  const pairs = pairPools({ base: base?.pools ?? [], head: head?.pools ?? [], rules });
  return [
    ...pairs.map((pair) => reviewPool({ pair, input, rules })),
    ...failedPoolReview(input),
    ...foreignPoolReview(input),
  ];
}

/** Head's; what head does not have comes last, in base's order. */
function inOrder(reviews: readonly PoolReview[], side: SideCluster | undefined): readonly PoolReview[] {
  const order = new Map(side?.compiled.cluster.pools.map(({ name }, i) => [name, i]));
  const last = order.size;
  return reviews.toSorted((a, b) => (order.get(a.name) ?? last) - (order.get(b.name) ?? last));
}

function placeOf({ base, head }: ClusterReviewInput): Pick<ClusterReview, 'name' | 'file' | 'baseFile'> {
  const [before, after] = [base?.compiled.cluster, head?.compiled.cluster];
  const file = (after ?? before)?.source.file ?? '';
  const baseFile = before?.source.file;
  return {
    name: (after ?? before)?.name ?? '',
    file,
    ...(baseFile === undefined || baseFile === file ? {} : { baseFile }),
  };
}

function failedStates({ base, head }: ClusterReviewInput): ClusterReview['failed'] {
  const states: (readonly ['base' | 'head', CompiledCluster | undefined])[] = [
    ['base', base?.compiled],
    ['head', head?.compiled],
  ];
  return states.flatMap(([state, compiled]) => (compiled?.failed === true ? [state] : []));
}

function changeOf(input: ClusterReviewInput, review: ClusterReview): ClusterReview['change'] {
  const { base, head } = input;
  if (base === undefined) return 'added';
  if (head === undefined) return 'removed';
  return isUnchangedCluster(input, review) ? 'unchanged' : 'changed';
}
