import type { Located } from '../diagnostics/located.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { Span } from '../diagnostics/span.ts';
import type { RequirementOperator } from '../kubernetes/api/node-pool.ts';
import { type Requirement, requirementOf } from '../kubernetes/requirement.ts';
import { Requirements } from '../kubernetes/requirements.ts';
import type { Pool } from '../model/pool.ts';
import type { LabelVocabulary } from '../model/provider.ts';

/** A requirement of a pool, or one of its labels: Karpenter reads a label as a requirement with one value. */
export interface Constraint {
  readonly kind: 'requirement' | 'label';
  /** The current spelling of a deprecated key. */
  readonly key: string;
  /** As written, with the place to blame for a bad key. */
  readonly writtenKey: string;
  readonly keySpan: Span;
  readonly operator: RequirementOperator;
  readonly operatorSpan: Span;
  readonly values: readonly Located<string>[];
  readonly minValues?: Located<number>;
  readonly origin: Origin;
}

const BOUNDS: ReadonlySet<RequirementOperator> = new Set(['Gt', 'Lt', 'Gte', 'Lte']);
const MAX_BOUND = 2n ** 63n - 1n;

const cache = new WeakMap<Pool, readonly Constraint[]>();

/** Requirements in order, then labels. */
export function constraintsOf(pool: Pool, labels: LabelVocabulary): readonly Constraint[] {
  const known = cache.get(pool);
  if (known !== undefined) return known;
  const constraints = [...requirementConstraints(pool, labels), ...labelConstraints(pool, labels)];
  cache.set(pool, constraints);
  return constraints;
}

function requirementConstraints(pool: Pool, labels: LabelVocabulary): Constraint[] {
  return pool.requirements.map(({ key, operator, values, minValues, origin }) => ({
    kind: 'requirement',
    key: labels.aliases.get(key.value) ?? key.value,
    writtenKey: key.value,
    keySpan: key.origin.span,
    operator: operator.value,
    operatorSpan: operator.origin.span,
    values,
    ...(minValues === undefined ? {} : { minValues }),
    origin,
  }));
}

function labelConstraints(pool: Pool, labels: LabelVocabulary): Constraint[] {
  return [...pool.labels].map(([key, value]) => ({
    kind: 'label',
    key: labels.aliases.get(key) ?? key,
    writtenKey: key,
    keySpan: value.origin.keySpan ?? value.origin.span,
    operator: 'In',
    operatorSpan: value.origin.span,
    values: [value],
    origin: value.origin,
  }));
}

/** `Gt`, `Lt`, `Gte`, `Lte`. */
export function isBound(operator: RequirementOperator): boolean {
  return BOUNDS.has(operator);
}

/** Text that Karpenter takes as a bound: a non-negative integer of 64 bits. */
export function isBoundText(text: string): boolean {
  return /^[0-9]{1,30}$/.test(text) && BigInt(text) <= MAX_BOUND;
}

/** Whether admission would take the operator with these values, so that the algebra can speak about them. */
export function isWellFormed({ operator, values }: Constraint): boolean {
  if (isBound(operator)) return values.length === 1 && isBoundText(values[0]?.value ?? '');
  return operator !== 'In' || values.length > 0;
}

export function algebra({ key, operator, values, minValues }: Constraint): Requirement {
  return requirementOf({
    key,
    operator,
    values: values.map(({ value }) => value),
    minValues: minValues?.value,
  });
}

const combinations = new WeakMap<readonly Constraint[], Requirements>();

/** What all well-formed constraints of a pool leave of each key. */
export function combined(constraints: readonly Constraint[]): Requirements {
  let requirements = combinations.get(constraints);
  if (requirements === undefined) {
    requirements = Requirements.of(constraints.filter(isWellFormed).map(algebra));
    combinations.set(constraints, requirements);
  }
  return requirements;
}

/** Constraints by key, in the order in which keys first occur. */
export function byKey(constraints: readonly Constraint[]): ReadonlyMap<string, readonly Constraint[]> {
  const groups = new Map<string, Constraint[]>();
  for (const constraint of constraints) {
    const group = groups.get(constraint.key);
    if (group === undefined) groups.set(constraint.key, [constraint]);
    else group.push(constraint);
  }
  return groups;
}
