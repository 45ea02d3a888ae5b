import { hasBit } from '../../selection/bitset.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import type { Claim } from '../karpenter/claim.ts';
import type { NewNodeClaim } from '../karpenter/decision.ts';
import type { Binding } from './explained.ts';
import type { Replay } from './replay.ts';

/**
 * Why a node is not of a cheaper type: for each type that the pool itself allows at a lower price the first thing that
 * rules it out, counted. The most frequent first.
 */
export function bindingOf(
  claim: Claim,
  { cheapest, requestsNano }: NewNodeClaim,
  run: Replay,
): readonly Binding[] {
  const { template } = claim;
  const { table } = template;
  const prices = table.prices(template.state);
  const limit = cheapest.price ?? Number.POSITIVE_INFINITY;
  const found = new Map<string, Binding>();
  for (let type = 0; type < table.size; type++) {
    const price = prices[type] as number;
    const isOfPool = hasBit(template.types, type);
    if (!isOfPool || price >= limit) continue;
    const reason = exclusionOf(type, claim, requestsNano, run);
    const key = `${reason.kind} ${reason.detail}`;
    const known = found.get(key);
    const nearer = known === undefined || price > known.nearest.pricePerHourUsd;
    const nearest = { instanceType: table.types[type]?.name ?? '', pricePerHourUsd: price };
    found.set(key, {
      ...(nearer ? { ...reason, nearest } : known),
      types: (known?.types ?? 0) + 1,
    });
  }
  return [...found.values()].sort((a, b) => b.types - a.types || (a.detail < b.detail ? -1 : 1));
}

type Reason = Pick<Binding, 'kind' | 'detail' | 'amounts'>;

function exclusionOf(
  type: number,
  { template, state }: Claim,
  requestsNano: NewNodeClaim['requestsNano'],
  { encoded }: Replay,
): Reason {
  const { table } = template;
  const has = (bits: Uint32Array) => hasBit(bits, type);
  if (!has(table.admitted(state).types)) {
    const { space } = encoded.scheduler;
    for (const requirement of state.set.entries()) {
      const narrowed = template.state.narrow(space.intern(Requirements.of([requirement])), 'new');
      if (typeof narrowed === 'string' || !has(table.admitted(narrowed).types)) {
        return { kind: 'requirement', detail: requirement.key };
      }
    }
    return { kind: 'requirement', detail: 'zone and capacity type' };
  }
  const row = table.rowStart[type] as number;
  for (const [resource, neededNano] of requestsNano) {
    const column = encoded.resources.find(resource);
    if (column === undefined) continue;
    const allocatableNano = encoded.resources.toNano(
      column,
      table.allocatable[column * table.rows + row] as number,
    );
    if (neededNano > allocatableNano) {
      return { kind: 'resource', detail: resource, amounts: { neededNano, allocatableNano } };
    }
  }
  const limited = Object.keys(template.pool.spec.limits ?? {}).length > 0;
  return { kind: 'other', detail: limited ? 'limits' : 'host ports or reservations' };
}
