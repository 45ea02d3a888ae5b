import type { Host } from '../host.ts';
import { isSystemError, UsageError } from '../usage-error.ts';
import type { FinishedPair } from '../diff/pair-reviewer.ts';
import type { DefinitionPart } from './definition-part.ts';
import { shardDefinition } from './part-json.ts';
import { partSources } from './part-sources.ts';
import { loadShare } from './share.ts';
import { doShare } from './do-share.ts';
import type { SentPart, WorkerMessage, WorkerOrder } from './worker-messages.ts';

/** A worker's life. Whatever goes wrong is sent, too. */
export async function runWorker(order: WorkerOrder, send: (message: WorkerMessage) => void): Promise<void> {
  const host = workerHost(order, (text) => send({ kind: 'says', text }));
  try {
    await work(order, host, send);
  } catch (error) {
    send({
      kind: 'failed',
      usage: error instanceof UsageError || isSystemError(error),
      message: error instanceof Error ? error.message : String(error),
      stack: error instanceof Error ? (error.stack ?? '') : '',
    });
  }
}

async function work(
  { job, shards }: WorkerOrder,
  host: Host,
  send: (message: WorkerMessage) => void,
): Promise<void> {
  const sent = new Set<string>();
  if (job.task === 'diff') {
    const { openShare, openReviewOptions } = await import('../diff/run-review.ts');
    const { reviewPairs } = await import('../diff/review-of.ts');
    const { shardPair } = await import('../diff/pair-json.ts');
    const { sides, pairs } = await openShare(job, shards, host);
    const onPair = (pair: FinishedPair) =>
      send({
        kind: 'pair',
        pair: shardPair(pair),
        reviews: pair.clusters.map(({ review }) => review),
        texts: pair.head === undefined ? {} : unsent(pair.head, sent),
      });
    return reviewPairs(sides, pairs, { ...(await openReviewOptions(job, host)), onPair });
  }
  const share = await loadShare(job.args, { ...job.options, shards }, host);
  return doShare(job, share, host, (part) => send(sentPart(part, sent)));
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
  return {
    kind: 'part',
    definition: shardDefinition(part),
    clusters: part.clusters.map(({ report, files, autoscalerFlags }) => ({
      report,
      ...(files === undefined ? {} : { files }),
      ...(autoscalerFlags === undefined ? {} : { autoscalerFlags }),
    })),
    ...(part.sources === undefined ? {} : { sources: part.sources }),
    texts: unsent(part, sent),
  };
}

/** Texts that its findings point into and that were not sent before. */
function unsent(part: DefinitionPart, sent: Set<string>): Readonly<Record<string, string>> {
  const texts = [...partSources(part)].filter(([file]) => !sent.has(file));
  for (const [file] of texts) sent.add(file);
  return Object.fromEntries(texts.map(([file, { text }]) => [file, text]));
}
