import type { JsonValue } from '../diagnostics/json-value.ts';
import type { Span } from '../diagnostics/span.ts';
import type {
  ClusterReview,
  Danger,
  FieldChange,
  PlacementChange,
  PodGroupChange,
  PoolReview,
  Rotation,
} from '../model/review.ts';
import { locate, type ReportLocation } from './check-report.ts';
import type {
  ReviewReportCluster,
  ReviewReportDanger,
  ReviewReportField,
  ReviewReportPlacement,
  ReviewReportPods,
  ReviewReportPool,
  ReviewReportRotation,
} from './review-contract.ts';
import { objectDiff } from './review-object-diff.ts';
import { reviewReportCost } from './review-report-cost.ts';

export interface ReviewReportClusterOptions {
  /** Writes a value as YAML; the same value as the same text. */
  readonly yaml: (value: JsonValue) => string;
}

/**
 * The contract's view of one cluster. It holds no object and no text of a file: with many clusters, each review can be
 * dropped as soon as this is made of it.
 */
export function reviewReportCluster(
  cluster: ClusterReview,
  { yaml }: ReviewReportClusterOptions,
): ReviewReportCluster {
  const { placement } = cluster;
  return {
    name: cluster.name,
    file: cluster.file,
    ...(cluster.baseFile === undefined ? {} : { baseFile: cluster.baseFile }),
    change: cluster.change,
    failed: cluster.failed,
    nodePools: cluster.nodePools.map(reportPool),
    objects: cluster.objects.map(({ key, pool, change, before, after }) => ({
      key,
      ...(pool === undefined ? {} : { pool }),
      change,
      diff: objectDiff({ before, after, yaml }),
    })),
    dangers: cluster.dangers.map(reportDanger),
    cost: reviewReportCost(cluster.cost),
    ...(placement === undefined ? {} : { placement: reportPlacement(placement) }),
    scenarios: cluster.scenarios,
    overlaps: cluster.overlaps,
    pricing: cluster.pricing,
    notes: cluster.notes,
  };
}

function reportPool(pool: PoolReview): ReviewReportPool {
  return {
    name: pool.name,
    change: pool.change,
    ...(pool.renamedFrom === undefined ? {} : { renamedFrom: pool.renamedFrom }),
    backend: pool.backend,
    summary: pool.summary,
    ...(pool.types === undefined ? {} : { types: pool.types }),
    fields: pool.fields.map(reportField),
    rotation: reportRotation(pool.rotation),
    dangers: pool.dangers.map(reportDanger),
    cost: reviewReportCost(pool.cost),
    source: locate(pool.source),
  };
}

function reportField({ kind, pointer, before, after, message, source }: FieldChange): ReviewReportField {
  return {
    kind,
    pointer,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    message,
    ...sourceAt(source),
  };
}

function reportRotation(rotation: Rotation): ReviewReportRotation {
  const { predicate, hashes, nodes, calendar } = rotation;
  return {
    scope: rotation.scope,
    ...(predicate === undefined ? {} : { predicate }),
    causes: rotation.causes.map(({ source, ...cause }) => ({ ...cause, ...sourceAt(source) })),
    undecided: rotation.undecided,
    ...(hashes === undefined ? {} : { hashes }),
    ...(nodes === undefined ? {} : { nodes }),
    ...(calendar === undefined ? {} : { calendar }),
  };
}

function reportDanger({ diagnostic: { code, severity, message, help, span } }: Danger): ReviewReportDanger {
  return { code, severity, message, ...(help === undefined ? {} : { help }), source: locate(span) };
}

function reportPlacement(placement: PlacementChange): ReviewReportPlacement {
  const { unplacedRangeBefore, unplacedRangeAfter } = placement;
  return {
    podsBefore: placement.podsBefore,
    podsAfter: placement.podsAfter,
    lost: placement.lost.map(reportPods),
    gained: placement.gained.map(reportPods),
    moved: placement.moved,
    unplacedNew: placement.unplacedNew.map(reportPods),
    unplacedBefore: placement.unplacedBefore,
    unplacedAfter: placement.unplacedAfter,
    waitingBefore: placement.waitingBefore,
    waitingAfter: placement.waitingAfter,
    ...(unplacedRangeBefore === undefined ? {} : { unplacedRangeBefore }),
    ...(unplacedRangeAfter === undefined ? {} : { unplacedRangeAfter }),
  };
}

function reportPods({ owner, pod, count, reasons }: PodGroupChange): ReviewReportPods {
  return {
    ...(owner === undefined ? {} : { owner }),
    pod,
    count,
    reasons: reasons.map(({ nodePool, message, source }) => ({
      ...(nodePool === undefined ? {} : { nodePool }),
      message,
      ...sourceAt(source),
    })),
  };
}

function sourceAt(span: Span | undefined): { readonly source?: ReportLocation } {
  return span === undefined ? {} : { source: locate(span) };
}
