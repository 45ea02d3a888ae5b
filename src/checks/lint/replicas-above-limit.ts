import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere, writtenHere } from '../../diagnostics/describe-origin.ts';
import { parseQuantity } from '../../kubernetes/quantity.ts';
import { LAUNCHING, poolRule } from '../rule.ts';
import { counted } from '../words.ts';

const NANO = 10n ** 9n;

/** Karpenter 1.14, pkg/controllers/static/provisioning: `limits.nodes` caps what `replicas` asks for. */
export const replicasAboveLimit = poolRule({ codes: ['PW4037'], backends: LAUNCHING }, function* ({ pool }) {
  const limit = pool.limits.get('nodes');
  if (pool.replicas === undefined || limit === undefined) return;
  const parsed = parseQuantity(limit.value);
  // A limit of zero and a negative one are findings of their own.
  if (!parsed.ok || parsed.quantity.nano <= 0n) return;
  const { value: replicas, origin } = pool.replicas;
  if (!Number.isSafeInteger(replicas) || BigInt(replicas) * NANO <= parsed.quantity.nano) return;
  yield diagnostic(
    'PW4037',
    limit.origin.span,
    `static pool \`${pool.name}\` never reaches its ${counted(replicas, 'replica')}: \`nodes\` is limited to \`${limit.value}\``,
    {
      related: [...writtenHere(origin, '`replicas`'), ...usedHere(limit.origin, pool)],
      help: 'Raise the limit, with room for replacements during drift, or lower `replicas`.',
    },
  );
});
