import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { Located } from '../../diagnostics/located.ts';
import type { Pool } from '../../model/pool.ts';
import { acceptedDuration, isDurationText } from '../duration-text.ts';
import { everydaySeconds, hoursMinutesSeconds } from '../everyday-duration.ts';
import { rewriteFix } from '../rewrite.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

type Never = 'or never' | 'never not allowed';

export const durationText = poolRule(['PW3545'], function* ({ pool }) {
  yield* judge(pool, 'expire_after', pool.expireAfter, 'or never');
  yield* judge(pool, 'consolidate_after', pool.disruption?.consolidateAfter, 'or never');
  yield* judge(pool, 'termination_grace_period', pool.terminationGracePeriod, 'never not allowed');
});

function* judge(
  pool: Pool,
  field: string,
  duration: Located<string> | undefined,
  never: Never,
): Iterable<Diagnostic> {
  if (duration === undefined) return;
  const { value, origin } = duration;
  if (never === 'or never' && value === 'Never') return;
  if (acceptedDuration(value) !== undefined) return;
  const meant = meaning(value, never);
  yield diagnostic(
    'PW3545',
    origin.span,
    `\`${field}\` is ${quoted(value)}, which ${problemOf(value, never)}`,
    {
      related: usedHere(origin, pool),
      help: helpFor(field, meant, never),
      fix: meant === undefined ? undefined : rewriteFix(origin, meant),
    },
  );
}

function problemOf(value: string, never: Never): string {
  if (isDurationText(value)) return 'is longer than a duration can be';
  if (never === 'never not allowed' && /^never$/i.test(value)) return 'is not allowed here';
  return never === 'or never'
    ? 'is neither a duration of hours, minutes and seconds nor `Never`'
    : 'is not a duration of hours, minutes and seconds';
}

function meaning(value: string, never: Never): string | undefined {
  if (never === 'or never' && /^never$/i.test(value.trim())) return 'Never';
  const seconds = everydaySeconds(value);
  return seconds === undefined ? undefined : hoursMinutesSeconds(seconds);
}

function helpFor(field: string, meant: string | undefined, never: Never): string {
  if (meant !== undefined) return `Write \`${meant}\`. The only units are \`h\`, \`m\` and \`s\`.`;
  const leaveOut = never === 'never not allowed' ? ` Leave \`${field}\` out to wait without limit.` : '';
  return `Write whole numbers with \`h\`, \`m\` or \`s\`, such as \`720h\` or \`1h30m\`.${leaveOut}`;
}
