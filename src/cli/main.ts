#!/usr/bin/env node
import { isatty } from 'node:tty';
import type { Host, Terminal } from './host.ts';
import { run } from './run.ts';

const host: Host = {
  cwd: process.cwd(),
  env: process.env,
  stdout: terminal(process.stdout, 1),
  stderr: terminal(process.stderr, 2),
  readStdin,
  today: () => new Date().toISOString().slice(0, 10),
};

// The exit code is only set, so that pipes are written out before the process ends.
process.exitCode = await run(process.argv.slice(2), host);

function terminal(stream: NodeJS.WriteStream, descriptor: number): Terminal {
  let open = true;
  const isTTY = isatty(descriptor);
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader (`| head`) has seen enough; that is no failure of ours.
    if (error.code !== 'EPIPE') throw error;
    open = false;
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
