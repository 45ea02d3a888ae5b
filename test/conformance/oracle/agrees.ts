import { compare } from '../compare.ts';
import type { RecordedCase, RecordedClaim, RecordedDecision } from '../format.ts';

/**
 * Whether fresh runs found nothing that the recording does not have. Less is no contradiction: which outcomes of several
 * are seen, and which error is named first, differs from run to run. Of several outcomes all but one may be rare.
 */
export function agrees(recorded: RecordedCase, fresh: RecordedCase): boolean {
  if (recorded.kind === 'exact' && fresh.kind !== 'exact') return false;
  const outcomes =
    fresh.kind === 'exact' ? [fresh.expected] : fresh.expected.outcomes.map(({ result }) => result);
  return outcomes.every((outcome) => {
    // A decision with several sums of requests stands for as many decisions.
    const claims = outcome.newNodeClaims.map(everySum);
    const each = Array.from({ length: Math.max(1, ...claims.map((sums) => sums.length)) }, (_, i) => ({
      ...outcome,
      newNodeClaims: claims.flatMap((sums) => sums[Math.min(i, sums.length - 1)] ?? []),
    }));
    return each.every((one) => compare(recorded, one).length === 0) && sameClasses(recorded, outcome);
  });
}

function everySum({ requestsSeen, ...claim }: RecordedClaim): readonly RecordedClaim[] {
  return requestsSeen?.map((requests) => ({ ...claim, requests })) ?? [claim];
}

/** Only exact recordings are about the classes of errors. */
function sameClasses({ kind, expected }: RecordedCase, { errors }: RecordedDecision): boolean {
  if (kind !== 'exact') return true;
  return Object.entries(errors).every(([uid, { classes }]) =>
    classes.every((name) => expected.errors[uid]?.classes.includes(name) === true),
  );
}
