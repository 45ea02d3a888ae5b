import type { Severity } from '../diagnostics/severity.ts';
import type { ReviewReportPool } from './review-contract.ts';
import { monthlyOf } from './review-cost-text.ts';

/** What the text and the comment of a review have in common. */

/** Of a pool that changes, or that something happens to. */
export function isShown(pool: ReviewReportPool): boolean {
  if (pool.change !== 'unchanged' || pool.rotation.scope !== 'none' || pool.dangers.length > 0) return true;
  const [before, after] = [pool.cost.before, pool.cost.after].map((side) =>
    monthlyOf(side, 'expectedPerHourUsd'),
  );
  // What one state does not know is said of the cluster.
  return before !== undefined && after !== undefined && before !== after;
}

/** Nothing of the change replaces its nodes by itself, and the cloud may. */
export function isUndecided({ change, rotation }: ReviewReportPool): boolean {
  return change !== 'added' && rotation.scope === 'none' && rotation.undecided.length > 0;
}

/** `all 14`, `≤ 3 of 14`, `some`, `?` where the cloud decides; empty of what is new. */
export function replacedCell(pool: ReviewReportPool): string {
  const { rotation, change } = pool;
  const { scope, nodes } = rotation;
  if (change === 'added') return '';
  if (scope === 'none') return isUndecided(pool) ? '?' : 'none';
  if (nodes === undefined) return scope === 'all' ? 'all' : 'some';
  if (scope === 'all') return nodes.of === 0 ? 'all' : `all ${nodes.of}`;
  return nodes.count === 0 ? 'none known' : `≤ ${nodes.count} of ${nodes.of}`;
}

/** Of many clauses those that matter most. */
const MOST_CLAUSES = 4;

/** What changes, in a few words. */
export function changeCell(pool: ReviewReportPool): string {
  const { summary, fields } = pool;
  const lead = summary.length > 0 ? [] : leadOf(pool);
  const clauses = [...new Set(summary.length > 0 ? summary : fields.map(({ message }) => message))];
  const shown = clauses.slice(0, MOST_CLAUSES);
  const more = clauses.length - shown.length;
  const all = [...lead, ...shown, ...(more === 0 ? [] : [`${more} more`])];
  return all.length === 0 ? 'unchanged' : all.join('; ');
}

function leadOf({ change, renamedFrom }: ReviewReportPool): string[] {
  if (change === 'renamed') return [`renamed from \`${renamedFrom ?? ''}\``];
  return change === 'added' ? ['new'] : change === 'removed' ? ['removed'] : [];
}

export const SEVERITY_RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

export function sumOf<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0);
}
