import type { CompiledCluster } from '../../model/compilation.ts';
import type { Interval } from '../../model/plan.ts';
import type { MemoryModel } from '../../model/scenario.ts';
import type { Decision } from '../../packer/cluster-autoscaler/decision.ts';
import type { Problem } from '../../packer/cluster-autoscaler/problem.ts';
import { simulateRange } from '../../packer/cluster-autoscaler/simulate-range.ts';
import type { PoolView } from '../pool-view.ts';
import type { ScenarioWorkloads } from '../scenario-workloads.ts';
import { autoscalerProblem } from './autoscaler-problem.ts';
import type { OwnedGroup } from './owned-group.ts';
import { furtherRuns } from './further-runs.ts';
import { type PriceTie, widestPriceTie } from './price-tie.ts';

/** Pools of the Cluster Autoscaler with the workloads that it meets, and what it makes of them. */
export interface AutoscaledCluster {
  readonly given: ScenarioWorkloads;
  /** In the order of the definition. */
  readonly views: readonly PoolView[];
  /** By id. */
  readonly groups: ReadonlyMap<string, OwnedGroup>;
  readonly problem: Problem;
  /** In order of creation, ties to the first in listing order. */
  readonly decision: Decision;
  /** How many were simulated; one where chance plays no part, or where there is too much for more. */
  readonly runs: number;
  /** Where runs with other draws come to something else. */
  readonly ranges?: DecisionRanges;
}

export interface DecisionRanges {
  readonly runs: number;
  /** The lot that the price depends on most, where it depends on any. */
  readonly priceTie?: PriceTie;
  readonly nodes: Interval;
  readonly podsLeft: Interval;
  readonly pricePerHourUsd: Interval;
  /** Machines added, by id; groups that grow in no run are left out. */
  readonly byGroup: ReadonlyMap<string, Interval>;
}

export interface PackAutoscalerInput {
  readonly compiled: CompiledCluster;
  readonly given: ScenarioWorkloads;
  readonly views: readonly PoolView[];
  readonly memory: MemoryModel;
}

export function packAutoscaler(input: PackAutoscalerInput): AutoscaledCluster {
  const { given, views } = input;
  const groups = new Map(
    views.flatMap((view) =>
      (view.groups ?? []).map((group) => [group.group.id, { ...group, view }] as const),
    ),
  );
  const problem = autoscalerProblem(input);
  const { decision, decisions, deterministic } = simulateRange(problem, { runs: furtherRuns(problem) });
  const ranges = deterministic ? undefined : rangesOf(decisions, groups);
  return {
    given,
    views,
    groups,
    problem,
    decision,
    runs: decisions.length,
    ...(ranges === undefined ? {} : { ranges }),
  };
}

/** The least and the most over several runs with different draws. Undefined where they all come to the same. */
function rangesOf(
  decisions: readonly Decision[],
  groups: ReadonlyMap<string, OwnedGroup>,
): DecisionRanges | undefined {
  const of = (read: (one: Decision) => number) => interval(decisions.map(read));
  const grown = new Set(decisions.flatMap(({ nodeGroups }) => nodeGroups.map(({ id }) => id)));
  const ranges = {
    runs: decisions.length,
    nodes: of(({ nodeGroups }) => nodeGroups.reduce((sum, { add }) => sum + add, 0)),
    podsLeft: of(({ unschedulable }) => unschedulable.size),
    pricePerHourUsd: of(({ nodeGroups }) =>
      nodeGroups.reduce((sum, { id, add }) => sum + add * priceOf(groups.get(id)), 0),
    ),
    byGroup: new Map(
      [...grown].map((id) => [id, of(({ nodeGroups }) => nodeGroups.find((one) => one.id === id)?.add ?? 0)]),
    ),
  };
  const { nodes, podsLeft, pricePerHourUsd, byGroup } = ranges;
  const all = [nodes, podsLeft, pricePerHourUsd, ...byGroup.values()];
  if (all.every(({ min, max }) => min === max)) return undefined;
  const tie = pricePerHourUsd.min === pricePerHourUsd.max ? undefined : widestPriceTie(decisions, groups);
  return { ...ranges, ...(tie === undefined ? {} : { priceTie: tie }) };
}

function priceOf(group: OwnedGroup | undefined): number {
  return group?.group.offering.price?.perHourUsd ?? 0;
}

function interval(values: readonly number[]): Interval {
  return { min: Math.min(...values), max: Math.max(...values) };
}
