import type { PricingNote } from '../model/instance-type.ts';
import type {
  AdmittedTypes,
  HashPair,
  OverlapChange,
  PodMove,
  ReviewedState,
  RotatedNodes,
  RotationCalendar,
  RotationHashes,
  RotationWindow,
  ScenarioChange,
  ScenarioResult,
  TypeChange,
} from '../model/review.ts';
import type { Interval, TypeCount } from '../model/plan.ts';
import type { WorkloadOwner } from '../model/workloads.ts';
import { REPORT_API_VERSION, type ReportDiagnostic } from '../report/check-report.ts';
import type {
  ReviewReport,
  ReviewReportCause,
  ReviewReportCluster,
  ReviewReportCost,
  ReviewReportCostChange,
  ReviewReportDanger,
  ReviewReportField,
  ReviewReportFinding,
  ReviewReportLocation,
  ReviewReportObject,
  ReviewReportPlacement,
  ReviewReportPods,
  ReviewReportPool,
  ReviewReportReason,
  ReviewReportRotation,
  ReviewReportSummary,
  ReviewReportTotal,
} from '../report/review-contract.ts';
import {
  amount,
  anything,
  count,
  fields,
  flag,
  list,
  oneOf,
  optional,
  moment,
  orNull,
  pair,
  text,
} from './comment-shape.ts';
import { code, diagnosticFields, range, severity, summary, summaryFields } from './shards/report-shape.ts';
import { REVIEW_SHARD_SHAPE } from './shards/shard-shape.ts';

/** The contract of a review, as what a file must be before it is shown to anybody: it may come from strangers. */

const texts = list(text);
const location = fields<ReviewReportLocation>({ file: text, range, side: optional(oneOf('base')) });
const change = oneOf('added', 'removed', 'renamed', 'changed', 'unchanged');
const clusterChange = oneOf('added', 'removed', 'changed', 'unchanged');
const realChange = oneOf('added', 'removed', 'changed');

const state = fields<ReviewedState>({
  name: text,
  kind: oneOf('git', 'files', 'compilation', 'live'),
  commit: optional(text),
});

const typeCounts = list(fields<TypeCount>({ instanceType: text, count }));

const interval = fields<Interval>({ min: amount, max: amount });

const cost = fields<ReviewReportCost>({
  floorPerHourUsd: optional(amount),
  floorPerMonthUsd: optional(amount),
  expectedPerHourUsd: optional(amount),
  expectedPerMonthUsd: optional(amount),
  existingPerHourUsd: optional(amount),
  atLimitsPerHourUsd: orNull(amount),
  atLimitsPerMonthUsd: orNull(amount),
  atLimitsReason: optional(text),
  nodes: optional(count),
  nodesRange: optional(interval),
  expectedRangePerHourUsd: optional(interval),
  cheapestTypes: optional(typeCounts),
  unpricedNodes: optional(count),
  maxMonthlyUsd: optional(amount),
  maxMonthlyUsdAtLimits: optional(amount),
  priceDate: optional(text),
});

const costChange = fields<ReviewReportCostChange>({ before: optional(cost), after: optional(cost) });

const danger = fields<ReviewReportDanger>({
  code,
  severity,
  message: text,
  help: optional(text),
  source: location,
});

const capacityTypes = list(oneOf('on-demand', 'spot', 'reserved'));

const admitted = fields<AdmittedTypes>({
  count,
  zones: texts,
  capacityTypes,
  cheapest: optional(
    fields<NonNullable<AdmittedTypes['cheapest']>>({ instanceType: text, pricePerHourUsd: amount }),
  ),
});

const types = fields<TypeChange>({
  before: admitted,
  after: admitted,
  added: texts,
  removed: texts,
  addedFamilies: texts,
  removedFamilies: texts,
  addedZones: texts,
  removedZones: texts,
  addedCapacityTypes: capacityTypes,
  removedCapacityTypes: capacityTypes,
});

const hashPair = fields<HashPair>({ version: text, before: optional(text), after: optional(text) });

const calendar = fields<RotationCalendar>({
  reason: oneOf('Underutilized', 'Empty', 'Drifted', 'rollout'),
  windows: list(fields<RotationWindow>({ from: text, to: text, allowed: count, replaced: count })),
  finishedAt: optional(text),
  replacementSeconds: amount,
  notes: texts,
});

const rotation = fields<ReviewReportRotation>({
  scope: oneOf('none', 'all', 'partial'),
  predicate: optional(text),
  causes: list(
    fields<ReviewReportCause>({
      kind: text,
      path: text,
      message: text,
      scope: oneOf('all', 'partial'),
      reason: text,
      source: optional(location),
    }),
  ),
  undecided: texts,
  hashes: optional(fields<RotationHashes>({ nodePool: optional(hashPair), nodeClass: optional(hashPair) })),
  nodes: optional(
    fields<RotatedNodes>({
      count,
      of: count,
      basis: oneOf('nodes', 'plan'),
      alreadyDrifted: optional(count),
    }),
  ),
  calendar: optional(calendar),
});

const pool = fields<ReviewReportPool>({
  name: text,
  change,
  renamedFrom: optional(text),
  backend: oneOf('karpenter', 'cluster-autoscaler', 'karpenter-cluster-api'),
  summary: texts,
  types: optional(types),
  fields: list(
    fields<ReviewReportField>({
      kind: text,
      pointer: text,
      before: optional(anything),
      after: optional(anything),
      message: text,
      source: optional(location),
    }),
  ),
  rotation,
  dangers: list(danger),
  cost: costChange,
  source: location,
});

const owner = fields<WorkloadOwner>({ kind: text, namespace: text, name: text });

const pods = list(
  fields<ReviewReportPods>({
    owner: optional(owner),
    pod: text,
    count,
    reasons: list(
      fields<ReviewReportReason>({ nodePool: optional(text), message: text, source: optional(location) }),
    ),
  }),
);

const placement = fields<ReviewReportPlacement>({
  podsBefore: count,
  podsAfter: count,
  lost: pods,
  gained: pods,
  moved: list(fields<PodMove>({ owner: optional(owner), pod: text, count, from: text, to: text })),
  unplacedNew: pods,
  unplacedBefore: count,
  unplacedAfter: count,
  waitingBefore: count,
  waitingAfter: count,
  unplacedRangeBefore: optional(interval),
  unplacedRangeAfter: optional(interval),
});

const scenarioResult = fields<ScenarioResult>({ unplaced: count, nodes: count, expectedPerHourUsd: amount });

const assumption = { zones: optional(texts) };

const pricing = fields<PricingNote>({
  region: optional(text),
  proxyRegion: optional(text),
  zonesAssumed: optional(
    fields<NonNullable<PricingNote['zonesAssumed']>>({
      from: oneOf('catalogue', 'pools', 'nothing'),
      named: texts,
      unnamed: count,
    }),
  ),
  spotAssumed: optional(fields<NonNullable<PricingNote['spotAssumed']>>({ ...assumption, ratio: amount })),
  offeringsAssumed: optional(fields<NonNullable<PricingNote['offeringsAssumed']>>(assumption)),
  unconvertedCurrency: optional(text),
});

const cluster = fields<ReviewReportCluster>({
  name: text,
  file: text,
  baseFile: optional(text),
  change: clusterChange,
  failed: list(oneOf('base', 'head')),
  nodePools: list(pool),
  objects: list(
    fields<ReviewReportObject>({ key: text, pool: optional(text), change: realChange, diff: text }),
  ),
  dangers: list(danger),
  cost: costChange,
  pods: optional(fields<NonNullable<ReviewReportCluster['pods']>>({ before: count, after: count })),
  placement: optional(placement),
  changedInputs: optional(
    list(oneOf('workloads', 'region', 'zones', 'catalogue', 'prices', 'scenarios', 'budgets')),
  ),
  scenarios: list(
    fields<ScenarioChange>({
      name: text,
      change: clusterChange,
      before: optional(scenarioResult),
      after: optional(scenarioResult),
    }),
  ),
  overlaps: list(fields<OverlapChange>({ pools: pair(text), change: realChange, message: text })),
  pricing,
  notes: texts,
});

export const REVIEW_SHAPE = fields<ReviewReport>({
  apiVersion: oneOf(REPORT_API_VERSION),
  kind: oneOf('Review'),
  poolwrightVersion: text,
  arguments: texts,
  base: state,
  head: state,
  at: optional(moment),
  clusters: list(cluster),
  findings: list(fields<ReviewReportFinding>({ ...diagnosticFields, known: flag })),
  resolved: list(fields<ReportDiagnostic>(diagnosticFields)),
  cost: fields<ReviewReportTotal>({
    before: optional(cost),
    after: optional(cost),
    without: optional(texts),
  }),
  // Nobody shows it: who has it has a share of a review only, and is told so.
  shard: optional(REVIEW_SHARD_SHAPE),
  summary: fields<ReviewReportSummary>({
    ...summaryFields,
    newFindings: summary,
    dangers: summary,
    clusters: fields<ReviewReportSummary['clusters']>({
      added: count,
      removed: count,
      changed: count,
      unchanged: count,
    }),
    nodePools: fields<ReviewReportSummary['nodePools']>({
      added: count,
      removed: count,
      renamed: count,
      changed: count,
      unchanged: count,
    }),
    rotatingNodePools: count,
    rotatingNodes: count,
    podsLost: count,
  }),
});
