import type { Host } from '../host.ts';
import { isSystemError, UsageError } from '../usage-error.ts';
import type { DefinitionPart } from './definition-part.ts';
import { shardDefinition } from './part-json.ts';
import { partSources } from './part-sources.ts';
import { loadShare } from './share.ts';
import { doShare } from './share-job.ts';
import type { SentPart, WorkerMessage, WorkerOrder } from './worker-messages.ts';

/** A worker's life. Whatever goes wrong is sent, too. */
export async function runWorker(order: WorkerOrder, send: (message: WorkerMessage) => void): Promise<void> {
  const { job, shards } = order;
  const host = workerHost(order, (text) => send({ kind: 'says', text }));
  const sent = new Set<string>();
  try {
    const share = await loadShare(job.args, { ...job.options, shards }, host);
    await doShare(job, share, host, (part) => send({ kind: 'part', ...sentPart(part, sent) }));
  } catch (error) {
    send({
      kind: 'failed',
      usage: error instanceof UsageError || isSystemError(error),
      message: error instanceof Error ? error.message : String(error),
      stack: error instanceof Error ? (error.stack ?? '') : '',
    });
  }
}

function workerHost({ cwd, env, today }: WorkerOrder, say: (text: string) => void): Host {
  return {
    cwd,
    env,
    stdout: { write: () => undefined, isTTY: false },
    stderr: { write: say, isTTY: false },
    // Whoever reads it works alone.
    readStdin: () => Promise.resolve(new Uint8Array()),
    today: () => today,
  };
}

function sentPart(part: DefinitionPart, sent: Set<string>): SentPart {
  const texts = [...partSources(part)].filter(([file]) => !sent.has(file));
  for (const [file] of texts) sent.add(file);
  return {
    definition: shardDefinition(part),
    clusters: part.clusters.map(({ report, files, autoscalerFlags }) => ({
      report,
      ...(files === undefined ? {} : { files }),
      ...(autoscalerFlags === undefined ? {} : { autoscalerFlags }),
    })),
    ...(part.sources === undefined ? {} : { sources: part.sources }),
    texts: Object.fromEntries(texts.map(([file, { text }]) => [file, text])),
  };
}
