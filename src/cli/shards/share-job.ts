import type { RehearsalProvider } from '../../model/rehearsal.ts';
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
  /** Of `check`: where the CRDs are that judge what is written. @default it is not judged */
  readonly crds?: readonly string[] | undefined;
  /** Beside them: what the objects replace. @default all are new */
  readonly base?: string | undefined;
  /** The part of the whole run that is to be done. @default all of it */
  readonly shard?: Shard | undefined;
  /** Of `synth`: who plays the nodes. @default nobody, they are real */
  readonly rehearsal?: RehearsalProvider | undefined;
}
