import { Source } from '../../diagnostics/source.ts';
import type { Host, Workers } from '../host.ts';
import { UsageError } from '../usage-error.ts';
import type { OnPart } from './compile-share.ts';
import { revivedPart } from './part-json.ts';
import { ReportSources } from './report-source.ts';
import type { ShareJob } from './share-job.ts';
import type { WorkerMessage, WorkerOrder } from './worker-messages.ts';

export interface WorkerRun {
  readonly job: ShareJob;
  /** How many workers share it. */
  readonly jobs: number;
  readonly workers: Workers;
  readonly onPart: OnPart;
}

/**
 * Spreads a job over workers. Gives the texts that findings point into, by file; undefined if one of them has too little
 * memory. @throws what one of them throws
 */
export async function runWorkers(
  { job, jobs, workers, onPart }: WorkerRun,
  host: Host,
): Promise<ReadonlyMap<string, Source> | undefined> {
  const joint = { texts: new Map<string, Source>(), said: new Set<string>(), places: new ReportSources() };
  const running = Array.from({ length: jobs }, (_, i) => {
    const worker = workers.start({
      job,
      shards: [...(job.shard === undefined ? [] : [job.shard]), { index: i + 1, of: jobs }],
      cwd: host.cwd,
      env: host.env,
      today: host.today(),
    } satisfies WorkerOrder);
    const ended = new Promise<void>((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        try {
          receive(message, { ...joint, onPart }, host);
        } catch (error) {
          reject(error as Error);
        }
      });
      worker.on('error', reject);
      worker.on('exit', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`a worker ended with ${code}`));
      });
    });
    return { worker, ended };
  });
  try {
    await Promise.all(running.map(({ ended }) => ended));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
    throw error;
  } finally {
    await Promise.all(running.map(({ worker }) => worker.terminate()));
  }
  return joint.texts;
}

interface Joint {
  readonly texts: Map<string, Source>;
  readonly said: Set<string>;
  readonly places: ReportSources;
  readonly onPart: OnPart;
}

function receive(message: WorkerMessage, { texts, said, places, onPart }: Joint, host: Host): void {
  switch (message.kind) {
    case 'says': {
      // What all of them notice is said once.
      if (!said.has(message.text)) host.stderr.write(message.text);
      said.add(message.text);
      return;
    }
    case 'failed': {
      const error = message.usage ? new UsageError(message.message) : new Error(message.message);
      error.stack = message.stack;
      throw error;
    }
    case 'part': {
      for (const [file, text] of Object.entries(message.texts)) {
        if (!texts.has(file)) texts.set(file, new Source(file, text));
      }
      const part = revivedPart(
        message.definition,
        message.clusters.map(({ report }) => report),
        places,
      );
      const clusters = part.clusters.map((cluster, i) => ({ ...cluster, ...message.clusters[i] }));
      const { sources } = message;
      onPart({ ...part, clusters, ...(sources === undefined ? {} : { sources }) });
      return;
    }
  }
}
