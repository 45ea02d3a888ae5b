import { hasBit, type Bitset, addBit, countBits, emptyBits } from '../../selection/bitset.ts';
import { cheapestOf } from './cheapest.ts';
import { FunnelBuilder } from './builder.ts';
import { pointer } from './pointer.ts';
import { poolReference, poolSteps } from './pool-steps.ts';
import type { Level } from '../karpenter/pod-class.ts';
import type { PackerPool } from '../karpenter/problem.ts';
import type { RequirementState } from '../karpenter/requirement-space.ts';
import type { QueuedPod } from '../karpenter/queued-pod.ts';
import type { Template } from '../karpenter/template.ts';
import type { Replay } from './replay.ts';
import type { LimitObstacle, PoolFunnel } from './step.ts';
import { trace } from './trace.ts';
import { newCandidate } from './trace-input.ts';

export interface FunnelOptions {
  /** A resource of which enough is taken to be there on every type, by its column. */
  readonly unlimited?: number;
  /** A limit of the pool that is taken not to be there, by its column; or all of them. */
  readonly withoutLimits?: ReadonlySet<number> | 'all';
}

export interface TracedPool {
  readonly funnel: PoolFunnel;
  /** Types that are left. */
  readonly types: Bitset;
  /** Absent for pools that Karpenter does not try. */
  readonly template: Template | undefined;
  /** What a new node would have to satisfy; undefined where that is a contradiction. */
  readonly state: RequirementState | undefined;
}

/** What becomes of a pool's types when a pod wants a new node of it, in the state that a run is in. */
export function poolFunnel(
  run: Replay,
  pool: PackerPool,
  pod: { readonly queued: QueuedPod; readonly level: Level },
  options: FunnelOptions = {},
): TracedPool {
  const ofPool = poolSteps(pool, run);
  const { name } = pool.metadata;
  const template = run.encoded.scheduler.templates.find((one) => one.name === name);
  const common = {
    nodePool: name,
    weight: pool.spec.weight ?? 0,
    total: pool.instanceTypes.length,
    ofPool: countBits(ofPool.left),
  };
  if (template === undefined) {
    return {
      funnel: { ...common, steps: ofPool.steps, left: 0 },
      types: ofPool.left,
      template,
      state: undefined,
    };
  }
  const start = new FunnelBuilder(ofPool.left, template.types);
  addLimits(start, run, template, options.withoutLimits);
  const candidate = newCandidate(template, run);
  const unlimited = options.unlimited === undefined ? {} : { unlimited: options.unlimited };
  const { builder, state } = trace({ run, ...pod, candidate, ...unlimited }, start);
  const left = countBits(builder.left);
  const cheapest =
    left === 0 || state === undefined ? undefined : cheapestOf(template.table, builder.left, state);
  return {
    funnel: {
      ...common,
      order: template.index,
      steps: [...ofPool.steps, ...builder.steps],
      left,
      ...(cheapest === undefined ? {} : { cheapest }),
    },
    types: builder.left,
    template,
    state,
  };
}

function addLimits(
  builder: FunnelBuilder,
  run: Replay,
  template: Template,
  without: FunnelOptions['withoutLimits'],
): void {
  const { limits, nodesColumn } = run.encoded.scheduler;
  const { resources } = run.encoded;
  const { table, pool } = template;
  for (const [column, left] of limits.get(template.name) ?? []) {
    if (without === 'all' || without?.has(column) === true) continue;
    const passing = emptyBits(table.size);
    let smallest: { readonly type: number; readonly amount: number } | undefined;
    for (let type = 0; type < table.size; type++) {
      const amount = table.capacity[column * table.size + type] as number;
      if (amount <= left && !(column === nodesColumn && left === 0)) addBit(passing, type);
      const isLeft = hasBit(builder.left, type);
      if (isLeft && (smallest === undefined || amount < smallest.amount)) smallest = { type, amount };
    }
    const resource = resources.name(column);
    const obstacle: LimitObstacle = {
      kind: 'limit',
      resource,
      limit: pool.spec.limits?.[resource] ?? '',
      leftNano: resources.toNano(column, left),
      ...(smallest === undefined || column === nodesColumn
        ? {}
        : {
            smallest: {
              instanceType: table.types[smallest.type]?.name ?? '',
              nano: resources.toNano(column, smallest.amount),
            },
          }),
    };
    builder.add(obstacle, [poolReference(pool, pointer('spec', 'limits', resource))], passing);
  }
}
