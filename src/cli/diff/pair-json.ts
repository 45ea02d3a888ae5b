import type { ShardPair, ShardState } from '../../report/report-shard.ts';
import { reportDiagnostic } from '../../report/check-report.ts';
import type { ReviewReportCluster } from '../../report/review-contract.ts';
import type { DefinitionPart } from '../shards/definition-part.ts';
import { revived, revivedPart, shardDefinition } from '../shards/part-json.ts';
import { partFindings } from '../shards/part-sources.ts';
import { ReportSources } from '../shards/report-source.ts';
import type { FinishedPair } from './pair-reviewer.ts';

/** A pair as shards send it; the reviews of its clusters stand elsewhere. */
export function shardPair({ base, head, clusters }: FinishedPair): ShardPair {
  return {
    ...(base === undefined ? {} : { base: shardState(base) }),
    ...(head === undefined ? {} : { head: shardState(head) }),
    clusters: clusters.map(({ order, failOn, report: { name, file }, dangers }) => ({
      name,
      file,
      order,
      failOn,
      dangers: dangers.map(reportDiagnostic),
    })),
  };
}

function shardState(part: DefinitionPart): ShardState {
  const lines: Record<string, Record<string, string>> = {};
  for (const { span } of partFindings(part)) {
    const { line } = span.source.positionAt(span.start);
    (lines[span.source.file] ??= {})[String(line)] = span.source.lineText(line);
  }
  const names = part.clusters.map(({ report: { name, file } }) => ({ name, file }));
  return { ...shardDefinition(part), names, lines };
}

/** Turns pairs back; the two states may call different texts by one name. */
export class PairReviver {
  readonly base = new ReportSources();
  readonly head = new ReportSources();

  pair({ base, head, clusters }: ShardPair, reviews: readonly ReviewReportCluster[]): FinishedPair {
    return {
      ...(base === undefined ? {} : { base: partOf(base, this.base) }),
      ...(head === undefined ? {} : { head: partOf(head, this.head) }),
      clusters: clusters.flatMap(({ name, file, order, failOn, dangers }, i) => {
        const review = reviews[i];
        if (review === undefined) return [];
        const report = { name, file, nodePools: [] };
        return { order, failOn, report, review, dangers: dangers.map((one) => revived(one, this.head)) };
      }),
    };
  }
}

function partOf({ names, lines, ...definition }: ShardState, sources: ReportSources): DefinitionPart {
  sources.know(lines);
  return revivedPart(
    definition,
    names.map((one) => ({ ...one, nodePools: [] })),
    sources,
  );
}
