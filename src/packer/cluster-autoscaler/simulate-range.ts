import type { Decision, Range, RangedDecision } from './decision.ts';
import { encode } from './encode.ts';
import type { Problem } from './problem.ts';
import { randomOf } from './random.ts';
import { run } from './run.ts';

const DEFAULT_RUNS = 32;

/**
 * The decision in order of creation, and how far random ones stray from it. `runs` more runs, each with dice of its own from
 * `seed` (default 32 and 0), are made only where something is left to chance.
 */
export function simulateRange(
  problem: Problem,
  { runs = DEFAULT_RUNS, seed = 0 }: { readonly runs?: number; readonly seed?: number } = {},
): RangedDecision {
  const encoded = encode(problem);
  const decision = run(encoded, undefined);
  const deterministic = !decision.chance.packing && !decision.chance.choice;
  const decisions = [decision];
  const more = deterministic ? 0 : runs;
  for (let i = 0; i < more; i++) decisions.push(run(encoded, randomOf(seed + i)));
  return { decision, range: rangeOver(decisions, problem), deterministic, decisions };
}

function rangeOver(decisions: readonly Decision[], { nodeGroups }: Problem): RangedDecision['range'] {
  const added = decisions.map((decision) => new Map(decision.nodeGroups.map(({ id, add }) => [id, add])));
  const byNodeGroup = nodeGroups
    .filter(({ id }) => added.some((one) => one.has(id)))
    .map(({ id }) => [id, rangeOf(added.map((one) => one.get(id) ?? 0))] as const);
  return {
    nodes: rangeOf(added.map((one) => [...one.values()].reduce((sum, add) => sum + add, 0))),
    podsLeft: rangeOf(decisions.map(({ unschedulable }) => unschedulable.size)),
    byNodeGroup: new Map(byNodeGroup),
  };
}

function rangeOf(values: readonly number[]): Range {
  return [Math.min(...values), Math.max(...values)];
}
