import type { Compilation } from '../model/compilation.ts';
import type { FixedText } from './apply-fixes.ts';
import type { LoadedText } from './load-definitions.ts';

/** What was found, with the texts that fixes have changed and that are not written yet. */
export interface Checked {
  readonly compilation: Compilation;
  /** By report path. */
  readonly changed: ReadonlyMap<string, FixedText>;
  /** By report path; every text that was read. */
  readonly texts: ReadonlyMap<string, LoadedText>;
}
