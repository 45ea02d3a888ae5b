import { counted, quotedList } from '../words.ts';
import type { Overlap, Overlaps, PoolPair } from './overlaps.ts';

export interface OverlapMessageInput {
  readonly pools: PoolPair;
  readonly before: Overlaps;
  readonly after: Overlaps;
}

/** What changes for pods that fit both pools, without a full stop. */
export function overlapMessage({ pools, before, after }: OverlapMessageInput): string {
  const was = before.of(pools);
  const is = after.of(pools);
  if (is === undefined) return `${title(pools)} do not compete for pods any more: ${whyNot(pools, after)}`;
  if (was === undefined) {
    const types = counted(is.sharedTypes, 'instance type');
    return `${title(pools)} compete for pods, with ${types} in common: those that fit both go to \`${is.preferred}\`, for nothing but its name decides${exception(is)}`;
  }
  if (was.preferred !== is.preferred) {
    return `pods that fit both ${title(pools)} go to \`${is.preferred}\` instead of \`${was.preferred}\`${exception(is)}`;
  }
  return is.keys.length === 0
    ? `pods can no longer choose between ${title(pools)}: all that fit both go to \`${is.preferred}\``
    : `pods can choose between ${title(pools)} by ${quotedList(is.keys)}${was.keys.length === 0 ? '' : ` instead of ${quotedList(was.keys)}`}; others go to \`${is.preferred}\``;
}

function title([a, b]: PoolPair): string {
  return `\`${a}\` and \`${b}\``;
}

function exception({ keys }: Overlap): string {
  return keys.length === 0 ? '' : `, unless they select on ${quotedList(keys)}`;
}

function whyNot(pools: PoolPair, after: Overlaps): string {
  const [a, b] = pools.map((name) => ({ name, pool: after.pool(name)?.pool }));
  if (a?.pool === undefined) return `\`${a?.name ?? ''}\` is gone`;
  if (b?.pool === undefined) return `\`${b?.name ?? ''}\` is gone`;
  const fixed = [a, b].find(({ pool }) => pool?.replicas !== undefined);
  if (fixed !== undefined) return `\`${fixed.name}\` is static`;
  const [weight, other] = [a.pool.weight?.value ?? 0, b.pool.weight?.value ?? 0];
  if (weight !== other) return `\`${weight > other ? a.name : b.name}\` has the higher weight`;
  return after.sharedTypes(pools) === 0 ? 'they have no instance type in common' : 'their taints differ';
}
