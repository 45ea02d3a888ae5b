import type { Span } from '../diagnostics/span.ts';
import type {
  ClusterPlan,
  Interval,
  LowerBound,
  Plan,
  PlannedCost,
  PlannedNodeClaim,
  PlannedNodeGroup,
  PlannedNodePool,
  PlannedOffering,
  PlannedRange,
  PoolProbe,
  UnschedulablePod,
  UnschedulableReason,
  Utilisation,
} from '../model/plan.ts';
import {
  locate,
  REPORT_API_VERSION,
  type ReportLocation,
  reportDiagnostic,
  summarise,
} from './check-report.ts';
import { HOURS_PER_MONTH } from './money.ts';
import type {
  PlanReport,
  PlanReportBound,
  PlanReportCluster,
  PlanReportCost,
  PlanReportNodeClaim,
  PlanReportNodeGroup,
  PlanReportOffering,
  PlanReportPool,
  PlanReportProbe,
  PlanReportRange,
  PlanReportReason,
  PlanReportUnschedulable,
  PlanReportUtilisation,
} from './plan-contract.ts';

/** The contract's view of a plan. */
export function planReport({ clusters, diagnostics }: Plan): PlanReport {
  return {
    apiVersion: REPORT_API_VERSION,
    kind: 'Plan',
    clusters: clusters.map(reportCluster),
    diagnostics: diagnostics.map(reportDiagnostic),
    summary: summarise(diagnostics),
  };
}

export function reportCluster(plan: ClusterPlan): PlanReportCluster {
  const { scenario, utilisation, lowerBound } = plan;
  return {
    name: plan.name,
    file: plan.file,
    ...(scenario === undefined
      ? {}
      : {
          scenario: {
            name: scenario.name,
            ...(scenario.description === undefined ? {} : { description: scenario.description }),
          },
        }),
    workloads: plan.workloads,
    nodeClaims: plan.nodeClaims.map(reportNodeClaim),
    nodeGroups: plan.nodeGroups.map(reportNodeGroup),
    existingNodes: plan.existingNodes,
    unschedulable: plan.unschedulable.map(unschedulableReporter()),
    nodePools: plan.nodePools.map(reportPool),
    cost: reportCost(plan.cost),
    ...(utilisation === undefined ? {} : { utilisation: reportUtilisation(utilisation) }),
    ...(lowerBound === undefined ? {} : { lowerBound: reportBound(lowerBound) }),
    spread: plan.spread.map(({ namespace, owner, domains, ...rest }) => ({
      namespace,
      ...(owner === undefined ? {} : { owner }),
      topologyKey: rest.topologyKey,
      whenUnsatisfiable: rest.whenUnsatisfiable,
      maxSkew: rest.maxSkew,
      skew: rest.skew,
      undecided: rest.undecided,
      domains,
    })),
    relaxedPods: plan.relaxed,
    pricing: plan.pricing,
    notes: plan.notes,
    ...(plan.range === undefined ? {} : { range: reportRange(plan.range) }),
  };
}

function reportNodeGroup({ price, utilisation, ...group }: PlannedNodeGroup): PlanReportNodeGroup {
  return {
    name: group.name,
    nodePool: group.nodePool,
    add: group.add,
    pods: group.pods,
    instanceType: group.instanceType,
    zone: group.zone,
    capacityType: group.capacityType,
    currentSize: group.currentSize,
    maxSize: group.maxSize,
    ...(price === undefined ? {} : { price: reportOffering(price) }),
    utilisation: reportUtilisation(utilisation),
    ...(group.range === undefined ? {} : { range: group.range }),
  };
}

function reportRange({ runs, nodes, podsLeft, pricePerHourUsd }: PlannedRange): PlanReportRange {
  const each = ({ min, max }: Interval, of: (usd: number) => number) => ({ min: of(min), max: of(max) });
  return {
    runs,
    nodes,
    podsLeft,
    expectedPerHourUsd: each(pricePerHourUsd, rounded),
    expectedPerMonthUsd: each(pricePerHourUsd, monthly),
  };
}

function reportNodeClaim(claim: PlannedNodeClaim): PlanReportNodeClaim {
  const { pricePerHourUsd: price } = claim;
  return {
    name: claim.name,
    nodePool: claim.nodePool,
    ...(claim.nodeGroup === undefined ? {} : { nodeGroup: claim.nodeGroup }),
    pods: claim.pods,
    instanceTypes: claim.instanceTypes,
    instanceTypeCount: claim.instanceTypeCount,
    cheapest: reportOffering(claim.cheapest),
    zones: claim.zones,
    capacityType: claim.capacityType,
    ...(price === undefined
      ? {}
      : {
          cost: {
            floorPerHourUsd: rounded(price.floor),
            expectedPerHourUsd: rounded(price.expected),
            worstPerHourUsd: rounded(price.worst),
          },
        }),
    utilisation: reportUtilisation(claim.utilisation),
  };
}

function reportOffering({ pricePerHourUsd, date, ...offering }: PlannedOffering): PlanReportOffering {
  return {
    instanceType: offering.instanceType,
    zone: offering.zone,
    capacityType: offering.capacityType,
    ...(pricePerHourUsd === undefined ? {} : { pricePerHourUsd }),
    ...(date === undefined ? {} : { date }),
    flags: offering.flags,
  };
}

function reportUtilisation({ cpuMilli, memoryBytes }: Utilisation): PlanReportUtilisation {
  return {
    cpu: part(cpuMilli.requested, cpuMilli.allocatable),
    memory: part(memoryBytes.requested, memoryBytes.allocatable),
    requested: { cpuMilli: cpuMilli.requested, memoryBytes: memoryBytes.requested },
    allocatable: { cpuMilli: cpuMilli.allocatable, memoryBytes: memoryBytes.allocatable },
  };
}

function part(of: number, all: number): number {
  return all === 0 ? 0 : Math.round((of / all) * 1e4) / 1e4;
}

/** Replicas share their reasons, of which there are as many as pools. */
function unschedulableReporter(): (pod: UnschedulablePod) => PlanReportUnschedulable {
  const known = new Map<readonly UnschedulableReason[], readonly PlanReportReason[]>();
  const reported = (reasons: readonly UnschedulableReason[]) => {
    const found = known.get(reasons) ?? reasons.map(reportReason);
    known.set(reasons, found);
    return found;
  };
  return ({ pod, owner, span, onlyLimits, laterBatch, reasons }) => ({
    pod,
    ...(owner === undefined ? {} : { owner }),
    ...sourceAt(span),
    onlyLimits,
    laterBatch,
    reasons: reported(reasons),
  });
}

function reportReason({ nodePool, code, message, source }: UnschedulableReason): PlanReportReason {
  return { ...(nodePool === undefined ? {} : { nodePool }), code, message, ...sourceAt(source) };
}

function sourceAt(span: Span | undefined): { readonly source?: ReportLocation } {
  return span === undefined ? {} : { source: locate(span) };
}

function reportPool({ utilisation, limits, probe, cost, ...pool }: PlannedNodePool): PlanReportPool {
  return {
    name: pool.name,
    backend: pool.backend,
    nodeClaims: pool.nodeClaims,
    nodes: pool.nodes,
    pods: pool.pods,
    cheapestTypes: pool.cheapestTypes,
    cost: reportCost(cost),
    ...(utilisation === undefined ? {} : { utilisation: reportUtilisation(utilisation) }),
    limits: limits.map(({ origin, ...limit }) => ({ ...limit, source: locate(origin.span) })),
    ...(probe === undefined ? {} : { probe: reportProbe(probe) }),
  };
}

function reportProbe(probe: PoolProbe): PlanReportProbe {
  return probe.launches
    ? { launches: true, cheapest: reportOffering(probe.cheapest) }
    : { launches: false, reasons: probe.reasons.map(reportReason) };
}

function reportCost(cost: PlannedCost): PlanReportCost {
  const { floorPerHourUsd, expectedPerHourUsd, atLimitsPerHourUsd, atLimitsReason } = cost;
  return {
    floorPerHourUsd: rounded(floorPerHourUsd),
    expectedPerHourUsd: rounded(expectedPerHourUsd),
    atLimitsPerHourUsd: atLimitsPerHourUsd === null ? null : rounded(atLimitsPerHourUsd),
    ...(atLimitsReason === undefined ? {} : { atLimitsReason }),
    floorPerMonthUsd: monthly(floorPerHourUsd),
    expectedPerMonthUsd: monthly(expectedPerHourUsd),
    atLimitsPerMonthUsd: atLimitsPerHourUsd === null ? null : monthly(atLimitsPerHourUsd),
    existingPerHourUsd: rounded(cost.existingPerHourUsd),
    unpricedExistingNodes: cost.unpricedExistingNodes,
    unpricedNodeClaims: cost.unpricedNodeClaims,
  };
}

function reportBound({ perHourUsd, floorPerHourUsd, bindingResource }: LowerBound): PlanReportBound {
  const above = perHourUsd === 0 ? 0 : (floorPerHourUsd / perHourUsd - 1) * 100;
  return {
    // Rounding must not lift it above what is proven, but for what floats lost on the way.
    perHourUsd: Math.floor(perHourUsd * 1e6 + 1e-6) / 1e6,
    floorPerHourUsd: rounded(floorPerHourUsd),
    abovePercent: Math.max(0, Math.round(above * 10) / 10),
    bindingResource,
  };
}

/** As many digits as price lists have: sums of floats have others behind them. */
function rounded(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

function monthly(perHourUsd: number): number {
  return Math.round(perHourUsd * HOURS_PER_MONTH * 100) / 100;
}
