import { type Diagnostic, diagnostic, type Related } from '../diagnostics/diagnostic.ts';
import type { Located } from '../diagnostics/located.ts';
import type { Span } from '../diagnostics/span.ts';
import type { Cluster } from '../model/cluster.ts';
import type { CompiledCluster } from '../model/compilation.ts';
import type { ClusterPlan, PlannedCost, UnschedulablePod, UnschedulableReason } from '../model/plan.ts';
import { atLimitsFinding } from './at-limits-findings.ts';
import { type Budgets, budgetsOf, inheritedFrom } from './budgets.ts';
import { dollars, HOURS_PER_MONTH } from './dollars.ts';
import { groupBy } from './group-by.ts';

/** What does not fit and which budgets of the cluster are crossed. */
export function planFindings(plan: ClusterPlan, compiled: CompiledCluster): readonly Diagnostic[] {
  return [
    ...unschedulableFindings(plan, compiled),
    ...probeFindings(plan, compiled),
    ...moneyFindings(plan, compiled),
  ];
}

const MOST_NAMED = 5;

/** One for all replicas that have no place for the same reasons. */
function unschedulableFindings(plan: ClusterPlan, { cluster }: CompiledCluster): Diagnostic[] {
  // Replicas share one list of reasons, which may be as long as there are pools.
  const texts = new Map<readonly UnschedulableReason[], string>();
  const textOf = (reasons: readonly UnschedulableReason[]) => {
    const known = texts.get(reasons);
    const text =
      known ?? JSON.stringify(reasons.map(({ nodePool, code, message }) => [nodePool, code, message]));
    texts.set(reasons, text);
    return text;
  };
  const groups = groupBy(
    plan.unschedulable,
    ({ pod, owner, onlyLimits, laterBatch, reasons }) =>
      JSON.stringify([owner ?? pod, onlyLimits, laterBatch]) + textOf(reasons),
  );
  return [...groups.values()].flatMap((pods) => {
    const [first] = pods;
    if (first === undefined) return [];
    const { code, says } = kindOf(first, pods.length);
    return diagnostic(
      code,
      first.span ?? cluster.nameSpan,
      `${subject(pods, first)} ${says} in cluster \`${plan.name}\`${under(plan)}`,
      { related: first.reasons.flatMap(relatedTo).slice(0, MOST_NAMED), help: helpOf(first.reasons) },
    );
  });
}

function kindOf({ laterBatch, onlyLimits }: UnschedulablePod, count: number) {
  const one = count === 1;
  if (laterBatch)
    return { code: 'PW8004', says: `${one ? 'waits' : 'wait'} until the first nodes are there` } as const;
  const says = `${one ? 'has' : 'have'} no place`;
  return onlyLimits
    ? ({ code: 'PW8003', says: `${says} within the limits` } as const)
    : ({ code: 'PW8001', says } as const);
}

function subject(pods: readonly UnschedulablePod[], first: UnschedulablePod): string {
  const { owner } = first;
  if (owner === undefined) return `pod \`${first.pod}\``;
  const count = pods.length === 1 ? '1 pod' : `${pods.length} pods`;
  return `${count} of ${owner.kind} \`${owner.namespace}/${owner.name}\``;
}

function under({ scenario }: ClusterPlan): string {
  return scenario === undefined ? '' : ` under the scenario \`${scenario.name}\``;
}

/** Where the reasons stand; in words they are in the help, which every format shows. */
function relatedTo({ nodePool, message, source }: UnschedulableReason): Related[] {
  if (source === undefined) return [];
  const says = nodePool === undefined ? message : `this keeps it from pool \`${nodePool}\``;
  return [{ span: source, message: says }];
}

/** Every pool's reason. */
function helpOf(reasons: readonly UnschedulableReason[]): string {
  const shown = reasons
    .slice(0, MOST_NAMED)
    .map(({ nodePool, message }) => (nodePool === undefined ? message : `pool \`${nodePool}\`: ${message}`));
  const more = reasons.length > MOST_NAMED ? `; and ${reasons.length - MOST_NAMED} more pools` : '';
  return `Why: ${shown.join('; ')}${more}.`;
}

function probeFindings(plan: ClusterPlan, { pools }: CompiledCluster): Diagnostic[] {
  return plan.nodePools.flatMap(({ name, probe }) => {
    const pool = pools.find((one) => one.pool.name === name)?.pool;
    if (pool === undefined || probe === undefined || probe.launches) return [];
    return diagnostic(
      'PW8002',
      pool.keySpan,
      `pool \`${name}\` cannot launch a node that holds its daemons${under(plan)}`,
      {
        related: probe.reasons.filter(({ source }) => source !== pool.keySpan).flatMap(relatedTo),
        help: helpOf(probe.reasons),
      },
    );
  });
}

function moneyFindings(plan: ClusterPlan, compiled: CompiledCluster): Diagnostic[] {
  const { cluster } = compiled;
  const nodePools = plan.nodePools.map(({ name, cost }) => ({ ...cost, name }));
  return budgetsOf<PlannedCost>(compiled, { cluster: plan.cost, nodePools }).flatMap((one) => [
    ...expectedFinding(one, plan, cluster),
    // What a pool can cost at most is no matter of scenarios.
    ...(plan.scenario === undefined ? atLimitsFinding(one, cluster) : []),
  ]);
}

function expectedFinding(
  { subject: what, cost, budgets: { maxMonthlyUsd: budget } }: Budgets<PlannedCost>,
  plan: ClusterPlan,
  cluster: Cluster,
): readonly Diagnostic[] {
  if (budget === undefined) return [];
  const expected = (cost.expectedPerHourUsd + cost.existingPerHourUsd) * HOURS_PER_MONTH;
  if (expected <= budget.value) return [];
  const message = `${what} is expected to cost ${dollars(expected)} a month${under(plan)}, above its budget of ${dollars(budget.value)}`;
  return [diagnostic('PW8010', budget.origin.span, message, { related: inheritedFrom(budget, cluster) })];
}

/** What is needed of a plan to sum it up. */
interface RunCost extends Pick<ClusterPlan, 'scenario'> {
  readonly cost: Pick<ClusterPlan['cost'], 'expectedPerHourUsd' | 'existingPerHourUsd'>;
}

/** The budget over the clusters of a run, each as it is written. */
export function organisationFinding(
  plans: readonly RunCost[],
  budget: Located<number> | undefined,
): readonly Diagnostic[] {
  if (budget === undefined) return [];
  const asWritten = plans.filter(({ scenario }) => scenario === undefined);
  const expected =
    asWritten.reduce((sum, { cost }) => sum + cost.expectedPerHourUsd + cost.existingPerHourUsd, 0) *
    HOURS_PER_MONTH;
  if (expected <= budget.value) return [];
  const clusters = asWritten.length === 1 ? '1 cluster is' : `${asWritten.length} clusters are`;
  const span: Span = budget.origin.span;
  const message = `${clusters} expected to cost ${dollars(expected)} a month, above the budget of ${dollars(budget.value)} for all`;
  return [diagnostic('PW8012', span, message)];
}
