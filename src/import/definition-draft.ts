import type { JsonMap } from '../diagnostics/json-value.ts';

/** A definition before it is text. Keys in the order in which they are written. */
export interface DefinitionDraft {
  /** The `poolwright:` block. */
  readonly settings: JsonMap;
  readonly pools: readonly PoolDraft[];
}

export interface PoolDraft {
  readonly name: string;
  readonly keys: JsonMap;
}
