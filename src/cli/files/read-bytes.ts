import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isSystemError, NO_WRITER } from '../usage-error.ts';

/** Read at a time where the size says nothing. */
const MORE_BYTES = 64 * 1024;

/** So long a pipe is looked at again that nobody has opened for writing. */
const NOBODY_MS = 2_000;
const STEP_MS = 10;

/** Pipes of a shell, whose end is one. */
const UNNAMED = /^\/(?:dev\/(?:fd\/|stdin$)|proc\/)/;

/**
 * The bytes of a file, at most one more than the limit, whatever its size says: pipes and growing files have none. A
 * pipe that nobody writes to is not waited for. Throws what the file system throws,
 * and `NO_WRITER` for such a pipe.
 */
export function readBytes(file: string, limitBytes: number): Uint8Array {
  // Else a pipe would not open before somebody writes to it. Windows knows no such flag.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    const patienceMs = stat.isFIFO() && !UNNAMED.test(file) ? NOBODY_MS : 0;
    return readAll(descriptor, { limitBytes, firstBytes: stat.size + 1, patienceMs });
  } finally {
    closeSync(descriptor);
  }
}

interface Reading {
  readonly limitBytes: number;
  /** Size of the first bite. */
  readonly firstBytes: number;
  /** How long an end without anything before it does not count. */
  readonly patienceMs: number;
}

function readAll(descriptor: number, { limitBytes, firstBytes, patienceMs }: Reading): Uint8Array {
  const chunks: Uint8Array[] = [];
  let total = 0;
  let chunkSize = firstBytes;
  let waitedMs = 0;
  while (total <= limitBytes) {
    const chunk = new Uint8Array(Math.min(chunkSize, limitBytes + 1 - total));
    const count = readSome(descriptor, chunk);
    if (count === undefined || (count === 0 && total === 0 && waitedMs < patienceMs)) {
      if (count === 0) waitedMs += STEP_MS;
      pause();
      continue;
    }
    if (count === 0) break;
    chunkSize = MORE_BYTES;
    chunks.push(chunk.subarray(0, count));
    total += count;
  }
  if (total === 0 && patienceMs > 0) {
    throw Object.assign(new Error('no writer'), { code: NO_WRITER, syscall: 'read' });
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

/** Undefined: nothing yet. */
function readSome(descriptor: number, chunk: Uint8Array): number | undefined {
  try {
    return readSync(descriptor, chunk, 0, chunk.length, null);
  } catch (error) {
    if (isSystemError(error) && error.code === 'EAGAIN') return undefined;
    throw error;
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS);
}
