import type { Source } from './source.ts';

/** A range of a source in UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}
