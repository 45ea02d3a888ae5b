import { Worker } from 'node:worker_threads';
import { invariant } from '../../src/diagnostics/invariant.ts';
import type { FuzzOptions } from './options.ts';
import { randomOf } from './seeded-random.ts';
import { TARGETS } from './targets.ts';
import { stopwatch } from './try-input.ts';
import {
  type BlockDone,
  type Finding,
  now,
  type OneDone,
  type Order,
  type Slow,
  type WorkerData,
} from './worker.ts';

type Block = Extract<Order, { readonly kind: 'block' }>;

export interface TargetTotals {
  inputs: number;
  sound: number;
  milliseconds: number;
  slowest: Slow | undefined;
}

export interface FuzzResult {
  readonly totals: ReadonlyMap<string, TargetTotals>;
  readonly findings: readonly Finding[];
  /** What was live after collections, in order, in bytes. */
  readonly heaps: readonly number[];
}

export interface Observer {
  readonly onProgress: (inputs: number, findings: number) => void;
  /** A finding unlike those before, as soon as it is known: a run may be ended early. */
  readonly onFinding: (finding: Finding) => void;
}

/** What no input may take, twice in a row. */
export const SLOW_MS = 2_000;
/** A worker that takes this for one input is ended. */
const HANG_MS = 10_000;
/** Not even working. */
const STUCK_MS = 40_000;
const WATCH_MS = 200;
/** Memory of a worker: four times what the slowest of the targets needs. */
const MAX_HEAP_MB = 800;
const BLOCK_INPUTS = 200;
const HEAP_SAMPLES = 24;

/** Deals the inputs out to workers, and watches them: one that hangs or dies is replaced, and its input is a finding. */
export async function coordinate(options: FuzzOptions, observer: Observer): Promise<FuzzResult> {
  const run = new Run(options, blocksOf(options), observer);
  await Promise.all(Array.from({ length: options.jobs }, () => run.lane()));
  return run;
}

class Run implements FuzzResult {
  readonly totals = new Map<string, TargetTotals>();
  readonly findings: Finding[] = [];
  readonly heaps: number[] = [];
  readonly #options: FuzzOptions;
  readonly #blocks: Block[];
  readonly #observer: Observer;
  #inputs = 0;

  constructor(options: FuzzOptions, blocks: readonly Block[], observer: Observer) {
    this.#options = options;
    this.#blocks = blocks.toReversed();
    this.#observer = observer;
  }

  /** One worker after the other until there is nothing left to do. */
  async lane(): Promise<void> {
    let watched: WatchedWorker | undefined;
    for (let block = this.#blocks.pop(); block !== undefined; block = this.#blocks.pop()) {
      watched ??= new WatchedWorker(this.#options.seed);
      const ended = await watched.run(block);
      if (ended.kind === 'done') this.#add(ended);
      else if (ended.kind === 'died') {
        watched = undefined;
        await this.#died(block, ended);
      }
    }
    await watched?.end();
  }

  #add(done: BlockDone): void {
    const totals = this.totals.get(done.target) ?? {
      inputs: 0,
      sound: 0,
      milliseconds: 0,
      slowest: undefined,
    };
    totals.inputs += done.inputs;
    totals.sound += done.sound;
    totals.milliseconds += done.milliseconds;
    if (done.slowest !== undefined && !(done.slowest.milliseconds < (totals.slowest?.milliseconds ?? 0))) {
      totals.slowest = done.slowest;
    }
    this.totals.set(done.target, totals);
    if (done.heapBytes !== undefined) this.heaps.push(done.heapBytes);
    for (const finding of done.findings) this.#found(finding);
    this.#inputs += done.inputs;
    this.#observer.onProgress(this.#inputs, this.findings.length);
  }

  #found(finding: Finding): void {
    const isKnown = this.findings.some(
      ({ target, signature }) => target === finding.target && signature === finding.signature,
    );
    if (isKnown) return;
    this.findings.push(finding);
    this.#observer.onFinding(finding);
  }

  async #died(block: Block, { index, error }: Died): Promise<void> {
    if (index < 0) throw new Error(`target ${block.target}: ${error}`);
    const target = await TARGETS[block.target]?.load();
    invariant(target !== undefined, 'the target of a block is known');
    const input = target.make(randomOf(this.#options.seed, block.target, index));
    const again = await this.#again(block.target, input);
    // A machine that has no time for us hangs, too; then the second time goes well.
    if (again.kind !== 'one' || again.tried.milliseconds > SLOW_MS) {
      this.#found({ target: block.target, index, error, signature: error.slice(0, 80), input });
    }
    if (index + 1 < block.to) this.#blocks.push({ ...block, from: index + 1 });
  }

  async #again(target: string, input: string): Promise<OneDone | BlockDone | Died> {
    const watched = new WatchedWorker(this.#options.seed);
    const ended = await watched.run({ kind: 'one', target, input });
    await watched.end();
    return ended;
  }
}

interface Died {
  readonly kind: 'died';
  readonly index: number;
  readonly error: string;
}

class WatchedWorker {
  readonly #worker: Worker;
  readonly #progress = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT)).fill(-1);

  constructor(seed: number) {
    const workerData: WorkerData = { seed, slowMs: SLOW_MS, progress: this.#progress };
    this.#worker = new Worker(new URL(import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
  }

  run(order: Order): Promise<BlockDone | OneDone | Died> {
    return new Promise((resolve) => {
      const settle = (ended: BlockDone | OneDone | Died): void => {
        clearInterval(watch);
        this.#worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        resolve(ended);
      };
      const died = (error: string): void => settle({ kind: 'died', index: this.#progress[0] ?? -1, error });
      let passed = stopwatch();
      let last = -1;
      const watch = setInterval(() => {
        const [index = -1, since = 0] = this.#progress;
        if (since !== last) passed = stopwatch();
        last = since;
        if (index < 0 || (passed() < HANG_MS && now() - since < STUCK_MS)) return;
        died(`hangs: ended after ${HANG_MS} ms`);
        void this.#worker.terminate();
      }, WATCH_MS);
      const onMessage = (done: BlockDone | OneDone): void => settle(done);
      const onError = (error: unknown): void => died(`the worker dies: ${String(error)}`);
      const onExit = (code: number): void => died(`the worker ends with ${code}`);
      this.#worker.once('message', onMessage).once('error', onError).once('exit', onExit);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread, not a window.
      this.#worker.postMessage(order);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Inputs in blocks, each target's spread over the whole run. */
function blocksOf({ inputs, targets }: FuzzOptions): Block[] {
  const weighed = targets.map((name) => ({ name, weight: TARGETS[name]?.weight ?? 1 }));
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const dealt = weighed.flatMap(({ name, weight }) => {
    const count = Math.ceil((inputs * weight) / all);
    return Array.from({ length: Math.ceil(count / BLOCK_INPUTS) }, (_, i) => ({
      target: name,
      from: i * BLOCK_INPUTS,
      to: Math.min(count, (i + 1) * BLOCK_INPUTS),
      place: (i * BLOCK_INPUTS) / count,
    }));
  });
  const every = Math.max(1, Math.floor(dealt.length / HEAP_SAMPLES));
  return dealt
    .sort((a, b) => a.place - b.place)
    .map(({ target, from, to }, i) => ({
      kind: 'block',
      target,
      from,
      to,
      measuresHeap: i % every === every - 1,
    }));
}
