import type { Source } from '../../diagnostics/source.ts';
import type { Host, Workers } from '../host.ts';
import type { OnPart } from './compile-share.ts';
import { revivedPart } from './part-json.ts';
import { ReportSources } from './report-source.ts';
import type { ShareJob } from './share-job.ts';
import { spread } from './spread.ts';
import type { SentPart } from './worker-messages.ts';

export interface WorkerRun {
  readonly job: ShareJob;
  readonly jobs: number;
  readonly workers: Workers;
  readonly onPart: OnPart;
}

/** Compiles in workers. Gives the texts that findings point into, by file; undefined if memory is short. */
export async function runWorkers(
  { job, jobs, workers, onPart }: WorkerRun,
  host: Host,
): Promise<ReadonlyMap<string, Source> | undefined> {
  const places = new ReportSources();
  const onSent = ({ definition, clusters, sources }: SentPart) => {
    const reports = clusters.map(({ report }) => report);
    const part = revivedPart(definition, reports, places);
    onPart({
      ...part,
      clusters: part.clusters.map((cluster, i) => ({ ...cluster, ...clusters[i] })),
      ...(sources === undefined ? {} : { sources }),
    });
  };
  return spread({ job, shard: job.shard, jobs, workers, onSent }, host);
}
