import type { PoolPart } from '../model/pool-part.ts';

/** Whether everything that was written about these parts is known, so that what is absent was left out on purpose. */
export function areWhole(parts: readonly PoolPart[], incomplete: ReadonlySet<PoolPart> | undefined): boolean {
  if (incomplete === undefined || incomplete.size === 0 || parts.length === 0) return true;
  if (incomplete.has('*')) return false;
  return [...incomplete].every((missing) => !parts.some((part) => overlap(part, missing)));
}

/** One holds the other, or they are the same. */
function overlap(a: PoolPart, b: PoolPart): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}
