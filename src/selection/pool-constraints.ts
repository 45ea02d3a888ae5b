import type { Located } from '../diagnostics/located.ts';
import type { Origin } from '../diagnostics/origin.ts';
import { type Requirement, type RequirementInput, requirementOf } from '../kubernetes/requirement.ts';
import { Requirements } from '../kubernetes/requirements.ts';
import type { PoolRequirement } from '../model/pool.ts';
import type { LabelVocabulary } from '../model/provider.ts';

/** What decides which types a pool admits. */
export interface PoolConstraints {
  readonly requirements: readonly PoolRequirement[];
  /** Labels on keys of the vocabulary constrain like `In` with one value. */
  readonly labels: ReadonlyMap<string, Located<string>>;
  readonly vocabulary: LabelVocabulary;
}

/** One written constraint and what it means. */
export interface Constraint {
  /** As written; the requirement's key is the current spelling of it. */
  readonly written: RequirementInput;
  readonly requirement: Requirement;
  readonly origin: Origin;
}

/** The requirements in the pool's order, then all labels. */
export function allConstraints(pool: PoolConstraints): readonly Constraint[] {
  const { aliases } = pool.vocabulary;
  const required = pool.requirements.map((requirement) =>
    constraint(plainRequirement(requirement), requirement.origin, aliases),
  );
  const labels = [...pool.labels].map(([key, label]) =>
    constraint({ key, operator: 'In', values: [label.value] }, label.origin, aliases),
  );
  return [...required, ...labels];
}

/** The constraints that decide on types: all but the labels on keys of the pool's own, which no type has. */
export function typeConstraints(pool: PoolConstraints): readonly Constraint[] {
  return allConstraints(pool).filter(
    ({ requirement }, i) => i < pool.requirements.length || pool.vocabulary.specs.has(requirement.key),
  );
}

/** One requirement per key. */
export function combine(constraints: readonly Constraint[]): Requirements {
  return Requirements.of(constraints.map(({ requirement }) => requirement));
}

/** A located requirement without its places. */
function plainRequirement(requirement: PoolRequirement): RequirementInput {
  return {
    key: requirement.key.value,
    operator: requirement.operator.value,
    values: requirement.values.map(({ value }) => value),
    minValues: requirement.minValues?.value,
  };
}

function constraint(
  written: RequirementInput,
  origin: Origin,
  aliases: ReadonlyMap<string, string>,
): Constraint {
  return { written, requirement: requirementOf(written, aliases), origin };
}
