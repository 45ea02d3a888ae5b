import { checkPrototypes } from './oracles.ts';
import type { FuzzTarget } from './target.ts';
import { ownMilliseconds } from './thread-time.ts';

/** How an input was taken, or what broke, and how long a processor worked on it. */
export type Tried =
  | { readonly kind: 'sound' | 'refused'; readonly milliseconds: number }
  | {
      readonly kind: 'failed';
      readonly milliseconds: number;
      readonly error: string;
      readonly signature: string;
    };

export async function tryInput(target: FuzzTarget, input: string): Promise<Tried> {
  const start = ownMilliseconds();
  try {
    const isSound = await target.run(input);
    checkPrototypes();
    return { kind: isSound ? 'sound' : 'refused', milliseconds: ownMilliseconds() - start };
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return {
      kind: 'failed',
      milliseconds: ownMilliseconds() - start,
      error: stack,
      signature: signatureOf(stack),
    };
  }
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
