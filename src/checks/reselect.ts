import type { CompiledPool } from '../model/compilation.ts';
import type { Exclusion, InstanceType } from '../model/instance-type.ts';
import type { Pool, PoolRequirement } from '../model/pool.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import type { FunnelStep } from '../model/selection.ts';
import { selectTypes } from '../selection/select-types.ts';

/** The steps of a funnel that excluded something. */
export function narrowing(funnel: readonly FunnelStep[]): FunnelStep[] {
  return funnel.filter(({ before, after }) => after < before);
}

/** The types that are left before a step of the pool's funnel. */
export function typesBefore(
  compiled: CompiledPool,
  step: FunnelStep,
  vocabulary: LabelVocabulary,
): readonly InstanceType[] {
  const constraints = firstConstraints(compiled, compiled.selection.funnel.indexOf(step));
  return selectTypes({ types: compiled.table.types, ...constraints, vocabulary }).types;
}

/** Types that one setting of the node class rules out, as far as the pool asks for them. */
export interface WantedExclusion extends Exclusion {
  /** Those that meet the requirements up to the step. Never empty. */
  readonly askedFor: readonly InstanceType[];
  /** Those that meet all requirements of the pool; perhaps none. */
  readonly wanted: readonly InstanceType[];
}

/** The exclusions that hit types which the pool's requirements, up to one step of its funnel, ask for. */
export function wantedExclusions(
  compiled: CompiledPool,
  upTo: FunnelStep | undefined,
  vocabulary: LabelVocabulary,
): readonly WantedExclusion[] {
  const { selection, table, pool } = compiled;
  const steps = upTo === undefined ? 0 : selection.funnel.indexOf(upTo) + 1;
  const first = firstConstraints(compiled, steps);
  return (table.exclusions ?? []).flatMap((exclusion) => {
    const { types } = exclusion;
    const { types: askedFor } = selectTypes({ types, ...first, vocabulary });
    if (askedFor.length === 0) return [];
    const { requirements, labels } = pool;
    const { types: wanted } = selectTypes({ types, requirements, labels, vocabulary });
    return [{ ...exclusion, askedFor, wanted }];
  });
}

/** The constraints behind the first steps of a funnel: steps stand for the requirements, then for labels on well-known keys. */
function firstConstraints(
  { pool, selection }: CompiledPool,
  steps: number,
): Pick<Pool, 'requirements' | 'labels'> {
  const labelSteps = new Set(selection.funnel.slice(pool.requirements.length, steps).map(({ key }) => key));
  return {
    requirements: pool.requirements.slice(0, steps),
    labels: new Map([...pool.labels].filter(([key]) => labelSteps.has(key))),
  };
}

/** The types that the pool would admit without one of its requirements. */
export function typesWithout(
  { pool, table }: CompiledPool,
  requirement: PoolRequirement,
  vocabulary: LabelVocabulary,
): readonly InstanceType[] {
  return selectTypes({
    types: table.types,
    requirements: pool.requirements.filter((other) => other !== requirement),
    labels: pool.labels,
    vocabulary,
  }).types;
}
