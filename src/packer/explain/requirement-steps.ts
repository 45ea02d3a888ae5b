import type { Bitset } from '../../selection/bitset.ts';
import type { Requirement } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import { HOSTNAME } from '../karpenter/core-labels.ts';
import { agree, type RequirementState } from '../karpenter/requirement-space.ts';
import type { Template } from '../karpenter/template.ts';
import type { FunnelBuilder } from './builder.ts';
import { type Ask, asksOf } from './pod-asks.ts';
import { pointer } from './pointer.ts';
import { poolReference } from './pool-steps.ts';
import type { Replay } from './replay.ts';
import type { Reference, RequirementObstacle } from './step.ts';
import type { TraceInput } from './trace-input.ts';

/**
 * What a pod asks of labels that all nodes of the pool share. Returns the requirements of both together, undefined where
 * that is a contradiction, and what is left to ask of each type.
 */
export function addSharedRequirements(
  builder: FunnelBuilder,
  input: TraceInput,
): { readonly state: RequirementState | undefined; readonly asks: readonly Ask[] } {
  const { run, level, candidate } = input;
  const asks: Ask[] = [];
  for (const ask of asksOf(level)) {
    const failure = failureOf(ask, input);
    if (failure === undefined) asks.push(ask);
    else builder.add(obstacleOf(ask, candidate.state, failure), placesOf(ask, input, failure), 'none');
  }
  const { hostname } = level.full;
  const hostAgrees = hostname?.has(run.encoded.scheduler.topology.hosts.name(candidate.host)) ?? true;
  const narrowed = candidate.state.narrow(level.full.withoutHostname, 'new');
  return { state: typeof narrowed === 'string' || !hostAgrees ? undefined : narrowed, asks };
}

/** What a pod asks of each type, one key after the other. */
export function addTypeRequirements(builder: FunnelBuilder, input: TraceInput, asks: readonly Ask[]): void {
  const { run, candidate } = input;
  const { space } = run.encoded.scheduler;
  let together = candidate.state;
  for (const ask of asks) {
    if (ask.key === HOSTNAME) continue;
    const narrowed = together.narrow(space.intern(Requirements.of([ask.requirement])), 'new');
    if (typeof narrowed === 'string') continue;
    together = narrowed;
    builder.add(
      obstacleOf(ask, candidate.state),
      ask.references,
      candidate.template.table.admitted(together).compatible,
      typesWith(candidate.template, [ask.requirement], run),
    );
  }
}

/** Types of a pool that agree with more requirements, with an offering that does. */
export function typesWith(
  template: Template,
  requirements: readonly Requirement[],
  { encoded }: Replay,
): Bitset | 'none' {
  const more = encoded.scheduler.space.intern(Requirements.of(requirements));
  const narrowed = template.state.narrow(more, 'new');
  return typeof narrowed === 'string' ? 'none' : template.table.admitted(narrowed).types;
}

function failureOf(
  { key, requirement }: Ask,
  { run, candidate }: TraceInput,
): 'undefined' | 'conflict' | undefined {
  const { topology, space } = run.encoded.scheduler;
  if (key === HOSTNAME) return requirement.has(topology.hosts.name(candidate.host)) ? undefined : 'conflict';
  const own = candidate.state.set.find(key);
  if (own !== undefined) return agree(own, requirement) ? undefined : 'conflict';
  return requirement.isNegative() || space.wellKnown.has(key) ? undefined : 'undefined';
}

function obstacleOf(
  ask: Ask,
  state: RequirementState,
  failure?: 'undefined' | 'conflict',
): RequirementObstacle {
  return {
    kind: 'requirement',
    key: ask.key,
    asked: ask.requirement,
    pool: state.set.find(ask.key),
    preferred: ask.preferred,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** The pod's places, and where the two disagree the pool's. */
function placesOf(
  ask: Ask,
  { run, candidate }: TraceInput,
  failure: 'undefined' | 'conflict',
): readonly Reference[] {
  if (failure === 'undefined') return ask.references;
  const { pool } = candidate.template;
  const { aliases } = run.encoded.problem.labels;
  const isKey = (key: string) => (aliases.get(key) ?? key) === ask.key;
  const { metadata, spec } = pool.spec.template ?? {};
  return [
    ...ask.references,
    ...(spec?.requirements ?? []).flatMap(({ key }, at) =>
      isKey(key) ? [poolReference(pool, pointer('spec', 'template', 'spec', 'requirements', at))] : [],
    ),
    ...Object.keys(metadata?.labels ?? {})
      .filter(isKey)
      .map((key) => poolReference(pool, pointer('spec', 'template', 'metadata', 'labels', key))),
  ];
}
