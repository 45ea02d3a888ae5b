import { Source } from '../../diagnostics/source.ts';
import type { Host, Workers } from '../host.ts';
import { UsageError } from '../usage-error.ts';
import type { Shard } from './shard.ts';
import type { SentPair, SentPart, WorkerMessage, WorkerOrder } from './worker-messages.ts';

export interface Spread<Sent> {
  readonly job: WorkerOrder['job'];
  /** The part of the whole run that is to be done. @default all of it */
  readonly shard?: Shard | undefined;
  /** How many workers share it. */
  readonly jobs: number;
  readonly workers: Workers;
  readonly onSent: (sent: Sent) => void;
}

/**
 * Spreads a job over workers. Gives the texts that findings point into, by file; undefined if one of them has too little
 * memory. @throws what one of them throws
 */
export async function spread<Sent extends SentPart | SentPair>(
  { job, shard, jobs, workers, onSent }: Spread<Sent>,
  host: Host,
): Promise<ReadonlyMap<string, Source> | undefined> {
  const receiver = new Receiver(onSent, host);
  const running = Array.from({ length: jobs }, (_, i) => {
    const worker = workers.start({
      job,
      shards: [...(shard === undefined ? [] : [shard]), { index: i + 1, of: jobs }],
      cwd: host.cwd,
      env: host.env,
      today: host.today(),
    } satisfies WorkerOrder);
    const ended = new Promise<void>((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        try {
          receiver.receive(message);
        } catch (error) {
          reject(error);
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
    return receiver.texts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
    throw error;
  } finally {
    await Promise.all(running.map(({ worker }) => worker.terminate()));
  }
}

class Receiver<Sent extends SentPart | SentPair> {
  readonly texts = new Map<string, Source>();
  readonly #said = new Set<string>();
  readonly #onSent: (sent: Sent) => void;
  readonly #host: Host;

  constructor(onSent: (sent: Sent) => void, host: Host) {
    this.#onSent = onSent;
    this.#host = host;
  }

  receive(message: WorkerMessage): void {
    if (message.kind === 'says') {
      // What all of them notice is said once.
      if (!this.#said.has(message.text)) this.#host.stderr.write(message.text);
      this.#said.add(message.text);
    } else if (message.kind === 'failed') {
      const error = message.usage ? new UsageError(message.message) : new Error(message.message);
      error.stack = message.stack;
      throw error;
    } else {
      for (const [file, text] of Object.entries(message.texts)) {
        if (!this.texts.has(file)) this.texts.set(file, new Source(file, text));
      }
      // A job is answered with its own kind.
      this.#onSent(message as Sent);
    }
  }
}
