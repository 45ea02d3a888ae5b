import { openSync, readFileSync, readlinkSync, readSync } from 'node:fs';

/**
 * Milliseconds that a processor has worked for the calling thread: other threads and other programs do not count, however
 * busy the machine is. Where the system does not count them (it is Linux that does), milliseconds of the clock, or of
 * work for the whole process since it started where that is less.
 */
export function ownMilliseconds(): number {
  if (own === undefined) return wholeMilliseconds();
  // Kept open: this is asked twice for each input.
  return schedMilliseconds(BUFFER.toString('latin1', 0, readSync(own, BUFFER, 0, BUFFER.length, 0)));
}

const BUFFER = Buffer.alloc(100);
const own = optional(() => openSync('/proc/thread-self/schedstat', 'r'));

/** The number of the calling thread, for others that watch it; undefined where the system does not tell. */
export function threadNumber(): number | undefined {
  return optional(() => Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
}

/** The same of another thread of this process, or of the whole process where the system does not tell. */
export function millisecondsOf(thread: number): number {
  const text = optional(() => readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1'));
  return text === undefined ? wholeMilliseconds() : schedMilliseconds(text);
}

function wholeMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return Math.min(performance.now(), (user + system) / 1_000);
}

/** The first figure is in nanoseconds. */
function schedMilliseconds(text: string): number {
  return Number(text.split(' ', 1)[0]) / 1e6;
}

function optional<T>(get: () => T): T | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
}
