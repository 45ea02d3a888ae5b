import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** A program that runs until it is stopped, or until this process is gone, however that ended. */
export interface Guarded {
  /** Ends it and waits for its end. */
  readonly stop: () => Promise<void>;
  /** Whether it still runs. */
  readonly alive: () => boolean;
  /** The end of what it printed, for messages. */
  readonly tail: () => string;
}

/**
 * The shell ends the program when nobody holds the other end of its standard input any more: the kernel closes that end
 * even for a process that was killed. Then the folder goes, a little later, because another program may write there.
 */
const GUARD = `
exec 3<&0
folder=$1
shift
"$@" 3<&- </dev/null &
program=$!
{ read -r _ <&3; kill -9 $program; } 2>/dev/null &
guard=$!
wait $program
code=$?
kill $guard
[ -z "$folder" ] || { read -r _ <&3; sleep 1; rm -rf "$folder"; } >/dev/null &
exit $code`;

export interface GuardedOptions {
  readonly log: string;
  /** Removed with the program, if nobody else does it. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export function startGuarded(program: string, args: readonly string[], options: GuardedOptions): Guarded {
  const log = openSync(options.log, 'a');
  const child = spawn('sh', ['-c', GUARD, 'sh', options.folder ?? '', program, ...args], {
    stdio: ['pipe', log, log],
    // An interrupt from the keyboard reaches this process alone, which then stops what it started in order.
    detached: true,
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.unref();
  return {
    stop: async () => {
      child.stdin?.destroy();
      child.ref();
      await ended;
    },
    alive: () => isAlive(child),
    tail: () => readFileSync(options.log, 'utf8').split('\n').slice(-15).join('\n'),
  };
}

function isAlive(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
