import { requirementOf } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import { type Bitset, addBit, emptyBits } from '../../selection/bitset.ts';
import { unmetMinValues } from '../karpenter/min-values.ts';
import type { PackerPool } from '../karpenter/problem.ts';
import { onlyValue, type RequirementState } from '../karpenter/requirement-space.ts';
import { templateRequirements } from '../karpenter/template.ts';
import { TypeTable } from '../karpenter/type-table.ts';
import { FunnelBuilder } from './builder.ts';
import { pointer } from './pointer.ts';
import type { Replay } from './replay.ts';
import type { Reference, UnmetMinValues } from './step.ts';

/** The part of a funnel that is the same for every pod: what the pool itself leaves of its types. */
export function poolSteps(pool: PackerPool, { encoded }: Replay): FunnelBuilder {
  const { labels } = encoded.problem;
  const { space } = encoded.scheduler;
  const table = tableOf(pool, encoded);
  const builder = new FunnelBuilder(allTypes(table.size));
  const inactive = inactiveBecause(pool);
  if (inactive !== undefined) {
    builder.add({ kind: 'inactive', reason: inactive }, [poolReference(pool, '')], 'none');
    return builder;
  }
  let together = Requirements.empty;
  const { requirements = [] } = pool.spec.template?.spec ?? {};
  requirements.forEach((written, at) => {
    const requirement = requirementOf(written, labels.aliases);
    together = together.add([requirement]);
    builder.add(
      { kind: 'pool-requirement', written, by: 'requirement' },
      [poolReference(pool, pointer('spec', 'template', 'spec', 'requirements', at))],
      table.admitted(space.intern(together)).compatible,
      table.admitted(space.intern(Requirements.of([requirement]))).compatible,
    );
  });
  for (const [key, value] of Object.entries(pool.spec.template?.metadata?.labels ?? {})) {
    const requirement = onlyValue(labels.aliases.get(key) ?? key, value);
    together = together.add([requirement]);
    builder.add(
      { kind: 'pool-requirement', written: { key, operator: 'In', values: [value] }, by: 'label' },
      [poolReference(pool, pointer('spec', 'template', 'metadata', 'labels', key))],
      table.admitted(space.intern(together)).compatible,
      table.admitted(space.intern(Requirements.of([requirement]))).compatible,
    );
  }
  const state = space.intern(templateRequirements(pool, labels));
  const whole = [poolReference(pool, '')];
  builder.add({ kind: 'pool-offering' }, whole, table.admitted(state).types);
  const roomy = withoutOverreserved(table, state);
  if (table.overreserved.includes(1)) builder.add({ kind: 'overreserved' }, whole, roomy);
  addMinValues(builder, {
    pool,
    table,
    state,
    isStrict: encoded.problem.options?.minValuesPolicy !== 'BestEffort',
  });
  return builder;
}

export function poolReference({ metadata }: PackerPool, at: string): Reference {
  return { in: 'nodePool', nodePool: metadata.name, pointer: at };
}

/** The pool's requirements that ask for several values of a key. */
export function minValuesReferences(
  pool: PackerPool,
  unmet: readonly UnmetMinValues[],
): readonly Reference[] {
  const keys = new Set(unmet.map(({ key }) => key));
  return (pool.spec.template?.spec.requirements ?? []).flatMap(({ key, minValues }, at) =>
    minValues !== undefined && keys.has(key)
      ? [poolReference(pool, pointer('spec', 'template', 'spec', 'requirements', at, 'minValues'))]
      : [],
  );
}

export function unmetOf(
  unmet: ReadonlyMap<string, number>,
  state: RequirementState,
): readonly UnmetMinValues[] {
  return [...unmet].map(([key, reached]) => ({ key, wanted: state.set.get(key).minValues ?? 0, reached }));
}

/** Pools without a template have no encoded table of their own. */
function tableOf(pool: PackerPool, encoded: Replay['encoded']): TypeTable {
  const template = encoded.scheduler.templates.find((one) => one.pool.instanceTypes === pool.instanceTypes);
  const { scheduler, resources, problem } = encoded;
  return template?.table ?? new TypeTable(pool.instanceTypes, scheduler.space, resources, problem.labels);
}

function inactiveBecause({ spec, status, metadata }: PackerPool) {
  if (spec.replicas !== undefined) return 'static';
  if (metadata.deletionTimestamp !== undefined) return 'deleting';
  const { conditions } = status ?? {};
  if (conditions === undefined) return undefined;
  return conditions.some(({ type, status: value }) => type === 'Ready' && value === 'True')
    ? undefined
    : 'not-ready';
}

function addMinValues(
  builder: FunnelBuilder,
  input: {
    readonly pool: PackerPool;
    readonly table: TypeTable;
    readonly state: RequirementState;
    readonly isStrict: boolean;
  },
): void {
  const { pool, table, state, isStrict } = input;
  if (!isStrict || state.minKeys.length === 0 || builder.isEmpty) return;
  const unmet = unmetOf(unmetMinValues(builder.left, state, table), state);
  if (unmet.length === 0) return;
  builder.add({ kind: 'min-values', unmet, when: 'pool' }, minValuesReferences(pool, unmet), 'none');
}

function allTypes(size: number): Bitset {
  const bits = emptyBits(size);
  for (let type = 0; type < size; type++) addBit(bits, type);
  return bits;
}

/** Types with an offering that meets the requirements and on which no more is set aside than there is. */
function withoutOverreserved(table: TypeTable, state: RequirementState): Bitset {
  const { kinds } = table.admitted(state);
  const roomy = emptyBits(table.size);
  for (let type = 0; type < table.size; type++) {
    const end = table.offerStart[type + 1] as number;
    for (let offer = table.offerStart[type] as number; offer < end; offer++) {
      const fits = table.overreserved[table.offerRow[offer] as number] !== 1;
      if (fits && kinds[table.offerKind[offer] as number] === 1) addBit(roomy, type);
    }
  }
  return roomy;
}
