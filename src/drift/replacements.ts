import type { AllowanceWindow } from './allowance-windows.ts';

export interface Replacements {
  readonly windows: readonly ReplacementWindow[];
  /** When the last replacement is over. Absent: not all of them have begun by the end of the windows. */
  readonly finishedMs?: number;
}

export interface ReplacementWindow extends AllowanceWindow {
  /** Replacements that begin within it. */
  readonly replaced: number;
}

export interface ReplacementsInput {
  /** To be replaced. */
  readonly nodes: number;
  readonly replacementMs: number;
  /** Other replacements that begin with the first window. @default 0 */
  readonly underWay?: number;
}

/**
 * Replaces nodes as early as windows allow: at any time at most as many replacements are under way as are allowed then,
 * and one that has begun goes on whatever is allowed later. The last window is cut off at the end of it all.
 */
export function replacements(
  windows: Iterable<AllowanceWindow>,
  { nodes, replacementMs, underWay = 0 }: ReplacementsInput,
): Replacements {
  const found: ReplacementWindow[] = [];
  let left = nodes;
  let running: readonly Batch[] = [];
  let finishedMs: number | undefined;
  let before = underWay;
  for (const window of windows) {
    if (before > 0) running = [{ endMs: window.fromMs + replacementMs, count: before }];
    before = 0;
    let replaced = 0;
    for (let at: number | undefined = window.fromMs; at !== undefined && left > 0; ) {
      const now: number = at;
      running = running.filter(({ endMs }) => endMs > now);
      const count = Math.min(left, Math.max(0, window.allowed - total(running)));
      if (count > 0) {
        running = [...running, { endMs: now + replacementMs, count }];
        left -= count;
        replaced += count;
        if (left === 0) finishedMs = now + replacementMs;
      }
      at = running.map(({ endMs }) => endMs).find((endMs) => endMs > now && endMs < window.toMs);
    }
    const toMs = finishedMs === undefined ? window.toMs : Math.min(window.toMs, finishedMs);
    found.push({ ...window, toMs, replaced });
    if (finishedMs === toMs) break;
  }
  return { windows: found, ...(finishedMs === undefined ? {} : { finishedMs }) };
}

/** Replacements that began together. */
interface Batch {
  readonly endMs: number;
  readonly count: number;
}

function total(batches: readonly Batch[]): number {
  return batches.reduce((sum, { count }) => sum + count, 0);
}
