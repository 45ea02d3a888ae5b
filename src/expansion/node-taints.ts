import type { NodeTaint } from '../kubernetes/api/node-pool.ts';
import type { PoolTaint } from '../model/pool.ts';

/** Taints as the API has them: one without a value has none, rather than an empty one. */
export function nodeTaints(taints: readonly PoolTaint[]): NodeTaint[] {
  return taints.map(({ key, value, effect }) => ({
    key: key.value,
    ...(value === undefined || value.value === '' ? {} : { value: value.value }),
    effect: effect.value,
  }));
}
