import { buildSync } from 'esbuild';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { Workers } from '../../../src/cli/host.ts';

export interface BundledWorker {
  /** A worker as the command line starts it. */
  readonly workers: (limits?: ResourceLimits) => Workers;
  readonly remove: () => void;
}

/** The worker's entry from sources: Node runs no TypeScript. Beside it stands what it reads. */
export function bundledWorker(): BundledWorker {
  const folder = mkdtempSync(path.resolve('node_modules/.poolwright-worker-'));
  symlinkSync(path.resolve('src/catalogue'), path.join(folder, 'catalogue'));
  const outfile = path.join(folder, 'bin/worker.mjs');
  buildSync({
    entryPoints: ['src/cli/worker.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['cdk8s', 'cdk8s-plus-28', 'constructs'],
    banner: {
      js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
    },
  });
  return {
    workers: (resourceLimits = {}) => ({
      parallelism: 2,
      start: (workerData) => new Worker(outfile, { workerData, resourceLimits }),
    }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
