import { checkPrototypes } from './oracles.ts';
import type { FuzzTarget } from './target.ts';

/** How an input was taken, or what broke. */
export type Tried =
  | { readonly kind: 'sound' | 'refused'; readonly milliseconds: number }
  | {
      readonly kind: 'failed';
      readonly milliseconds: number;
      readonly error: string;
      readonly signature: string;
    };

export async function tryInput(target: FuzzTarget, input: string): Promise<Tried> {
  const passed = stopwatch();
  try {
    const isSound = await target.run(input);
    checkPrototypes();
    return { kind: isSound ? 'sound' : 'refused', milliseconds: passed() };
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'failed', milliseconds: passed(), error: stack, signature: signatureOf(stack) };
  }
}

/**
 * Milliseconds since then: of the clock, or of processors' work for this process where that is less. A machine that does
 * something else makes nothing slow.
 */
export function stopwatch(): () => number {
  const start = performance.now();
  const worked = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(worked);
    return Math.min(performance.now() - start, (user + system) / 1_000);
  };
}

/** Two inputs that fail alike have the same: the kind of error, and where. */
function signatureOf(stack: string): string {
  const [message = '', ...frames] = stack.split('\n');
  const where = frames
    .filter((line) => /^\s+at /.test(line) && !/oracles\.ts|node:internal/.test(line))
    .slice(0, 2);
  const kind = message.replaceAll(/`[^`]*`|"[^"]*"|\d+/g, '…').slice(0, 80);
  return [
    kind,
    ...where.map((line) => line.trim().replaceAll(/\(?(?:file:\/\/)?\/?[^\s()]*\/|:\d+\)?$/g, '')),
  ].join(' | ');
}
