#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { isatty } from 'node:tty';
import { Worker } from 'node:worker_threads';
import type { Host, Terminal } from './host.ts';
import { EXIT } from './exit-code.ts';
import { run } from './run.ts';
import { ioError } from './usage-error.ts';

/** What a worker keeps is small; without a bound it would let garbage lie. Who needs more works alone. */
const resourceLimits = { maxOldGenerationSizeMb: 320 };

let writeFailed = false;
const host: Host = {
  cwd: process.cwd(),
  env: process.env,
  stdout: terminal(process.stdout, 1),
  stderr: terminal(process.stderr, 2),
  readStdin,
  today: () => new Date().toISOString().slice(0, 10),
  workers: {
    parallelism: availableParallelism(),
    // Beside this file, in the bundle too.
    start: (workerData) =>
      new Worker(new URL('./worker.js', import.meta.url), { workerData, resourceLimits }),
  },
};

// The exit code is only set, so that pipes are written out before the process ends.
const code = await run(process.argv.slice(2), host);
process.exitCode = writeFailed ? EXIT.usage : code;

function terminal(stream: NodeJS.WriteStream, descriptor: number): Terminal {
  let open = true;
  const isTTY = isatty(descriptor);
  stream.on('error', (error: NodeJS.ErrnoException) => {
    open = false;
    // The reader (`| head`) has seen enough; that is no failure of ours.
    if (error.code === 'EPIPE' || writeFailed) return;
    writeFailed = true;
    process.exitCode = EXIT.usage;
    if (descriptor === 1)
      host.stderr.write(`poolwright: ${messageOf(ioError(error, 'cannot write the output'))}\n`);
  });
  return {
    write: (text) => {
      if (open) stream.write(text);
    },
    isTTY,
    // 0 on terminals that do not know.
    ...(isTTY && stream.columns > 0 ? { columns: stream.columns } : {}),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function readStdin(limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    total += chunk.length;
    if (total > limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit + 1);
}
