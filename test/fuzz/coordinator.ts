import { invariant } from '../../src/diagnostics/invariant.ts';
import type { FuzzOptions } from './options.ts';
import { randomOf } from './seeded-random.ts';
import { TARGETS } from './targets.ts';
import { type Died, HANG_MS, SLOW_MS, WatchedWorker } from './watched-worker.ts';
import type { BlockDone, Finding, OneDone, Order, Slow } from './worker.ts';

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

const BLOCK_INPUTS = 200;
const HEAP_SAMPLES = 24;

/**
 * Deals the inputs out to workers, and watches them: one that hangs or dies is replaced, and its input is a finding. Ends
 * early, with what is known by then, when the signal says so.
 */
export async function coordinate(
  options: FuzzOptions,
  observer: Observer,
  signal?: AbortSignal,
): Promise<FuzzResult> {
  const run = new Run(options, blocksOf(options), observer);
  signal?.addEventListener('abort', () => run.stop(), { once: true });
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
  readonly #workers = new Set<WatchedWorker>();
  #inputs = 0;
  #stopped = false;

  constructor(options: FuzzOptions, blocks: readonly Block[], observer: Observer) {
    this.#options = options;
    this.#blocks = blocks.toReversed();
    this.#observer = observer;
  }

  /** One worker after the other until there is nothing left to do. */
  async lane(): Promise<void> {
    let watched: WatchedWorker | undefined;
    for (let block = this.#blocks.pop(); block !== undefined; block = this.#blocks.pop()) {
      watched ??= this.#hire();
      const ended = await watched.run(block);
      if (this.#stopped) return;
      if (ended.kind === 'done') this.#add(ended);
      else if (ended.kind === 'died') {
        await this.#dismiss(watched);
        watched = undefined;
        await this.#died(block, ended);
      }
    }
    if (watched !== undefined) await this.#dismiss(watched);
  }

  stop(): void {
    this.#stopped = true;
    this.#blocks.length = 0;
    for (const watched of this.#workers) void watched.end();
  }

  #hire(): WatchedWorker {
    const watched = new WatchedWorker(this.#options.seed);
    this.#workers.add(watched);
    return watched;
  }

  async #dismiss(watched: WatchedWorker): Promise<void> {
    this.#workers.delete(watched);
    await watched.end();
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

  async #died(block: Block, { index, error, isHang }: Died): Promise<void> {
    if (index < 0) throw new Error(`target ${block.target}: ${error}`);
    // What was told of the inputs before it went with the worker: they are done again.
    if (index > block.from) this.#blocks.push({ ...block, to: index, measuresHeap: false });
    if (index + 1 < block.to) this.#blocks.push({ ...block, from: index + 1 });
    const target = await TARGETS[block.target]?.load();
    invariant(target !== undefined, 'the target of a block is known');
    const input = target.make(randomOf(this.#options.seed, block.target, index));
    const again = isHang ? await this.#again(block.target, input) : undefined;
    if (this.#stopped) return;
    const tried = again?.kind === 'one' ? again.tried : undefined;
    const milliseconds = tried?.milliseconds ?? HANG_MS;
    // A worker that waited for a machine without time for it hangs, too; then the second time goes well.
    const isFinding = tried === undefined || tried.kind === 'failed' || milliseconds > SLOW_MS;
    const finding = { target: block.target, index, error, signature: error.slice(0, 80), input };
    this.#add({
      kind: 'done',
      target: block.target,
      inputs: 1,
      sound: tried?.kind === 'sound' ? 1 : 0,
      milliseconds,
      slowest: isHang ? { target: block.target, index, milliseconds } : undefined,
      findings: isFinding ? [finding] : [],
      heapBytes: undefined,
    });
  }

  async #again(target: string, input: string): Promise<OneDone | BlockDone | Died> {
    const watched = this.#hire();
    const ended = await watched.run({ kind: 'one', target, input });
    await this.#dismiss(watched);
    return ended;
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
