import type { Related } from './diagnostic.ts';
import type { Layer, Origin } from './origin.ts';
import type { Span } from './span.ts';

/** The pool that uses a value. A `Pool` of the model fits. */
export interface OriginUser {
  readonly name: string;
  readonly keySpan: Span;
  /** Where the pool names its profile. */
  readonly profile?: { readonly origin: Origin };
}

/** A layer in words, to follow "from" or "in": "profile `spot`", "`pool_defaults`", "built-in set 1". */
export function layerName(layer: Layer): string {
  switch (layer.kind) {
    case 'built-in':
      return `built-in set ${layer.set}`;
    case 'settings':
      return 'the `poolwright` settings';
    case 'node_class':
    case 'pool_defaults':
      return `\`${layer.kind}\``;
    case 'profile':
    case 'pool':
      return `${layer.kind} \`${layer.name}\``;
  }
}

/**
 * The second place of a finding whose primary span is the value itself: the pool that inherits it, and the anchored
 * node behind an alias. Empty for values that the pool wrote itself and for built-ins, which point at the pool anyway.
 */
export function usedHere(origin: Origin, pool: OriginUser): Related[] {
  const related = anchoredHere(origin);
  const { layer } = origin;
  if (layer === undefined || layer.kind === 'pool' || layer.kind === 'built-in') return related;
  const span = layer.kind === 'profile' ? (pool.profile?.origin.span ?? pool.keySpan) : pool.keySpan;
  related.push({ span, message: `pool \`${pool.name}\` takes it from ${layerName(layer)}` });
  return related;
}

/**
 * The second place of a finding whose primary span is elsewhere, usually the pool: where the value is written.
 * `what` names the value ("`limits.cpu`"). Empty for built-ins, which are written nowhere.
 */
export function writtenHere(origin: Origin, what: string): Related[] {
  const { layer } = origin;
  if (layer?.kind === 'built-in') return [];
  const where = layer === undefined || layer.kind === 'pool' ? '' : ` in ${layerName(layer)}`;
  return [{ span: origin.span, message: `${what} is written here${where}` }, ...anchoredHere(origin)];
}

function anchoredHere(origin: Origin): Related[] {
  if (origin.definedAt === undefined) return [];
  return [{ span: origin.definedAt, message: 'the alias stands for this value' }];
}
