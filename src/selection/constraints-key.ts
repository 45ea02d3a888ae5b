import type { Pool } from '../model/pool.ts';

const keys = new WeakMap<Pool, string>();

/** Equal for pools that admit the same types and offerings of one instance table. */
export function constraintsKey(pool: Pool): string {
  let key = keys.get(pool);
  if (key === undefined) {
    key = JSON.stringify([
      pool.requirements.map((one) => [
        one.key.value,
        one.operator.value,
        one.values.map(({ value }) => value),
      ]),
      [...pool.labels].map(([name, { value }]) => [name, value]),
    ]);
    keys.set(pool, key);
  }
  return key;
}
