import type { JsonValue } from '../diagnostics/json-value.ts';
import type { Source } from '../diagnostics/source.ts';
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
import { locate } from './check-report.ts';
import type {
  ReviewReportCluster,
  ReviewReportDanger,
  ReviewReportField,
  ReviewReportLocation,
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
  /** Whether a text is base's, and not head's. @default all are head's */
  readonly isOfBase?: (source: Source) => boolean;
}

/**
 * The contract's view of one cluster. It holds no object and no text of a file: with many clusters, each review can be
 * dropped as soon as this is made of it.
 */
export function reviewReportCluster(
  cluster: ClusterReview,
  { yaml, isOfBase = () => false }: ReviewReportClusterOptions,
): ReviewReportCluster {
  const { placement } = cluster;
  const place: Place = (span) => ({ ...locate(span), ...(isOfBase(span.source) ? { side: 'base' } : {}) });
  return {
    name: cluster.name,
    file: cluster.file,
    ...(cluster.baseFile === undefined ? {} : { baseFile: cluster.baseFile }),
    change: cluster.change,
    failed: cluster.failed,
    nodePools: cluster.nodePools.map((pool) => reportPool(pool, place)),
    objects: cluster.objects.map(({ key, pool, change, before, after }) => ({
      key,
      ...(pool === undefined ? {} : { pool }),
      change,
      diff: objectDiff({ before, after, yaml }),
    })),
    dangers: cluster.dangers.map((danger) => reportDanger(danger, place)),
    cost: reviewReportCost(cluster.cost),
    ...(cluster.pods === undefined ? {} : { pods: cluster.pods }),
    ...(placement === undefined ? {} : { placement: reportPlacement(placement, place) }),
    ...(cluster.changedInputs === undefined ? {} : { changedInputs: cluster.changedInputs }),
    scenarios: cluster.scenarios,
    overlaps: cluster.overlaps,
    pricing: cluster.pricing,
    notes: cluster.notes,
  };
}

type Place = (span: Span) => ReviewReportLocation;

function reportPool(pool: PoolReview, place: Place): ReviewReportPool {
  return {
    name: pool.name,
    change: pool.change,
    ...(pool.renamedFrom === undefined ? {} : { renamedFrom: pool.renamedFrom }),
    backend: pool.backend,
    summary: pool.summary,
    ...(pool.types === undefined ? {} : { types: pool.types }),
    fields: pool.fields.map((field) => reportField(field, place)),
    rotation: reportRotation(pool.rotation, place),
    dangers: pool.dangers.map((danger) => reportDanger(danger, place)),
    cost: reviewReportCost(pool.cost),
    source: place(pool.source),
  };
}

function reportField(
  { kind, pointer, before, after, message, source }: FieldChange,
  place: Place,
): ReviewReportField {
  return {
    kind,
    pointer,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    message,
    ...sourceAt(source, place),
  };
}

function reportRotation(rotation: Rotation, place: Place): ReviewReportRotation {
  const { predicate, hashes, nodes, calendar } = rotation;
  return {
    scope: rotation.scope,
    ...(predicate === undefined ? {} : { predicate }),
    causes: rotation.causes.map(({ source, ...cause }) => ({ ...cause, ...sourceAt(source, place) })),
    undecided: rotation.undecided,
    ...(hashes === undefined ? {} : { hashes }),
    ...(nodes === undefined ? {} : { nodes }),
    ...(calendar === undefined ? {} : { calendar }),
  };
}

function reportDanger(
  { diagnostic: { code, severity, message, help, span } }: Danger,
  place: Place,
): ReviewReportDanger {
  return { code, severity, message, ...(help === undefined ? {} : { help }), source: place(span) };
}

function reportPlacement(placement: PlacementChange, place: Place): ReviewReportPlacement {
  const { unplacedRangeBefore, unplacedRangeAfter } = placement;
  return {
    podsBefore: placement.podsBefore,
    podsAfter: placement.podsAfter,
    lost: placement.lost.map((pods) => reportPods(pods, place)),
    gained: placement.gained.map((pods) => reportPods(pods, place)),
    moved: placement.moved,
    unplacedNew: placement.unplacedNew.map((pods) => reportPods(pods, place)),
    unplacedBefore: placement.unplacedBefore,
    unplacedAfter: placement.unplacedAfter,
    waitingBefore: placement.waitingBefore,
    waitingAfter: placement.waitingAfter,
    ...(unplacedRangeBefore === undefined ? {} : { unplacedRangeBefore }),
    ...(unplacedRangeAfter === undefined ? {} : { unplacedRangeAfter }),
  };
}

function reportPods({ owner, pod, count, reasons }: PodGroupChange, place: Place): ReviewReportPods {
  return {
    ...(owner === undefined ? {} : { owner }),
    pod,
    count,
    reasons: reasons.map(({ nodePool, message, source }) => ({
      ...(nodePool === undefined ? {} : { nodePool }),
      message,
      ...sourceAt(source, place),
    })),
  };
}

function sourceAt(span: Span | undefined, place: Place): { readonly source?: ReviewReportLocation } {
  return span === undefined ? {} : { source: place(span) };
}
