import { lstatSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBytes } from '../files/read-bytes.ts';
import type { Host } from '../host.ts';
import type { OutputLocation } from '../output-location.ts';
import { isSystemError, UsageError } from '../usage-error.ts';
import { parseIdentity, type ProcessIdentity, stateOf, thisProcess } from './process-identity.ts';
import { sweep } from './sweep.ts';
import { createWhole } from './whole-file.ts';
import { say } from '../say.ts';

/**
 * In the output folder while a run writes to it: so two of them wait for each other, and a run that was killed is known
 * by what it left.
 */
export const LOCK_NAME = '.poolwright-lock';

const WAIT_MS = 60_000;
/** Whether somebody in another container or on another machine is alive cannot be seen. */
const WAIT_ELSEWHERE_MS = 10_000;
const STEP_MS = 50;
/** So long nobody needs to be told. */
const QUIET_MS = 1_000;
/** No lock of ours is longer. */
const MOST_BYTES = 4_096;

export interface LockOptions extends OutputLocation {
  /** How long another run is waited for. @default 60,000; 10,000 if nobody can see whether it is alive */
  readonly waitMs?: number;
}

export interface Turn {
  /** The run before did not come to its end. */
  readonly interrupted: boolean;
}

/**
 * Does something while no other run does it in this folder, which exists. @throws UsageError if another run does not
 * end, or may still be there; what the file system throws
 */
export async function withLock<T>(options: LockOptions, host: Host, act: (turn: Turn) => T): Promise<T> {
  const file = path.join(options.folder, LOCK_NAME);
  const turn = await acquire(file, options, host);
  try {
    sweep(options.folder);
    if (holderOf(guardOf(file)) === 'dead') await removeDead(guardOf(file), options, host);
    return act(turn);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Waits until nobody writes to the folder. Interrupted: somebody did and was killed. @throws UsageError */
export async function withoutWriter(options: LockOptions, host: Host): Promise<Turn> {
  const file = path.join(options.folder, LOCK_NAME);
  const patience = new Patience(options, host);
  for (;;) {
    const holder = holderOf(file);
    if (holder === undefined) return { interrupted: false };
    if (holder === 'dead') return { interrupted: true };
    await patience.wait(holder);
  }
}

async function acquire(file: string, options: LockOptions, host: Host): Promise<Turn> {
  const patience = new Patience(options, host);
  let interrupted = false;
  for (;;) {
    try {
      createWhole(file, `${JSON.stringify(thisProcess())}\n`);
      return { interrupted };
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
    }
    const holder = holderOf(file);
    if (holder === 'dead') {
      interrupted = true;
      await removeDead(file, options, host);
    } else if (holder !== undefined) await patience.wait(holder);
  }
}

/**
 * Only one may remove what a dead run left, or a second one would remove the lock that the first has taken by then: so
 * that takes a lock, too. It is left only by who is killed right here, and then removed in the same way.
 */
async function removeDead(file: string, options: LockOptions, host: Host): Promise<void> {
  const guard = guardOf(file);
  await acquire(guard, options, host);
  try {
    if (holderOf(file) === 'dead') rmSync(file, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function guardOf(file: string): string {
  return `${file}-taken-over`;
}

interface Holder extends Partial<ProcessIdentity> {
  readonly state: 'alive' | 'elsewhere';
  readonly file: string;
}

/** Undefined: nobody. */
function holderOf(file: string): Holder | 'dead' | undefined {
  const text = textOf(file);
  if (text === undefined) return undefined;
  const identity = parseIdentity(text);
  if (identity === undefined) return { state: 'elsewhere', file };
  const state = stateOf(identity);
  return state === 'dead' ? 'dead' : { ...identity, state, file };
}

function textOf(file: string): string | undefined {
  try {
    // A link or a pipe was not made by us, nor was what is longer.
    if (!lstatSync(file).isFile()) return '';
    const bytes = readBytes(file, MOST_BYTES);
    return bytes.length > MOST_BYTES ? '' : Buffer.from(bytes).toString('utf8');
  } catch (error) {
    // It went away just now.
    if (isSystemError(error) && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Waits in small steps, and not for ever. */
class Patience {
  readonly #options: LockOptions;
  readonly #host: Host;
  readonly #startMs = performance.now();
  #told = false;

  constructor(options: LockOptions, host: Host) {
    this.#options = options;
    this.#host = host;
  }

  async wait(holder: Holder): Promise<void> {
    const { name, waitMs = holder.state === 'alive' ? WAIT_MS : WAIT_ELSEWHERE_MS } = this.#options;
    const waitedMs = performance.now() - this.#startMs;
    if (waitedMs >= waitMs) throw new UsageError(refusal(holder, name));
    if (waitedMs >= QUIET_MS && !this.#told) {
      this.#told = true;
      say(`${name}: waiting for ${who(holder)}`, this.#host);
    }
    await sleep(STEP_MS);
  }
}

function refusal(holder: Holder, name: string): string {
  const lock = `${name}/${path.basename(holder.file)}`;
  return holder.state === 'alive'
    ? `${who(holder)} writes to ${name}: run again when it has ended`
    : `${who(holder)} writes to ${name}, or was killed while it did: if none is running, delete \`${lock}\` and run again`;
}

function who({ state, pid, host }: Holder): string {
  if (pid === undefined || host === undefined) return 'another run';
  const [machine = ''] = host.split(' ');
  return state === 'alive' ? `another run (process ${pid})` : `another run (process ${pid} on ${machine})`;
}
