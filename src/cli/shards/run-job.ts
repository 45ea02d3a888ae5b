import type { Source } from '../../diagnostics/source.ts';
import type { Host } from '../host.ts';
import { STANDARD_INPUT } from '../load-definitions.ts';
import { progress } from '../progress.ts';
import type { DefinitionPart } from './definition-part.ts';
import { partSources } from './part-sources.ts';
import { loadShare, type Share } from './share.ts';
import { doShare } from './do-share.ts';
import type { ShareJob } from './share-job.ts';

export interface JobOptions {
  /** How many threads do it. @default as many as pay */
  readonly jobs?: number | undefined;
}

export interface JobResult {
  /** In no particular order. */
  readonly parts: readonly DefinitionPart[];
  /** What was read. */
  readonly share: Share;
  /** Texts that findings point into, by file. */
  readonly sources: ReadonlyMap<string, Source>;
}

/** Definitions of ten pools that take twice as long as a worker needs to start and to warm up. */
const FILES_PER_WORKER = 64;

/** More of them wait for memory. */
export const MOST_WORKERS = 8;

/** Steps in which progress is shown. */
const STEPS = 100;

/** Does a job, in workers if that pays. The result is the same. */
export async function runJob(job: ShareJob, { jobs }: JobOptions, host: Host): Promise<JobResult> {
  const { args, options, shard } = job;
  const share = await loadShare(args, { ...options, shards: shard === undefined ? [] : [shard] }, host);
  const parts: DefinitionPart[] = [];
  const total = share.files.length;
  const { show, clear } = progress(host);
  const onPart = (part: DefinitionPart) => {
    parts.push(part);
    const done = Math.min(parts.length, total);
    if (done % Math.ceil(total / STEPS) === 0) show(`compiled ${done} of ${total} definitions`);
  };
  const count = jobs ?? workersFor(share, host);
  try {
    // A pipe is read by one.
    const isPiped = share.loaded.texts.has(STANDARD_INPUT) || job.base === '-';
    if (host.workers !== undefined && Math.min(count, total) > 1 && !isPiped) {
      const { runWorkers } = await import('./run-workers.ts');
      const run = { job, jobs: Math.min(count, total), workers: host.workers, onPart };
      const sources = await runWorkers(run, host);
      if (sources !== undefined) return { parts, share, sources };
      // What is too large for a worker may not be too large for us.
      parts.length = 0;
    }
    await doShare(job, share, host, onPart);
  } finally {
    clear();
  }
  return { parts, share, sources: new Map(parts.flatMap((part) => [...partSources(part)])) };
}

function workersFor({ files }: Share, { workers }: Host): number {
  return Math.min(workers?.parallelism ?? 1, MOST_WORKERS, Math.floor(files.length / FILES_PER_WORKER));
}
