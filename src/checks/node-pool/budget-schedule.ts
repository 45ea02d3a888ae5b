import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { parseSchedule } from '../../kubernetes/schedule.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';
import { quoted } from '../words.ts';

/**
 * Karpenter 1.14, CRD of NodePool. `^` binds to the macros only and `$` to the five fields only, so much passes. White
 * space is that of Go's expressions: ASCII only.
 */
const ADMITTED =
  /^(@(annually|yearly|monthly|weekly|daily|midnight|hourly))|((.+)[ \t\n\f\r](.+)[ \t\n\f\r](.+)[ \t\n\f\r](.+)[ \t\n\f\r](.+))$/;

export const budgetSchedule = poolRule({ codes: ['PW3543'], backends: WITH_NODE_POOL }, function* ({ pool }) {
  for (const { schedule } of pool.disruption?.budgets?.value ?? []) {
    if (schedule === undefined) continue;
    const { value, origin } = schedule;
    const parsed = parseSchedule(value);
    const isAdmitted = ADMITTED.test(value);
    const problem =
      'problem' in parsed
        ? parsed.problem
        : isAdmitted
          ? undefined
          : 'has white space that the API server does not take';
    if (problem === undefined) continue;
    const consequence = isAdmitted
      ? 'The API server accepts it, and Karpenter then allows no disruption in the pool at all: no consolidation, no rotation. '
      : '';
    yield diagnostic('PW3543', origin.span, `schedule ${quoted(value)} ${problem}`, {
      related: usedHere(origin, pool),
      help: `${consequence}Write five fields (minute, hour, day of month, month, day of week; Sunday is 0), such as \`0 9 * * mon-fri\`, or a macro such as \`@daily\`. Times are UTC.`,
    });
  }
});
