import type { CompiledPool } from '../model/compilation.ts';
import type { InstanceType } from '../model/instance-type.ts';
import type { PoolRequirement } from '../model/pool.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import type { FunnelStep } from '../model/selection.ts';
import { selectTypes } from '../selection/select-types.ts';

/** The steps of a funnel that excluded something. */
export function narrowing(funnel: readonly FunnelStep[]): FunnelStep[] {
  return funnel.filter(({ before, after }) => after < before);
}

/** The types that are left before a step of the pool's funnel. */
export function typesBefore(
  { pool, table, selection }: CompiledPool,
  step: FunnelStep,
  vocabulary: LabelVocabulary,
): readonly InstanceType[] {
  // Steps stand for the requirements in order, then for the labels on well-known keys.
  const index = selection.funnel.indexOf(step);
  const labelSteps = new Set(selection.funnel.slice(pool.requirements.length, index).map(({ key }) => key));
  return selectTypes({
    types: table.types,
    requirements: pool.requirements.slice(0, index),
    labels: new Map([...pool.labels].filter(([key]) => labelSteps.has(key))),
    vocabulary,
  }).types;
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
