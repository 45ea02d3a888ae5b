import type { LoadOptions } from '../load-definitions.ts';
import type { Shard } from './shard.ts';

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
