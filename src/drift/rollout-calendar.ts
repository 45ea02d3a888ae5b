import { isJsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import type { RotationCalendar } from '../model/review.ts';
import { calendarWindows, MS_PER_SECOND, rfc3339 } from './calendar-windows.ts';
import type { ReplacementWindow } from './replacements.ts';

export interface RollingGroup {
  /** Machines; at least one. */
  readonly machines: number;
  /** `rollout` of the MachineDeployment. */
  readonly rollout?: JsonValue;
}

/** How long MachineDeployments take that all roll from now on, side by side. At least one. */
export function rolloutCalendar(
  groups: readonly RollingGroup[],
  { atMs, replacementSeconds }: { readonly atMs: number; readonly replacementSeconds: number },
): RotationCalendar {
  const stepMs = replacementSeconds * MS_PER_SECOND;
  const rolling = groups.map(({ machines, rollout }) => {
    const atATime = Math.min(machines, machinesAtATime(machines, rollout));
    return { machines, atATime, steps: Math.ceil(machines / atATime) };
  });
  const ends = [...new Set(rolling.map(({ steps }) => steps))].sort((a, b) => a - b);
  const windows = ends.map((end, i): ReplacementWindow => {
    const start = ends[i - 1] ?? 0;
    const still = rolling.filter(({ steps }) => steps >= end);
    const begun = ({ machines, atATime }: (typeof rolling)[number], step: number) =>
      Math.min(machines, atATime * step);
    return {
      fromMs: atMs + start * stepMs,
      toMs: atMs + end * stepMs,
      allowed: still.reduce((sum, { atATime }) => sum + atATime, 0),
      replaced: still.reduce((sum, one) => sum + begun(one, end) - begun(one, start), 0),
    };
  });
  const shown = calendarWindows(windows);
  return {
    reason: 'rollout',
    windows: shown.windows,
    finishedAt: rfc3339(atMs + (ends.at(-1) ?? 0) * stepMs),
    replacementSeconds,
    notes: [
      ...shown.notes,
      'All MachineDeployments are taken to roll at once, each by its `maxSurge` and `maxUnavailable`; PodDisruptionBudgets are not counted: each may hold up its machine.',
    ],
  };
}

/** Cluster API's defaults: one machine more, none less. If both come to nothing, one less. */
function machinesAtATime(machines: number, rollout: JsonValue | undefined): number {
  const { maxSurge = 1, maxUnavailable = 0 } = mapAt(mapAt(rollout, 'strategy'), 'rollingUpdate');
  return Math.max(1, scaled(maxSurge, machines, Math.ceil) + scaled(maxUnavailable, machines, Math.floor));
}

function mapAt(value: JsonValue | undefined, key: string) {
  const inner = isJsonMap(value) ? value[key] : undefined;
  return isJsonMap(inner) ? inner : {};
}

function scaled(value: JsonValue, machines: number, round: (share: number) => number): number {
  if (typeof value === 'string' && value.endsWith('%')) {
    return round((Number(value.slice(0, -1)) * machines) / 100);
  }
  return Number(value);
}
