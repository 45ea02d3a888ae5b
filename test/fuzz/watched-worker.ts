import { Worker } from 'node:worker_threads';
import { millisecondsOf } from './thread-time.ts';
import { type BlockDone, now, type OneDone, type Order, type WorkerData } from './worker.ts';

/**
 * What a processor may work for one input. Counted for the worker's thread alone, so that a busy machine makes nothing
 * slow; and an input that took longer has to do so again, twice, before it counts.
 */
export const SLOW_MS = 2_000;
/** A worker that works this long for one input is ended. */
export const HANG_MS = 10_000;
/** By the clock: it waits for something that does not come. */
const STUCK_MS = 120_000;
const WATCH_MS = 200;
/** Memory of a worker: more than twice what all the targets need together. */
const MAX_HEAP_MB = 800;

/** A worker that ended before it had done what it was told. */
export interface Died {
  readonly kind: 'died';
  /** Of the input that it was at; -1 if it was at none. */
  readonly index: number;
  readonly error: string;
  /** It had to be ended, and did not die of itself. */
  readonly isHang: boolean;
}

type Ended = BlockDone | OneDone | Died;

/** A worker thread that always answers: it has done its order, or it died of it. */
export class WatchedWorker {
  readonly #worker: Worker;
  readonly #progress = new Float64Array(new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT)).fill(-1);
  #died: Died | undefined;
  #settle: ((ended: Ended) => void) | undefined;

  constructor(seed: number) {
    const workerData: WorkerData = { seed, slowMs: SLOW_MS, progress: this.#progress };
    this.#worker = new Worker(new URL(import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    // They stay: an error that nobody listens for ends the process, and it may come after the order is settled.
    this.#worker.on('message', (done: BlockDone | OneDone) => this.#settle?.(done));
    this.#worker.on('error', (error) => this.#end(`the worker dies: ${textOf(error)}`, { isHang: false }));
    this.#worker.on('exit', (code) => this.#end(`the worker ends with ${code}`, { isHang: false }));
  }

  async run(order: Order): Promise<Ended> {
    if (this.#died !== undefined) return this.#died;
    const watch = setInterval(this.#watch(), WATCH_MS);
    const ended = await new Promise<Ended>((resolve) => {
      this.#settle = resolve;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread, not a window.
      this.#worker.postMessage(order);
    });
    clearInterval(watch);
    this.#settle = undefined;
    return ended;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Ends it when it has been at one input for too long. */
  #watch(): () => void {
    let last = -1;
    let start = 0;
    return () => {
      const [index = -1, since = 0, thread = -1] = this.#progress;
      const worked = millisecondsOf(thread);
      if (since !== last) start = worked;
      last = since;
      if (index < 0) return;
      const isWorking = worked - start >= HANG_MS;
      if (!isWorking && now() - since < STUCK_MS) return;
      this.#end(isWorking ? `hangs: works for ${HANG_MS} ms` : `hangs: waits for ${STUCK_MS} ms`, {
        isHang: true,
      });
      void this.end();
    };
  }

  #end(error: string, { isHang }: Pick<Died, 'isHang'>): void {
    this.#died ??= { kind: 'died', index: this.#progress[0] ?? -1, error, isHang };
    this.#settle?.(this.#died);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
