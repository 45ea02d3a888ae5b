import { parseDuration } from '../kubernetes/duration.ts';
import type { DisruptionReason, NodePoolBudget } from '../kubernetes/api/node-pool.ts';
import { parseSchedule, type Schedule } from '../kubernetes/schedule.ts';
import { nextStart } from './next-start.ts';

export interface DisruptionQuestion {
  /** `spec.disruption.budgets` as the API server stores it. */
  readonly budgets: readonly NodePoolBudget[];
  /** Of the pool, initialised and not terminating. */
  readonly nodes: number;
  readonly reason: DisruptionReason;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/**
 * How many nodes of a pool Karpenter 1.14 may disrupt at a time: the least that an active budget for the reason allows. An
 * invalid schedule, whatever its budget's reasons, allows none.
 *
 * @returns Infinity where no budget applies
 */
export function allowedDisruptions({ budgets, nodes, reason, atMs }: DisruptionQuestion): number {
  const read = readBudgets(budgets);
  if (read === 'invalid') return 0;
  const active = read.filter((budget) => budget.appliesTo(reason) && isActive(budget, atMs));
  return Math.min(...active.map((budget) => budget.allows(nodes)));
}

/** A budget that Karpenter can read. */
export interface ReadBudget {
  readonly appliesTo: (reason: DisruptionReason) => boolean;
  /** Of so many nodes; percentages are rounded up. */
  readonly allows: (nodes: number) => number;
  /** Absent: the budget is always active. */
  readonly recurring?: { readonly schedule: Schedule; readonly durationMs: number };
}

/** `invalid`: Karpenter stops all voluntary disruption of the pool. */
export function readBudgets(budgets: readonly NodePoolBudget[]): readonly ReadBudget[] | 'invalid' {
  const read = budgets.map(readBudget);
  return read.includes(undefined) ? 'invalid' : read.filter((one) => one !== undefined);
}

const NANOSECONDS_PER_MS = 1_000_000n;

function readBudget({ nodes, schedule, duration, reasons }: NodePoolBudget): ReadBudget | undefined {
  const common = {
    // A list that is there and empty names no reason.
    appliesTo: (reason: DisruptionReason) => reasons === undefined || reasons.includes(reason),
    allows: (count: number) => scaled(nodes, count),
  };
  if (schedule === undefined && duration === undefined) return common;
  const parsed = parseSchedule(schedule ?? '');
  if ('problem' in parsed) return undefined;
  const nanoseconds = parseDuration(duration ?? '') ?? 0n;
  return {
    ...common,
    recurring: { schedule: parsed, durationMs: Number(nanoseconds / NANOSECONDS_PER_MS) },
  };
}

/** From a start, itself included, until the duration is over. */
export function isActive({ recurring }: ReadBudget, atMs: number): boolean {
  if (recurring === undefined) return true;
  const start = nextStart(recurring.schedule, atMs - recurring.durationMs);
  // Karpenter takes a schedule without any start in five years for one that has started.
  return start === undefined || start <= atMs;
}

function scaled(nodes: string, count: number): number {
  return nodes.endsWith('%') ? Math.ceil((Number(nodes.slice(0, -1)) * count) / 100) : Number(nodes);
}
