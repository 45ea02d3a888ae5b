import type { Host } from '../host.ts';
import type { LoadOptions } from '../load-definitions.ts';
import type { OnPart } from './compile-share.ts';
import type { Shard } from './shard.ts';
import type { Share } from './share.ts';

/** The files of the output, what `--format json` says of the clusters, or both. */
export type SynthTask = 'render' | 'compile' | 'render and compile';

/** What is done with a share. Plain data: a worker gets it as it is. */
export interface ShareJob {
  readonly task: 'check' | SynthTask;
  /** The definitions, as they were named. */
  readonly args: readonly string[];
  readonly options: LoadOptions;
  /** The part of the whole run that is to be done. @default all of it */
  readonly shard?: Shard | undefined;
}

/** Does it, in this thread. */
export async function doShare(
  { task }: Pick<ShareJob, 'task'>,
  share: Share,
  host: Host,
  onPart: OnPart,
): Promise<void> {
  if (task === 'check') {
    const { checkShare } = await import('./check-share.ts');
    return checkShare(share, host, onPart);
  }
  const { synthShare } = await import('./synth-share.ts');
  return synthShare(share, task, onPart);
}
