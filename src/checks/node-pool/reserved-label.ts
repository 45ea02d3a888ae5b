import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { type Constraint, constraintsOf } from '../constraints.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';
import { quoted } from '../words.ts';
import { CAPACITY_TYPE_KEY, endsInDomain, KARPENTER_DOMAIN, liesInDomain } from '../label-domain.ts';

export const reservedLabel = poolRule(
  { codes: ['PW3502'], backends: WITH_NODE_POOL },
  function* ({ pool }, { labels }) {
    for (const constraint of constraintsOf(pool, labels)) {
      const found = judge(constraint, pool.name);
      if (found === undefined) continue;
      yield diagnostic('PW3502', constraint.keySpan, found.message, {
        related: usedHere(constraint.origin, pool),
        help: found.help,
      });
    }
  },
);

function judge(
  { writtenKey, kind }: Constraint,
  pool: string,
): { readonly message: string; readonly help: string } | undefined {
  const key = quoted(writtenKey);
  if (writtenKey === 'karpenter.sh/nodepool') {
    return {
      message: `${key} is set by Karpenter itself`,
      help: `Remove the ${kind}. Pods choose this pool with \`nodeSelector: {karpenter.sh/nodepool: ${pool}}\`.`,
    };
  }
  if (writtenKey === 'kubernetes.io/hostname') {
    return {
      message: `${key} names a single node and cannot be set by a pool`,
      help: `Remove the ${kind}. To spread pods over nodes, use \`topologySpreadConstraints\` in the workload.`,
    };
  }
  if (writtenKey === CAPACITY_TYPE_KEY || !endsInDomain(writtenKey, KARPENTER_DOMAIN)) return undefined;
  if (!liesInDomain(writtenKey, KARPENTER_DOMAIN)) {
    return {
      message: `${key} is refused because its domain ends in \`${KARPENTER_DOMAIN}\`, even without a dot before it`,
      help: 'Use another domain.',
    };
  }
  return {
    message: `${key} lies in the domain \`${KARPENTER_DOMAIN}\`, which Karpenter reserves for itself`,
    help: `Only \`${CAPACITY_TYPE_KEY}\` may be used. Give a label of your own a domain of your own.`,
  };
}
