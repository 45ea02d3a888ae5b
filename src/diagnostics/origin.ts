import type { Span } from './span.ts';

/** Which layer of the definition supplied a value (lowest precedence first). */
export type Layer =
  | { readonly kind: 'built-in'; readonly set: number }
  | { readonly kind: 'settings' }
  | { readonly kind: 'node_class' }
  | { readonly kind: 'pool_defaults' }
  | { readonly kind: 'profile'; readonly name: string }
  | { readonly kind: 'pool'; readonly name: string };

/** Where a value was written and which layer supplied it. */
export interface Origin {
  /** The value, or the alias (`*x`) through which it came. A built-in value points at the pool's key. */
  readonly span: Span;
  /** The key that holds the value, where there is one: missing and unknown things are blamed on it. */
  readonly keySpan?: Span;
  /** The anchored node, when `span` is an alias. */
  readonly definedAt?: Span;
  /** Absent until the definition stage has sorted values into layers. */
  readonly layer?: Layer;
}
