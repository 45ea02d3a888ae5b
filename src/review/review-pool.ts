import { controlPlaneUpgrade } from '../drift/control-plane-upgrade.ts';
import { forecastRotation } from '../drift/forecast-rotation.ts';
import type { CompiledPool } from '../model/compilation.ts';
import type { ChangeKind, PoolReview, Rotation } from '../model/review.ts';
import type { ClusterReviewInput, SideCluster } from '../model/review-input.ts';
import { launchable, type Launchable } from './admitted-types.ts';
import { poolObjects } from './compiled-objects.ts';
import { costChange } from './cost-change.ts';
import { poolDangers } from './dangers/pool-dangers.ts';
import type { StoredRules } from './drift-rules.ts';
import { fieldChanges } from './field-changes.ts';
import type { PoolPair } from './pair-pools.ts';
import type { PoolContext } from './pool-context.ts';
import { isSameObject } from './same-object.ts';
import { specView } from './spec-view.ts';
import { knowsBudgets } from './knows-budgets.ts';
import { isSameTypes, typeChange } from './type-change.ts';
import { poolSummary } from './words/pool-summary.ts';

export interface ReviewPoolInput {
  readonly pair: PoolPair;
  readonly input: ClusterReviewInput;
  readonly rules: StoredRules;
}

/** One pool in both states. */
export function reviewPool({ pair, input, rules }: ReviewPoolInput): PoolReview {
  const { base, head } = pair;
  const types = typeChange(typesOf(base, input.base), typesOf(head, input.head));
  const change = changeOf({ pair, input, rules }, () => isSameTypes(types));
  const sides = sidesOf(pair, input);
  const rotation = rotationOf({ pair, input, rules }, change);
  const fields = change === 'changed' ? fieldChanges(pair, rules) : [];
  const isUnchanged = change === 'unchanged';
  const context: PoolContext = {
    input,
    rules,
    change,
    ...pair,
    ...(base === undefined || isUnchanged ? {} : { before: specView(base, rules) }),
    ...(head === undefined || isUnchanged ? {} : { after: specView(head, rules) }),
    types,
    fields,
    rotation,
    cost: costChange(sides),
  };
  return { ...headOf(pair, change), summary: poolSummary(context), ...resultsOf(context) };
}

const NO_ROTATION: Rotation = { scope: 'none', causes: [], undecided: [] };

/** Pools that stay as they are come by the thousand, and their hashes say nothing, unless a cluster recorded some. */
function rotationOf({ pair, input }: ReviewPoolInput, change: ChangeKind): Rotation {
  const isRecorded = [input.base, input.head].some((side) => side?.recordedHashes !== undefined);
  const isUnread = [input.base, input.head].some((side) => {
    const unread = side?.compiled.cluster.unreadNodeClasses;
    return unread !== undefined && unread.size > 0;
  });
  if (change === 'unchanged' && !isRecorded && !isUnread) return NO_ROTATION;
  const { nodePoolDrift, live, atMs, replacementSeconds } = input;
  return forecastRotation({ ...sidesOf(pair, input), change, nodePoolDrift, live, atMs, replacementSeconds });
}

function headOf(
  { base, head }: PoolPair,
  change: ChangeKind,
): Pick<PoolReview, 'name' | 'change' | 'renamedFrom' | 'backend' | 'source'> {
  const { pool, backend } = (head ?? base) as CompiledPool;
  return {
    name: pool.name,
    change,
    ...(change === 'renamed' && base !== undefined ? { renamedFrom: base.pool.name } : {}),
    backend,
    source: pool.keySpan,
  };
}

function resultsOf(context: PoolContext) {
  const { types, fields, rotation, cost } = context;
  return { types, fields, rotation, dangers: poolDangers(context), cost };
}

function typesOf(compiled: CompiledPool | undefined, side: SideCluster | undefined): Launchable {
  return launchable(compiled, side === undefined ? undefined : side.provider.labels(side.compiled.cluster));
}

function sidesOf({ base, head }: PoolPair, input: ClusterReviewInput) {
  return {
    ...(input.base === undefined ? {} : { base: input.base }),
    ...(input.head === undefined ? {} : { head: input.head }),
    ...(base === undefined ? {} : { basePool: base }),
    ...(head === undefined ? {} : { headPool: head }),
  };
}

function changeOf({ pair, input, rules }: ReviewPoolInput, hasSameTypes: () => boolean): ChangeKind {
  const { base, head } = pair;
  if (base === undefined) return 'added';
  if (head === undefined) return 'removed';
  if (base.pool.name !== head.pool.name) return 'renamed';
  if (isUpgraded(pair, input)) return 'changed';
  if (base === head) return 'unchanged';
  const isSame =
    hasSameObjects(base, head, rules) &&
    (!knowsBudgets(input) || hasSameBudgets(base, head)) &&
    hasSameTypes();
  return isSame ? 'unchanged' : 'changed';
}

/** Names of MachineDeployments are decided by what they are, so objects in the same order are the same ones. */
function hasSameObjects(base: CompiledPool, head: CompiledPool, rules: StoredRules): boolean {
  if (base.backend !== head.backend) return false;
  const [before, after] = [poolObjects(base), poolObjects(head)];
  if (before.length !== after.length) return false;
  const isTopology = JSON.stringify(base.machines?.topology) === JSON.stringify(head.machines?.topology);
  return (
    isTopology &&
    after.every((object, i) => {
      const old = before[i];
      return old !== undefined && isSameObject(old, object, rules);
    })
  );
}

/** The objects are the same then, and what they find is not. */
function isUpgraded(
  { base: basePool, head: headPool }: PoolPair,
  { base, head }: ClusterReviewInput,
): boolean {
  if (base === undefined || head === undefined || basePool === undefined || headPool === undefined) {
    return false;
  }
  return controlPlaneUpgrade({ base, head, basePool, headPool }) !== undefined;
}

function hasSameBudgets({ pool: old }: CompiledPool, { pool: now }: CompiledPool): boolean {
  return (
    old.maxMonthlyUsd?.value === now.maxMonthlyUsd?.value &&
    old.maxMonthlyUsdAtLimits?.value === now.maxMonthlyUsdAtLimits?.value
  );
}
