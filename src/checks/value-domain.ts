import type { Located } from '../diagnostics/located.ts';
import { labelValueProblem } from '../kubernetes/label.ts';
import type { CompiledPool, RuleContext } from '../model/compilation.ts';
import type { InstanceType } from '../model/instance-type.ts';
import { type Constraint, constraintsOf } from './constraints.ts';

export const ZONE_KEY = 'topology.kubernetes.io/zone';

type ValueCounts = ReadonlyMap<string, number>;

const cache = new WeakMap<readonly InstanceType[], Map<string, ValueCounts>>();

/** The values that types of the catalogue have for a label, each with the number of types that have it. */
export function valueCounts(types: readonly InstanceType[], key: string): ValueCounts {
  let byKey = cache.get(types);
  if (byKey === undefined) {
    byKey = new Map();
    cache.set(types, byKey);
  }
  const known = byKey.get(key);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const type of types) {
    for (const value of type.labels.get(key) ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  byKey.set(key, counts);
  return counts;
}

/** Values of one `In` or `NotIn` that nothing in the catalogue has. */
export interface ForeignValues {
  readonly constraint: Constraint;
  /** Never existed, as far as the catalogue knows. */
  readonly unknown: readonly Located<string>[];
  /** Existed once. */
  readonly retired: readonly Located<string>[];
  /** How many of the listed values do exist. */
  readonly existing: number;
}

const judged = new WeakMap<CompiledPool, readonly ForeignValues[]>();

/** Looks at every `In` and `NotIn` of a pool whose key has values that can be known. Several rules ask. */
export function foreignValues(compiled: CompiledPool, context: RuleContext): readonly ForeignValues[] {
  const known = judged.get(compiled);
  if (known !== undefined) return known;
  const foreign = constraintsOf(compiled.pool, context.labels).flatMap((constraint) => {
    const found = judgeValues(constraint, compiled, context);
    return found.unknown.length + found.retired.length === 0 ? [] : [found];
  });
  judged.set(compiled, foreign);
  return foreign;
}

function judgeValues(constraint: Constraint, compiled: CompiledPool, context: RuleContext): ForeignValues {
  const { key, operator, values } = constraint;
  const spec = context.labels.specs.get(key);
  const listsValues = operator === 'In' || operator === 'NotIn';
  // Without listed zones the assumed ones include whatever an `In` names, but not what a `NotIn` does.
  const unknowable =
    key === ZONE_KEY && operator === 'NotIn' && compiled.table.pricing.zonesAssumed !== undefined;
  if (spec === undefined || spec.domain === 'open' || !listsValues || unknowable) {
    return { constraint, unknown: [], retired: [], existing: values.length };
  }
  const counts = valueCounts(compiled.table.types, key);
  const missing = values.filter(({ value }) => !counts.has(value) && spec.values?.includes(value) !== true);
  // A malformed value is reported as such, and only once.
  const wellFormed = missing.filter(({ value }) => labelValueProblem(value) === undefined);
  const isRetired = ({ value }: Located<string>) => spec.retired?.includes(value) === true;
  return {
    constraint,
    unknown: wellFormed.filter((value) => !isRetired(value)),
    retired: wellFormed.filter(isRetired),
    existing: values.length - missing.length,
  };
}
