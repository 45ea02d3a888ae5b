import { differences } from './differences.ts';
import { envelopeDifferences } from './envelope.ts';
import type { RecordedCase, RecordedDecision, RecordedOutcomes } from './format.ts';

/** What keeps a decision from being one that was recorded for the case, readable; empty where it is one. */
export function compare(recorded: RecordedCase, actual: RecordedDecision): readonly string[] {
  if (recorded.kind === 'exact') return differences(recorded.expected, actual, { requests: 'compared' });
  const { expected } = recorded;
  return expected.complete ? fromClosest(expected, actual) : envelopeDifferences(expected.envelope, actual);
}

/** None where one of the outcomes is met; otherwise those from the outcome that comes closest. */
function fromClosest({ outcomes }: RecordedOutcomes, actual: RecordedDecision): readonly string[] {
  const each = outcomes.map(({ result }) => differences(result, actual, { requests: 'left-out' }));
  const [closest = ['no outcome is recorded'], ...others] = each.sort((a, b) => a.length - b.length);
  return closest.map((text) => `none of ${others.length + 1} outcomes; from the closest: ${text}`);
}

/** Of the pods that both leave unscheduled: for how many the reasons are the same too. Recommended, not binding. */
export function sameReasons(
  recorded: RecordedCase,
  actual: RecordedDecision,
): { readonly same: number; readonly of: number } {
  if (recorded.kind !== 'exact') return { same: 0, of: 0 };
  const both = Object.entries(recorded.expected.errors).flatMap(([uid, { classes }]) => {
    const other = actual.errors[uid];
    return other === undefined ? [] : [{ classes, other: other.classes }];
  });
  return {
    same: both.filter(({ classes, other }) => classes.join() === other.join()).length,
    of: both.length,
  };
}
