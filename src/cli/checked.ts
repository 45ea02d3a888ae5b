import type { Source } from '../diagnostics/source.ts';
import type { ReportShard } from '../report/report-shard.ts';
import type { FixedText } from './apply-fixes.ts';
import type { Judged } from './judged.ts';
import type { LoadedText } from './load-definitions.ts';

/** What was found, with the texts that fixes have changed and that are not written yet. */
export interface Checked {
  readonly judged: Judged;
  /** Texts that findings point into, by report path. */
  readonly sources: ReadonlyMap<string, Source>;
  /** By report path. */
  readonly changed: ReadonlyMap<string, FixedText>;
  /** By report path; every text that was read. */
  readonly texts: ReadonlyMap<string, LoadedText>;
  /** Of a run with `--shard`. */
  readonly shard?: ReportShard;
}
