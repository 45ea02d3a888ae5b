import type {
  ReportShard,
  ReviewShard,
  ShardCluster,
  ShardClusterName,
  ShardDefinition,
  ShardedRun,
  ShardForgiven,
  ShardPair,
  ShardReviewedCluster,
  ShardSide,
  ShardState,
  ShardUnjudgedKind,
} from '../../report/report-shard.ts';
import { amount, count, fields, flag, list, optional, record, text } from '../comment-shape.ts';
import { diagnostics, range, severity } from './report-shape.ts';

/** What shards tell `merge`, as what a file must be before it is merged: it may come from strangers. */

const texts = record(text);

const shardFields = {
  index: count,
  of: count,
  run: fields<ShardedRun>({
    poolwrightVersion: text,
    command: list(text),
    failOn: optional(severity),
    digest: text,
  }),
  texts,
};

const cluster = fields<ShardCluster>({
  defaultsFile: optional(text),
  failOn: severity,
  failed: flag,
  diagnostics,
  added: diagnostics,
  cost: optional(
    fields<NonNullable<ShardCluster['cost']>>({ expectedPerHourUsd: amount, existingPerHourUsd: amount }),
  ),
  forgiven: optional(fields<ShardForgiven>({ refusals: diagnostics, severity: optional(severity) })),
  unjudged: optional(
    list(
      fields<ShardUnjudgedKind>({
        apiVersion: text,
        kind: text,
        objects: count,
        severity,
        file: text,
        range,
      }),
    ),
  ),
  organisationBudget: optional(
    fields<NonNullable<ShardCluster['organisationBudget']>>({ value: amount, file: text, range }),
  ),
});

const definitionFields = { index: count, clusters: list(cluster), loose: diagnostics, added: diagnostics };

const clusterName = fields<ShardClusterName>({ name: text, file: text });

const state = optional(
  fields<ShardState>({ ...definitionFields, names: list(clusterName), lines: record(texts) }),
);

const side = fields<ShardSide>({
  owners: fields<ShardSide['owners']>({ prefix: text, single: list(text) }),
  problems: diagnostics,
});

export const REPORT_SHARD_SHAPE = fields<ReportShard>({
  ...shardFields,
  definitions: list(fields<ShardDefinition>(definitionFields)),
});

export const REVIEW_SHARD_SHAPE = fields<ReviewShard>({
  ...shardFields,
  pairs: list(
    fields<ShardPair>({
      base: state,
      head: state,
      clusters: list(
        fields<ShardReviewedCluster>({
          name: text,
          file: text,
          order: count,
          failOn: severity,
          dangers: diagnostics,
        }),
      ),
    }),
  ),
  baseTexts: texts,
  base: side,
  head: side,
});
