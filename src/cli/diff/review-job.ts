import type { DiffArguments, DiffFlags } from './diff-flags.ts';

/** What is compared, by whom. Plain data: a worker gets it as it is. */
export interface ReviewJob {
  readonly task: 'diff';
  readonly args: DiffArguments;
  readonly flags: Pick<
    DiffFlags,
    'definitions' | 'defaults' | 'name' | 'hpa' | 'at' | 'replacementTime' | 'crds'
  >;
}
