import type { ClusterPlan } from '../model/plan.ts';
import type { ScenarioChange, ScenarioResult } from '../model/review.ts';
import type { SideCluster } from '../model/review-input.ts';
import { withoutPlace } from './placement/without-place.ts';

export interface ScenarioChangesInput {
  readonly base?: SideCluster | undefined;
  readonly head?: SideCluster | undefined;
}

/** The scenarios of both sides by name, in the order of head; those that head has no more come last. */
export function scenarioChanges({ base, head }: ScenarioChangesInput): readonly ScenarioChange[] {
  const before = resultsOf(base);
  const after = resultsOf(head);
  return [...new Set([...after.keys(), ...before.keys()])].map((name) =>
    scenarioChange(name, before.get(name), after.get(name)),
  );
}

function resultsOf(side: SideCluster | undefined): ReadonlyMap<string, ScenarioResult> {
  const plans = side?.plans ?? [];
  return new Map(
    plans.flatMap((plan) =>
      plan.scenario === undefined ? [] : [[plan.scenario.name, resultOf(plan)] as const],
    ),
  );
}

function resultOf(plan: ClusterPlan): ScenarioResult {
  const { nodePools, cost } = plan;
  return {
    unplaced: withoutPlace(plan),
    nodes: nodePools.reduce((sum, { nodes }) => sum + nodes, 0),
    expectedPerHourUsd: cost.expectedPerHourUsd,
  };
}

function scenarioChange(
  name: string,
  before: ScenarioResult | undefined,
  after: ScenarioResult | undefined,
): ScenarioChange {
  return {
    name,
    change: changeOf(before, after),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

function changeOf(
  before: ScenarioResult | undefined,
  after: ScenarioResult | undefined,
): ScenarioChange['change'] {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  const isSame =
    before.unplaced === after.unplaced &&
    before.nodes === after.nodes &&
    Math.abs(before.expectedPerHourUsd - after.expectedPerHourUsd) < ROUNDING_USD;
  return isSame ? 'unchanged' : 'changed';
}

/** Sums of the same prices in another order differ by less. */
const ROUNDING_USD = 1e-9;
