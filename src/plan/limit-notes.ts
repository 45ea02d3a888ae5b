import { selectorTest } from '../kubernetes/label-selector.ts';
import type { PlannedCost, PlannedNodePool, UnschedulablePod } from '../model/plan.ts';
import type { PlannedNodes } from './planned-nodes.ts';

export interface LimitNotesInput extends PlannedNodes {
  readonly nodePools: readonly PlannedNodePool[];
  readonly unschedulable: readonly UnschedulablePod[];
  /** Of the whole cluster. */
  readonly cost: PlannedCost;
}

/** Where limits do not hold, or only later. */
export function* limitNotes(input: LimitNotesInput): Iterable<string> {
  const { nodePools, unschedulable, engines } = input;
  if (unschedulable.some(({ laterBatch }) => laterBatch)) {
    yield 'while Karpenter plans a batch, each new node counts against the limits as the largest it may become: pods that wait for the first nodes are in no sum';
  }
  for (const pool of nodePools) {
    if (pool.backend === 'cluster-autoscaler') yield* autoscalerNotes(pool, engines);
    else yield* karpenterNotes(pool);
  }
  yield* beyondNotes(input);
}

function* karpenterNotes({ name, limits }: PlannedNodePool): Iterable<string> {
  for (const { resource, limit, used, plannedAtMost, overshoots } of limits) {
    if (!overshoots) continue;
    const counted =
      resource === 'nodes'
        ? `${used + plannedAtMost} nodes, and its limit is ${limit}: Karpenter does not count \`nodes\` while it plans one batch`
        : `more than its limit on \`${resource}\` of ${limit} if the largest types come`;
    yield `pool \`${name}\` would have ${counted}`;
  }
}

function* autoscalerNotes(
  { name, limits }: PlannedNodePool,
  engines: PlannedNodes['engines'],
): Iterable<string> {
  const over = limits.filter(({ overshoots }) => overshoots);
  if (over.length === 0) return;
  const which = over.map(({ resource, limit }) => `\`${resource}\` ${limit}`).join(' and ');
  yield `pool \`${name}\` would go beyond its limits on ${which}: ${whyBeyond(name, engines)}`;
}

function whyBeyond(pool: string, { autoscaler }: PlannedNodes['engines']): string {
  const groups = autoscaler?.views.find(({ name }) => name === pool)?.groups ?? [];
  const labels = groups.flatMap(({ believed }) => (believed === undefined ? [] : [believed.labels]));
  const quota = autoscaler?.problem.quotas?.find(
    ({ selector }) =>
      selector !== undefined && labels.some((own) => selectorTest(selector)(Object.fromEntries(own))),
  );
  if (quota === undefined) {
    return 'each MachineDeployment has a maximum of its own, and nothing counts them together';
  }
  const counts = selectorTest(quota.selector);
  const unseen = groups.flatMap(({ members }) => members).filter(({ metadata }) => !counts(metadata.labels));
  if (unseen.length === 0) return 'its quota counts new nodes as less than they turn out to be';
  const label = Object.entries(quota.selector?.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const nodes =
    unseen.length === 1 ? '1 live node does not carry' : `${unseen.length} live nodes do not carry`;
  return `${nodes} the label by which its quota counts (\`${label.join(',')}\`), so the quota passes them by`;
}

/** Rounding of sums. */
const NEGLIGIBLE_USD = 1e-9;

/** Limits keep nodes from being made; those that are there already stay. */
function* beyondNotes({ nodePools, cost }: LimitNotesInput): Iterable<string> {
  const beyond = nodePools.filter((pool) => isBeyond(pool.cost));
  for (const { name } of beyond) {
    yield `the nodes that pool \`${name}\` has already cost more than its limits allow: some are beyond the limits, which only keep new ones from being made`;
  }
  if (beyond.length === 0 && isBeyond(cost)) {
    yield 'the nodes that are there already cost more than all pools can within their limits: some belong to no pool';
  }
}

function isBeyond({ existingPerHourUsd, atLimitsPerHourUsd: most }: PlannedCost): boolean {
  return most !== null && existingPerHourUsd > most + NEGLIGIBLE_USD;
}
