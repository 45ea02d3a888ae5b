import { parentPort, workerData } from 'node:worker_threads';
import { runWorker } from './shards/run-worker.ts';
import type { WorkerOrder } from './shards/worker-messages.ts';

/** Entry of a worker thread: does its share of a run and sends what it comes to. */
await runWorker(workerData as WorkerOrder, (message) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(message);
});
