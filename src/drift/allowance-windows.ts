import type { DisruptionReason, NodePoolBudget } from '../kubernetes/api/node-pool.ts';
import { isActive, type ReadBudget, readBudgets } from './allowed-disruptions.ts';
import { nextStart } from './next-start.ts';

/** A time, in milliseconds since 1970, throughout which equally many nodes may be disrupted. */
export interface AllowanceWindow {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** At most as many as there are nodes. */
  readonly allowed: number;
}

export interface AllowanceInput {
  readonly budgets: readonly NodePoolBudget[];
  readonly nodes: number;
  /** Nodes that are disrupted all the time and take of every budget. @default 0 */
  readonly disrupted?: number;
  readonly reason: DisruptionReason;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What `allowedDisruptions` says from one instant to another, in order and without gaps; neighbours differ. */
export function* allowanceWindows({
  budgets,
  nodes,
  disrupted = 0,
  reason,
  fromMs,
  untilMs,
}: AllowanceInput): Generator<AllowanceWindow> {
  const read = readBudgets(budgets);
  if (read === 'invalid') {
    yield { fromMs, toMs: untilMs, allowed: 0 };
    return;
  }
  const timed = read
    .filter((budget) => budget.appliesTo(reason))
    .map((budget) => ({ allowed: budget.allows(nodes), phases: new Phases(budget, untilMs) }));
  let open: AllowanceWindow | undefined;
  for (let at = fromMs; at < untilMs; ) {
    let [allowed, toMs] = [Infinity, untilMs];
    for (const one of timed) {
      const phase = one.phases.at(at);
      if (phase.isActive) allowed = Math.min(allowed, one.allowed);
      toMs = Math.min(toMs, phase.toMs);
    }
    allowed = Math.min(nodes, Math.max(0, allowed - disrupted));
    if (open !== undefined && open.allowed !== allowed) {
      yield open;
      open = undefined;
    }
    open = { fromMs: open?.fromMs ?? at, toMs, allowed };
    at = toMs;
  }
  if (open !== undefined) yield open;
}

const MINUTE_MS = 60_000;

interface Phase {
  readonly isActive: boolean;
  readonly toMs: number;
}

/** When a budget is active. Asked of instants in ascending order. */
class Phases {
  readonly #budget: ReadBudget;
  readonly #untilMs: number;
  #current: Phase | undefined;

  constructor(budget: ReadBudget, untilMs: number) {
    this.#budget = budget;
    this.#untilMs = untilMs;
  }

  /** The phase that an instant lies in; it ends when the budget becomes active or stops being so, or at the end of time. */
  at(atMs: number): Phase {
    if (this.#current === undefined || this.#current.toMs <= atMs) {
      const active = isActive(this.#budget, atMs);
      this.#current = { isActive: active, toMs: active ? this.#end(atMs) : this.#start(atMs) };
    }
    return this.#current;
  }

  #start(atMs: number): number {
    const { recurring } = this.#budget;
    const start = recurring === undefined ? undefined : nextStart(recurring.schedule, atMs);
    return Math.min(start ?? this.#untilMs, this.#untilMs);
  }

  /** A start before the end of the time before prolongs it. */
  #end(atMs: number): number {
    const { recurring } = this.#budget;
    if (recurring === undefined) return this.#untilMs;
    const { schedule, durationMs } = recurring;
    let start = nextStart(schedule, atMs - durationMs);
    let end = atMs;
    while (start !== undefined && start <= end && end < this.#untilMs) {
      const last = nextStart(schedule, Math.max(start, end - MINUTE_MS));
      // A start just before the end saves looking at all the earlier ones.
      if (last !== undefined && last <= end) start = last;
      end = start + durationMs;
      start = nextStart(schedule, start);
    }
    // Without any start in years it counts as active.
    return end === atMs ? this.#untilMs : Math.min(end, this.#untilMs);
  }
}
