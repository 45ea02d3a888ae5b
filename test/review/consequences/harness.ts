import type { CompiledCluster, CompiledPool } from '../../../src/model/compilation.ts';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import type { Span } from '../../../src/diagnostics/span.ts';
import type { CostChange, PlacementChange, PodGroupChange, ReviewedCost } from '../../../src/model/review.ts';
import type { SideCluster } from '../../../src/model/review-input.ts';
import { atLimitsFindings } from '../../../src/plan/at-limits-findings.ts';
import { clusterCostAtLimits } from '../../../src/plan/cluster-cost-at-limits.ts';
import { planFindings } from '../../../src/plan/findings.ts';
import { planCluster } from '../../../src/plan/plan-cluster.ts';
import { costChange } from '../../../src/review/cost-change.ts';
import { overlapChanges } from '../../../src/review/overlap-changes.ts';
import { placementChange } from '../../../src/review/placement-change.ts';
import { placementNotes } from '../../../src/review/placement-notes.ts';
import { scenarioChanges } from '../../../src/review/scenario-changes.ts';
import { type PlanCase, planInput } from '../../plan/harness.ts';

export interface ReviewCase {
  readonly base: PlanCase | undefined;
  readonly head: PlanCase | undefined;
  /** Names of base by names of head. */
  readonly renamed?: ReadonlyMap<string, string>;
}

/** One state of a cluster, planned as it is written and under each of its scenarios. */
export function sideOf(input: PlanCase): SideCluster {
  const given = planInput(input);
  const { compiled, provider, workloads } = given;
  const side = { compiled, provider: provider as SideCluster['provider'] };
  if (input.manifests === undefined && input.live === undefined) {
    return { ...side, plans: [], costAtLimits: clusterCostAtLimits(given) };
  }
  const scenarios = [undefined, ...compiled.cluster.settings.scenarios];
  const plans = scenarios.map((scenario) => planCluster({ compiled, provider, workloads, scenario }));
  return { ...side, plans, workloads };
}

export function findingsOf({ compiled, plans, costAtLimits }: SideCluster): readonly Diagnostic[] {
  const [plan] = plans;
  if (plan !== undefined) return planFindings(plan, compiled);
  return costAtLimits === undefined ? [] : atLimitsFindings(costAtLimits, compiled);
}

/** All consequences of going from one definition to the other, as text. */
export function told({ base: before, head: after, renamed = new Map() }: ReviewCase): string {
  const base = before === undefined ? undefined : sideOf(before);
  const head = after === undefined ? undefined : sideOf(after);
  const placement = placementChange({ base, head, renamed });
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['cost', costTexts(base, head, renamed)],
    ['placement', placement === undefined ? [] : placementTexts(placement)],
    ['scenarios', scenarioChanges({ base, head }).map((one) => JSON.stringify(one))],
    [
      'overlaps',
      overlapChanges({ base, head, renamed }).map(({ change, message }) => `${change}: ${message}`),
    ],
    [
      'findings of head',
      head === undefined
        ? []
        : findingsOf(head).map(({ code, span, message }) => `${code} ${where(span)}: ${message}`),
    ],
    ['notes', placementNotes(placement)],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`)
    .join('');
}

function costTexts(
  base: SideCluster | undefined,
  head: SideCluster | undefined,
  renamed: ReadonlyMap<string, string>,
): readonly string[] {
  const poolsBefore = poolsByName(base?.compiled);
  const poolsAfter = poolsByName(head?.compiled);
  const gone = new Set(poolsBefore.keys());
  const pools = [...poolsAfter].map(([name, headPool]): [string, CostChange] => {
    const from = renamed.get(name) ?? name;
    gone.delete(from);
    return [name, costChange({ base, head, basePool: poolsBefore.get(from), headPool })];
  });
  const removed = [...gone].map((name): [string, CostChange] => [
    name,
    costChange({ base, head, basePool: poolsBefore.get(name) }),
  ]);
  return [['cluster', costChange({ base, head })] as const, ...pools, ...removed].map(
    ([name, { before, after }]) => `${name}: ${costText(before)} -> ${costText(after)}`,
  );
}

function poolsByName(compiled: CompiledCluster | undefined): ReadonlyMap<string, CompiledPool> {
  return new Map((compiled?.pools ?? []).map((pool) => [pool.pool.name, pool]));
}

function costText(cost: ReviewedCost | undefined): string {
  if (cost === undefined) return 'nothing';
  return Object.entries(cost)
    .map(
      ([key, value]) =>
        `${key}=${typeof value === 'number' ? Number(value.toFixed(6)) : JSON.stringify(value)}`,
    )
    .join(' ');
}

function placementTexts(placement: PlacementChange): readonly string[] {
  const {
    podsBefore,
    podsAfter,
    unplacedBefore,
    unplacedAfter,
    waitingBefore,
    waitingAfter,
    lost,
    gained,
    moved,
    unplacedNew,
  } = placement;
  const { unplacedRangeBefore, unplacedRangeAfter } = placement;
  return [
    `${podsBefore} -> ${podsAfter} pods, ${unplacedBefore} -> ${unplacedAfter} without a place, ${waitingBefore} -> ${waitingAfter} waiting`,
    ...(unplacedRangeBefore === undefined ? [] : [`chance before: ${JSON.stringify(unplacedRangeBefore)}`]),
    ...(unplacedRangeAfter === undefined ? [] : [`chance after: ${JSON.stringify(unplacedRangeAfter)}`]),
    ...lost.flatMap((one) => groupTexts('lost', one)),
    ...unplacedNew.flatMap((one) => groupTexts('new without a place', one)),
    ...gained.flatMap((one) => groupTexts('gained', one)),
    ...moved.map(
      ({ owner, pod, count, from, to }) =>
        `moved: ${count} of ${ownerText(owner)} (${pod}) from ${from} to ${to}`,
    ),
  ];
}

function groupTexts(what: string, { owner, pod, count, reasons }: PodGroupChange): readonly string[] {
  return [
    `${what}: ${count} of ${ownerText(owner)} (${pod})`,
    ...reasons.map(
      ({ nodePool = 'no pool', message, source }) =>
        `  ${nodePool}: ${message}${source === undefined ? '' : ` [${where(source)}]`}`,
    ),
  ];
}

function ownerText(owner: PodGroupChange['owner']): string {
  return owner === undefined ? 'nobody' : `${owner.kind} ${owner.namespace}/${owner.name}`;
}

function where({ source, start }: Span): string {
  return `${source.file}:${source.positionAt(start).line}`;
}
