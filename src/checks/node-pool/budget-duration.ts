import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { parseDuration } from '../../kubernetes/duration.ts';
import { everydaySeconds, hoursMinutesSeconds } from '../everyday-duration.ts';
import { rewriteFix } from '../rewrite.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';
import { quoted } from '../words.ts';

/** Karpenter 1.14, CRD of NodePool: hours, minutes, or both, each with an optional `0s`. */
const DURATION = /^((([0-9]+(h|m))|([0-9]+h[0-9]+m))(0s)?)$/;

export const budgetDuration = poolRule({ codes: ['PW3542'], backends: WITH_NODE_POOL }, function* ({ pool }) {
  for (const { duration } of pool.disruption?.budgets?.value ?? []) {
    if (duration === undefined) continue;
    const { value, origin } = duration;
    if (DURATION.test(value) && parseDuration(value) !== undefined) continue;
    const seconds = everydaySeconds(value);
    const meant =
      seconds === undefined || seconds < 60 || seconds % 60 !== 0 ? undefined : hoursMinutesSeconds(seconds);
    yield diagnostic('PW3542', origin.span, `${quoted(value)} is not a duration of hours and minutes`, {
      related: usedHere(origin, pool),
      help:
        meant === undefined
          ? 'Write it as `8h`, `30m` or `1h30m`. Seconds and days are not allowed here.'
          : `Write \`${meant}\`. Only hours and minutes are allowed here.`,
      fix: meant === undefined ? undefined : rewriteFix(origin, meant),
    });
  }
});
