import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { Workers } from '../../../src/cli/host.ts';
import { bundledProgram } from '../bundled-program.ts';

export interface BundledWorker {
  /** Workers as the command line starts them. */
  readonly workers: (limits?: ResourceLimits) => Workers;
  readonly remove: () => void;
}

export function bundledWorker(): BundledWorker {
  const { worker, remove } = bundledProgram();
  return {
    workers: (resourceLimits = {}) => ({
      parallelism: 2,
      start: (workerData) => new Worker(worker, { workerData, resourceLimits }),
    }),
    remove,
  };
}
