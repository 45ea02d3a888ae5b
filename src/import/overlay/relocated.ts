import type { Layer } from '../../diagnostics/origin.ts';
import { Source } from '../../diagnostics/source.ts';
import type { Span } from '../../diagnostics/span.ts';
import type { Pool } from '../../model/pool.ts';

export interface Relocation {
  readonly span: (span: Span) => Span;
  readonly layer: (layer: Layer) => Layer;
}

/** A copy of plain data in which every place is another one. What is there twice stays one thing. */
export function relocated<T>(value: T, move: Relocation): T {
  return new Mover(move).any(value) as T;
}

/**
 * A pool of a definition that nobody wrote, with every place elsewhere. What the definition shares between pools is each
 * pool's own.
 */
export function relocatedPool(pool: Pool, span: (span: Span) => Span): Pool {
  const { profile: _made, ...own } = pool;
  return relocated(own, {
    span,
    layer: (layer) => (layer.kind === 'built-in' ? layer : { kind: 'pool', name: pool.name }),
  });
}

class Mover {
  readonly #move: Relocation;
  readonly #known = new Map<object, unknown>();

  constructor(move: Relocation) {
    this.#move = move;
  }

  any(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const copy = this.#copy(value);
    this.#known.set(value, copy);
    return copy;
  }

  #copy(value: object): unknown {
    if (isSpan(value)) return this.#move.span(value);
    if (Array.isArray(value)) return value.map((item) => this.any(item));
    if (value instanceof Set) return value;
    if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, this.any(item)]));
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        key === 'layer' && isLayer(item) ? this.#move.layer(item) : this.any(item),
      ]),
    );
  }
}

function isSpan(value: object): value is Span {
  return 'source' in value && value.source instanceof Source && 'start' in value;
}

function isLayer(value: unknown): value is Layer {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
