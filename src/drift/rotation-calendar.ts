import { formatDuration, parseDuration } from '../kubernetes/duration.ts';
import type { NodePoolSpec } from '../kubernetes/api/node-pool.ts';
import type { RotationCalendar } from '../model/review.ts';
import { allowanceWindows } from './allowance-windows.ts';
import { type BudgetedNodes, INITIALISED } from './budgeted-nodes.ts';
import { calendarWindows, MS_PER_SECOND, rfc3339 } from './calendar-windows.ts';
import { replacements } from './replacements.ts';

export interface CalendarInput {
  /** Head's NodePool as the API server stores it: its budgets hold. */
  readonly spec: NodePoolSpec;
  /** Base's, likewise: nodes that run were made from it. */
  readonly base: NodePoolSpec | undefined;
  /** How many are to be replaced, and how many of these had drifted before and come first. */
  readonly queue: { readonly count: number; readonly first: number };
  readonly nodes: BudgetedNodes;
  readonly atMs: number;
  readonly replacementSeconds: number;
}

const WEEKS_AHEAD = 8;
const WEEK_MS = 7 * 24 * 60 * 60 * MS_PER_SECOND;

/** The shortest time in which a NodePool's disruption budgets let Karpenter replace so many nodes that have drifted. */
export function rotationCalendar(input: CalendarInput): RotationCalendar {
  const { spec, base, queue, nodes, atMs, replacementSeconds } = input;
  const { count } = queue;
  const reason = 'Drifted';
  const { budgets = [] } = spec.disruption ?? {};
  const windows = allowanceWindows({
    budgets,
    nodes: nodes.counted,
    disrupted: nodes.notReady,
    reason,
    fromMs: atMs,
    untilMs: atMs + WEEKS_AHEAD * WEEK_MS,
  });
  const replacementMs = replacementSeconds * MS_PER_SECOND;
  const found = replacements(windows, { nodes: count, replacementMs, underWay: nodes.going });
  const shown = calendarWindows(found.windows);
  return {
    reason,
    windows: shown.windows,
    ...(found.finishedMs === undefined ? {} : { finishedAt: rfc3339(found.finishedMs) }),
    replacementSeconds,
    notes: [
      ...(found.finishedMs === undefined ? [unfinished(found.windows, count)] : []),
      ...firstInLine(queue),
      ...budgetNotes(nodes),
      ...expiry(input, found.finishedMs),
      ...shown.notes,
      blockedPods(base?.template.spec.terminationGracePeriod),
    ],
  };
}

function firstInLine({ count, first }: CalendarInput['queue']): readonly string[] {
  if (first === 0) return [];
  const which = first === 1 ? '1 had' : `${first} had`;
  return [
    `Of the ${count} nodes, ${which} drifted before: Karpenter goes by when nodes drifted, so that these come first, within the same budgets.`,
  ];
}

function budgetNotes({ notReady, going, uninitialised }: BudgetedNodes): readonly string[] {
  return [
    ...(notReady === 0
      ? []
      : [
          `${nodesAre(notReady)} not ready and ${takes(notReady)} of what budgets allow; it is taken to stay so.`,
        ]),
    ...(going === 0
      ? []
      : [
          `${nodesAre(going)} being deleted and ${takes(going)} of what budgets allow, for as long as a replacement lasts.`,
        ]),
    ...(uninitialised === 0
      ? []
      : [
          `${nodesAre(uninitialised)} not initialised (\`${INITIALISED}\`): budgets do not count such nodes.`,
        ]),
  ];
}

function nodesAre(count: number): string {
  return count === 1 ? '1 node is' : `${count} nodes are`;
}

function takes(count: number): string {
  return count === 1 ? 'takes 1' : `take ${count}`;
}

function unfinished(
  windows: readonly { readonly replaced: number; readonly allowed: number }[],
  count: number,
): string {
  const replaced = windows.reduce((sum, one) => sum + one.replaced, 0);
  if (windows.every(({ allowed }) => allowed === 0)) {
    return `The disruption budgets allow no replacement of drifted nodes within ${WEEKS_AHEAD} weeks.`;
  }
  return `The disruption budgets allow ${replaced} of ${count} replacements within ${WEEKS_AHEAD} weeks.`;
}

/** Nodes that get too old go, whatever budgets say. */
function expiry({ base, atMs }: CalendarInput, finishedMs: number | undefined): readonly string[] {
  const expireAfter = base?.template.spec.expireAfter;
  const nanoseconds = expireAfter === undefined ? undefined : parseDuration(expireAfter);
  if (expireAfter === undefined || nanoseconds === undefined) return [];
  const isSooner = finishedMs === undefined || BigInt(finishedMs - atMs) * 1_000_000n > nanoseconds;
  if (!isSooner) return [];
  return [
    `Nodes expire after \`${expireAfter}\` regardless of budgets, so that they go by then at the latest.`,
  ];
}

function blockedPods(gracePeriod: string | undefined): string {
  const what = 'PodDisruptionBudgets and pods that say `karpenter.sh/do-not-disrupt` are not counted';
  const nanoseconds = gracePeriod === undefined ? undefined : parseDuration(gracePeriod);
  return nanoseconds === undefined
    ? `As many nodes at a time are taken to be replaced as budgets allow; ${what}: each may keep its node for good.`
    : `As many nodes at a time are taken to be replaced as budgets allow; ${what}: each may keep its node for \`terminationGracePeriod\`, ${formatDuration(nanoseconds)}.`;
}
