import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { poolRule } from '../rule.ts';

export const replicas = poolRule(['PW3565'], function* ({ pool }) {
  if (pool.replicas === undefined) return;
  const { value, origin } = pool.replicas;
  if (value >= 0) return;
  yield diagnostic('PW3565', origin.span, `\`replicas\` is ${value}, but must be an integer from 0`, {
    related: usedHere(origin, pool),
    help: 'Leave `replicas` out for a pool that follows demand.',
  });
});
