import { isJsonMap } from '../../diagnostics/json-value.ts';
import type { Manifest } from '../../kubernetes/manifest-of.ts';
import {
  type CheckReport,
  REPORT_API_VERSION,
  type ReportCluster,
  type ReportPool,
} from '../../report/check-report.ts';
import type {
  ClusterJson,
  CompilationJson,
  CompiledPoolJson,
  ObjectJson,
  OriginJson,
  SourceJson,
} from '../../report/compilation-json.ts';
import type { ReportShard } from '../../report/report-shard.ts';
import type { DroppedType } from '../../model/node-group.ts';
import type { ManifestSummary } from '../../model/manifest-set.ts';
import type { Layer } from '../../diagnostics/origin.ts';
import {
  count,
  fields,
  flag,
  list,
  oneOf,
  optional,
  plain,
  record,
  type Shape,
  text,
} from '../comment-shape.ts';
import { diagnostics, location, range, summary } from './report-shape.ts';
import { REPORT_SHARD_SHAPE } from './shard-shape.ts';

/** The reports of shards, as what a file must be before it is merged. */
interface Sharded {
  readonly shard: ReportShard;
}

const texts = list(text);
const poolFields = { name: text, instanceTypes: count };

export const CHECK_REPORT_SHAPE = fields<CheckReport & Sharded>({
  apiVersion: oneOf(REPORT_API_VERSION),
  kind: oneOf('CheckReport'),
  clusters: list(
    fields<ReportCluster>({ name: text, file: text, nodePools: list(fields<ReportPool>(poolFields)) }),
  ),
  manifests: optional(
    fields<ManifestSummary>({
      objects: count,
      nodeGroups: list(fields<ManifestSummary['nodeGroups'][number]>({ name: text, file: text })),
    }),
  ),
  diagnostics,
  summary,
  shard: REPORT_SHARD_SHAPE,
});

/** Handed on as it is. */
function object<T>(): Shape<T> {
  return plain('an object', isJsonMap);
}

const pool = fields<CompiledPoolJson>({
  ...poolFields,
  backend: oneOf('karpenter', 'cluster-autoscaler', 'karpenter-cluster-api'),
  nodeGroups: optional(count),
  dropped: optional(list(object<DroppedType>())),
});

const compiledObject = fields<ObjectJson>({
  pool: optional(text),
  tree: optional(oneOf('management', 'workload')),
  object: object<Manifest>(),
  origins: record(
    fields<OriginJson>({
      file: text,
      range,
      layer: optional(object<Layer>()),
      definedAt: optional(location),
    }),
  ),
});

const flagValue: Shape<string | readonly string[]> = {
  problem: (value, path) => (Array.isArray(value) ? texts : text).problem(value, path),
};

const cluster = fields<ClusterJson>({
  name: text,
  file: text,
  defaultsFile: optional(text),
  provider: text,
  backend: text,
  defaults: count,
  karpenterVersion: text,
  kubernetesVersion: optional(text),
  region: optional(text),
  zones: optional(texts),
  failed: flag,
  nodePools: list(pool),
  objects: list(compiledObject),
  autoscalerFlags: optional(record(flagValue)),
});

export const COMPILATION_SHAPE = fields<Omit<CompilationJson, 'shard'> & Sharded>({
  apiVersion: oneOf(REPORT_API_VERSION),
  kind: oneOf('Compilation'),
  poolwrightVersion: text,
  digest: text,
  clusters: list(cluster),
  sources: record(fields<SourceJson>({ digest: text, text: optional(text), lines: record(text) })),
  diagnostics,
  summary,
  shard: REPORT_SHARD_SHAPE,
});
