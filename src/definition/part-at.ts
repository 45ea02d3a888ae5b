import type { PartPath } from '../diagnostics/without-parts.ts';
import type { PoolPart } from '../model/pool-part.ts';

/** The part of a pool that a path into it leads to. Its keys are those of the schema. */
export function partAt([key, field]: PartPath): PoolPart {
  if (key === undefined) return '*';
  return key === 'node_class' && field !== undefined ? `${key}.${field}` : (key as PoolPart);
}
