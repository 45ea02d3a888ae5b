import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { acceptedDuration } from '../duration-text.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';

const TEN_MINUTES = 600_000_000_000n;

export const hastyExpiry = poolRule({ codes: ['PW4017'], backends: WITH_NODE_POOL }, function* ({ pool }) {
  if (pool.expireAfter === undefined) return;
  const { value, origin } = pool.expireAfter;
  if (!isHasty(value)) return;
  const when = acceptedDuration(value) === 0n ? 'as soon as they are created' : `after \`${value}\``;
  yield diagnostic('PW4017', origin.span, `nodes of pool \`${pool.name}\` expire ${when}`, {
    related: usedHere(origin, pool),
    help: 'A node takes a few minutes to start and to drain, so this one is replaced all the time. Write `Never` to turn expiry off.',
  });
});

/** Less than a node's start and end take. */
export function isHasty(duration: string): boolean {
  const nanoseconds = acceptedDuration(duration);
  return nanoseconds !== undefined && nanoseconds < TEN_MINUTES;
}
