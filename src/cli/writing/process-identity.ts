import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import process from 'node:process';

/** A process that is told apart from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Name of the machine; within Linux with the space of process numbers, which every container has its own of. */
  readonly host: string;
  /** Boot and tick at which it started, where the system tells. */
  readonly started?: string;
}

export function thisProcess(): ProcessIdentity {
  return identityOf(process.pid);
}

/** `elsewhere`: only the other machine or container could tell. */
export function stateOf({ pid, host, started }: ProcessIdentity): 'alive' | 'dead' | 'elsewhere' {
  const now = identityOf(pid);
  if (host !== now.host) return 'elsewhere';
  if (!exists(pid)) return 'dead';
  return started !== undefined && now.started !== undefined && started !== now.started ? 'dead' : 'alive';
}

/** Undefined: the text names none. */
export function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const value = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    const pid = value?.['pid'];
    const host = value?.['host'];
    const started = value?.['started'];
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0 || typeof host !== 'string') {
      return undefined;
    }
    return { pid, host, ...(typeof started === 'string' ? { started } : {}) };
  } catch {
    // Not written by us.
    return undefined;
  }
}

function identityOf(pid: number): ProcessIdentity {
  const space = quietly(() => readlinkSync('/proc/self/ns/pid'));
  const boot = quietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  // The second field is the program's name and may hold spaces and brackets; the start is the 22nd.
  const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const tick = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return {
    pid,
    host: space === undefined ? hostname() : `${hostname()} ${space}`,
    ...(boot === undefined || tick === undefined ? {} : { started: `${boot} ${tick}` }),
  };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It may belong to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The file is one of Linux. */
function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
