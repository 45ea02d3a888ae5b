import type { Bitset } from '../../selection/bitset.ts';
import type { Requirement } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import type { Claim, PlacedPod } from './claim.ts';
import { CAPACITY_TYPE, INITIALIZED, REGISTERED, RESERVED } from './core-labels.ts';
import type { CheapestOffering, Decision, NewNodeClaim, PodFailure, Relaxation } from './decision.ts';
import type { Encoded } from './encode.ts';
import { unmetMinValues } from './min-values.ts';
import { oneOf, type RequirementState } from './requirement-space.ts';
import type { Scheduler } from './scheduler.ts';
import { sortSlice } from './sort-slice.ts';
import type { TypeTable } from './type-table.ts';

const MAX_INSTANCE_TYPES = 600;

/** Finishes the claims and puts the outcome into names. */
export function decisionOf(encoded: Encoded, scheduler: Scheduler): Decision {
  const errors = new Map<string, PodFailure>();
  for (const [{ pod }, failure] of scheduler.errors) {
    errors.set(pod.uid, failure);
  }
  const finisher = new ClaimFinisher(encoded);
  const newNodeClaims: NewNodeClaim[] = [];
  for (const claim of scheduler.claims) {
    const finished = finisher.finish(claim);
    if (finished !== undefined) {
      newNodeClaims.push(finished);
      continue;
    }
    const nodePool = claim.template.name;
    for (const { pod } of claim.pods) {
      errors.set(pod.uid, { attempts: [{ nodePool, code: 'truncation-minValues' }] });
    }
  }
  return {
    newNodeClaims,
    existingNodes: encoded.scheduler.nodes.flatMap((node) =>
      node.pods.length === 0
        ? []
        : [{ name: node.stateNode.name, podUids: uids(node.pods), relaxed: relaxed(node.pods) }],
    ),
    errors,
    ignored: encoded.ignored,
    noNodePools: !encoded.scheduler.hasNodePools,
  };
}

function uids(pods: readonly PlacedPod[]): readonly string[] {
  return pods.map(({ pod }) => pod.uid);
}

function relaxed(pods: readonly PlacedPod[]): ReadonlyMap<string, readonly Relaxation[]> {
  return new Map(
    pods.flatMap(({ pod, level }) => (level.relaxed.length === 0 ? [] : [[pod.uid, level.relaxed]])),
  );
}

class ClaimFinisher {
  readonly #encoded: Encoded;
  /** Claims of one deployment mostly end up with the same types under the same requirements. */
  readonly #ordered = new Map<string, readonly number[]>();

  constructor(encoded: Encoded) {
    this.#encoded = encoded;
  }

  /** Undefined when the types that may be named are too few for `minValues`. */
  finish(claim: Claim): NewNodeClaim | undefined {
    const { table } = claim.template;
    const { options } = this.#encoded.problem;
    const state = this.#finalState(claim);
    const types = this.#byPrice(claim, state).slice(0, options?.maxInstanceTypes ?? MAX_INSTANCE_TYPES);
    const strict = options?.minValuesPolicy !== 'BestEffort';
    if (strict && state.minKeys.length > 0 && unmetMinValues(types, state, table).size > 0) return undefined;
    return {
      nodePool: claim.template.name,
      podUids: uids(claim.pods),
      requirements: withoutMarkers(state.set),
      instanceTypes: types.map((type) => table.types[type]?.name ?? ''),
      requestsNano: this.#requests(claim),
      cheapest: cheapest(table, types[0] as number, state),
      relaxed: relaxed(claim.pods),
    };
  }

  /** Reservations that a claim holds are pinned, so that no other offering is launched. */
  #finalState(claim: Claim): RequirementState {
    if (claim.reserved.size === 0) return claim.state;
    const { space } = this.#encoded.scheduler;
    const others: Requirement[] = [...claim.state.set.entries()].filter(({ key }) => key !== CAPACITY_TYPE);
    const pinned = Requirements.of(others).add([
      oneOf(CAPACITY_TYPE, [RESERVED]),
      oneOf(this.#encoded.problem.labels.reservationId, claim.reserved),
    ]);
    return space.intern(pinned);
  }

  #byPrice(claim: Claim, state: RequirementState): readonly number[] {
    const { template } = claim;
    const key = `${template.index} ${state.id} ${claim.types.join(' ')}`;
    let ordered = this.#ordered.get(key);
    if (ordered === undefined) {
      // The survivors stand in the order of daemon groups, which Karpenter leaves to chance, then of the catalogue.
      const array = Int32Array.from(template.groups.flatMap((group) => members(claim.types, group.types)));
      sortSlice(array, array.length, template.table.prices(state));
      ordered = Array.from(array);
      this.#ordered.set(key, ordered);
    }
    return ordered;
  }

  /** Pods, and the least that the daemons of any remaining group ask for. */
  #requests({ template, types, total, mentioned }: Claim): ReadonlyMap<string, bigint> {
    const { resources } = this.#encoded;
    const amounts = new Map<number, number>();
    for (const column of mentioned) amounts.set(column, total[column] as number);
    let least: ReadonlyMap<number, number> = new Map();
    for (const group of template.groups) {
      if (!group.types.some((word, at) => (word & (types[at] as number)) !== 0)) continue;
      const own = new Map(group.mentioned.map((column) => [column, group.overhead[column] as number]));
      least = least.size === 0 ? own : leastOf(least, own);
    }
    for (const [column, amount] of least) amounts.set(column, (amounts.get(column) ?? 0) + amount);
    return new Map(
      [...amounts].map(([column, amount]) => [resources.name(column), resources.toNano(column, amount)]),
    );
  }
}

/** Positions that are in both sets. */
function members(a: Bitset, b: Bitset): number[] {
  const found: number[] = [];
  for (let word = 0; word < a.length; word++) {
    for (let left = (a[word] as number) & (b[word] as number); left !== 0; left &= left - 1) {
      found.push(word * 32 + 31 - Math.clz32(left & -left));
    }
  }
  return found;
}

function leastOf(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): Map<number, number> {
  const least = new Map<number, number>();
  for (const [column, amount] of a) {
    const other = b.get(column);
    if (other !== undefined) least.set(column, Math.min(amount, other));
  }
  return least;
}

function withoutMarkers(set: Requirements): Requirements {
  return Requirements.of([...set.entries()].filter(({ key }) => key !== REGISTERED && key !== INITIALIZED));
}

function cheapest(table: TypeTable, type: number, state: RequirementState): CheapestOffering {
  const { kinds } = table.admitted(state);
  let best: CheapestOffering | undefined;
  const end = table.offerStart[type + 1] as number;
  for (let offer = table.offerStart[type] as number; offer < end; offer++) {
    const at = table.offerKind[offer] as number;
    const kind = table.kinds[at];
    if (kinds[at] !== 1 || kind === undefined) continue;
    const price = table.offerPrice[offer] as number;
    const found = {
      instanceType: table.types[type]?.name ?? '',
      zone: kind.zone,
      capacityType: kind.capacityType,
      price: Number.isFinite(price) ? price : undefined,
    };
    if (best === undefined || isCheaper(found, best)) best = found;
  }
  return (
    best ?? { instanceType: table.types[type]?.name ?? '', zone: '', capacityType: '', price: undefined }
  );
}

function isCheaper(a: CheapestOffering, b: CheapestOffering): boolean {
  const priceOf = (one: CheapestOffering) => one.price ?? Number.POSITIVE_INFINITY;
  if (priceOf(a) !== priceOf(b)) return priceOf(a) < priceOf(b);
  return a.zone !== b.zone ? a.zone < b.zone : a.capacityType < b.capacityType;
}
