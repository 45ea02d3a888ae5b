import type { Requirement } from '../kubernetes/requirement.ts';
import type { InstanceType } from '../model/instance-type.ts';
import type { FunnelStep, PoolSelection } from '../model/selection.ts';
import { type Bitset, countBits, countCommon, keepCommon, pick } from './bitset.ts';
import { matchOfferings, matchTypes } from './matching-types.ts';
import { isOfferingKey } from './offering-labels.ts';
import { type PoolConstraints, typeConstraints } from './pool-constraints.ts';
import { rememberBits } from './selection-bits.ts';
import { type TypeIndex, typeIndexOf } from './type-index.ts';

export interface SelectionInput extends PoolConstraints {
  /** Pass the same array object again to share its index. */
  readonly types: readonly InstanceType[];
}

/**
 * The types a pool admits, and the count after each of its constraints: Karpenter 1.14's filter
 * (pkg/controllers/provisioning/scheduling/nodeclaim.go) without pods. A type stays if none of its labels is in
 * conflict and one available offering meets all constraints on zone, zone id and capacity type together.
 * Types without any available offering are gone before the first step.
 */
export function selectTypes(input: SelectionInput): PoolSelection {
  const index = typeIndexOf(input.types);
  const sieve = new Sieve(index, input);
  const funnel: FunnelStep[] = [];
  let after = countBits(sieve.admitted);
  for (const constraint of typeConstraints(input)) {
    const before = after;
    sieve.add(constraint.requirement);
    after = countBits(sieve.admitted);
    funnel.push({
      key: constraint.written.key,
      operator: constraint.written.operator,
      values: constraint.written.values ?? [],
      before,
      after,
      alone: sieve.countAlone(constraint.requirement),
      origin: constraint.origin,
    });
  }
  const types = pick(input.types, sieve.admitted);
  const selection: PoolSelection = { total: input.types.length, types, funnel };
  rememberBits(selection, { index, bits: sieve.admitted });
  return selection;
}

/** The types admitted so far. Writes over its own bitsets instead of making new ones: pools come by the thousand. */
class Sieve {
  readonly admitted: Bitset;
  readonly #mask: Bitset;
  readonly #index: TypeIndex;
  readonly #vocabulary: PoolConstraints['vocabulary'];
  /** Everything said about a key so far, as one requirement. */
  readonly #combined = new Map<string, Requirement>();

  constructor(index: TypeIndex, pool: PoolConstraints) {
    this.#index = index;
    this.#vocabulary = pool.vocabulary;
    this.admitted = index.available.slice();
    this.#mask = index.available.slice();
  }

  add(requirement: Requirement): void {
    const { key } = requirement;
    const existing = this.#combined.get(key);
    const combined = existing === undefined ? requirement : existing.intersection(requirement);
    this.#combined.set(key, combined);
    if (existing !== undefined && combined.isNegative() && !existing.isNegative()) this.#restart();
    else this.#apply(combined);
  }

  /** How many types one requirement lets through by itself. */
  countAlone(requirement: Requirement): number {
    this.#matchTypes(requirement);
    if (!isOfferingKey(requirement.key)) return countCommon(this.#mask, this.#index.available);
    const types = this.#mask.slice();
    matchOfferings(this.#mask, this.#index, [requirement]);
    return countCommon(this.#mask, types);
  }

  #apply(combined: Requirement): void {
    this.#matchTypes(combined);
    keepCommon(this.admitted, this.#mask);
    if (!isOfferingKey(combined.key)) return;
    const requirements = [...this.#combined.values()].filter(({ key }) => isOfferingKey(key));
    matchOfferings(this.#mask, this.#index, requirements);
    keepCommon(this.admitted, this.#mask);
  }

  /** A type may leave the offering-level keys to its offerings; where it has them, both must agree. */
  #matchTypes(requirement: Requirement): void {
    const { key } = requirement;
    const wellKnown = this.#vocabulary.specs.has(key) && !isOfferingKey(key);
    matchTypes(this.#mask, this.#index, requirement, { wellKnown });
  }

  /**
   * `Exists` or `In`, met by another requirement on its key, can become `NotIn` or `DoesNotExist`. That lets types
   * without the label back in, so narrowing what is left is not enough.
   */
  #restart(): void {
    this.admitted.set(this.#index.available);
    for (const combined of this.#combined.values()) this.#apply(combined);
  }
}
