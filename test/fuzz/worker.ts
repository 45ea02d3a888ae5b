import { workerData, parentPort } from 'node:worker_threads';
import { invariant } from '../../src/diagnostics/invariant.ts';
import { minimise } from './minimise.ts';
import { randomOf } from './seeded-random.ts';
import type { FuzzTarget } from './target.ts';
import { TARGETS } from './targets.ts';
import { threadNumber } from './thread-time.ts';
import { type Tried, tryInput } from './try-input.ts';

/** What the coordinator shares with a worker: where it is, so that one that hangs can be told. */
export interface WorkerData {
  readonly seed: number;
  readonly slowMs: number;
  /**
   * Index of the input, or -1; when it started, in milliseconds of the shared clock; and the number of the worker's thread,
   * or -1 where the system does not tell.
   */
  readonly progress: Float64Array;
}

export type Order =
  | {
      readonly kind: 'block';
      readonly target: string;
      readonly from: number;
      readonly to: number;
      readonly measuresHeap: boolean;
    }
  | { readonly kind: 'one'; readonly target: string; readonly input: string };

export interface Finding {
  readonly target: string;
  readonly index: number;
  readonly error: string;
  readonly signature: string;
  readonly input: string;
}

export interface Slow {
  readonly target: string;
  readonly index: number;
  readonly milliseconds: number;
}

export interface BlockDone {
  readonly kind: 'done';
  readonly target: string;
  readonly inputs: number;
  readonly sound: number;
  readonly findings: readonly Finding[];
  readonly slowest: Slow | undefined;
  readonly milliseconds: number;
  /** Live after a collection, in bytes; only where it was asked for. */
  readonly heapBytes: number | undefined;
}

export interface OneDone {
  readonly kind: 'one';
  readonly tried: Tried;
}

/** A first one of each kind tells; a hundred of them fill the disk. */
const MOST_FINDINGS = 20;
const MINIMISING_MS = 5_000;

/** Runs blocks of inputs until it is told to stop. */
export function work(): void {
  const { seed, slowMs, progress } = workerData as WorkerData;
  progress[2] = threadNumber() ?? -1;
  const targets = new Map<string, Promise<FuzzTarget>>();
  const known = new Set<string>();
  const targetOf = (name: string): Promise<FuzzTarget> => {
    const target = targets.get(name) ?? TARGETS[name]?.load();
    invariant(target !== undefined, `the target ${name} is known`);
    targets.set(name, target);
    return target;
  };

  const runBlock = async ({
    target: name,
    from,
    to,
    measuresHeap,
  }: Extract<Order, { kind: 'block' }>): Promise<BlockDone> => {
    const target = await targetOf(name);
    const start = performance.now();
    const findings: Finding[] = [];
    let sound = 0;
    let slowest: Slow | undefined;
    for (let index = from; index < to; index++) {
      const input = target.make(randomOf(seed, name, index));
      progress[1] = now();
      progress[0] = index;
      let tried = await tryInput(target, input);
      // What is loaded or compiled at first use is no hang: the same input has to be slow again.
      for (let again = 0; again < 2 && tried.kind !== 'failed' && tried.milliseconds > slowMs; again++) {
        progress[1] = now();
        tried = await tryInput(target, input);
      }
      if (tried.kind === 'sound') sound++;
      const { milliseconds } = tried;
      if (slowest === undefined || milliseconds > slowest.milliseconds)
        slowest = { target: name, index, milliseconds };
      const failure = tried.kind === 'failed' ? tried : tooSlow(tried.milliseconds, slowMs);
      if (failure === undefined || known.has(failure.signature) || known.size > MOST_FINDINGS) continue;
      known.add(failure.signature);
      const { error, signature } = failure;
      const small = tried.kind === 'failed' ? await minimised(target, input, signature, progress) : input;
      findings.push({ target: name, index, error, signature, input: small });
    }
    progress[0] = -1;
    const milliseconds = performance.now() - start;
    const heap = measuresHeap ? heapBytes() : undefined;
    return {
      kind: 'done',
      target: name,
      inputs: to - from,
      sound,
      findings,
      slowest,
      milliseconds,
      heapBytes: heap,
    };
  };

  const runOne = async ({ target, input }: Extract<Order, { kind: 'one' }>): Promise<OneDone> => {
    const loaded = await targetOf(target);
    progress[1] = now();
    progress[0] = 0;
    // What is loaded at first use does not count.
    await tryInput(loaded, input);
    progress[1] = now();
    const tried = await tryInput(loaded, input);
    progress[0] = -1;
    return { kind: 'one', tried };
  };

  const answer = async (order: Order): Promise<void> => {
    const done = order.kind === 'block' ? await runBlock(order) : await runOne(order);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread, not a window.
    parentPort?.postMessage(done);
  };

  parentPort?.on('message', (order: Order) => {
    void answer(order);
  });
}

/** A clock that both threads read alike. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

function tooSlow(
  milliseconds: number,
  slowMs: number,
): { readonly error: string; readonly signature: string } | undefined {
  if (milliseconds <= slowMs) return undefined;
  return { error: `took ${Math.round(milliseconds)} ms of a processor, three times`, signature: 'slow' };
}

async function minimised(
  target: FuzzTarget,
  input: string,
  signature: string,
  progress: Float64Array,
): Promise<string> {
  const until = performance.now() + MINIMISING_MS;
  return await minimise(
    input,
    async (smaller) => {
      progress[1] = now();
      const tried = await tryInput(target, smaller);
      return tried.kind === 'failed' && tried.signature === signature;
    },
    () => performance.now() > until,
  );
}

function heapBytes(): number {
  const { gc } = globalThis as { readonly gc?: () => void };
  gc?.();
  return process.memoryUsage().heapUsed;
}
