import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/did-you-mean.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { COMMON_RESOURCES } from '../limits.ts';
import { poolRule } from '../rule.ts';
import { listed, quoted } from '../words.ts';

const NAMES: readonly string[] = [...COMMON_RESOURCES, 'nodes'];

/** What people write for a resource elsewhere. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['mem', 'memory'],
  ['ram', 'memory'],
  ['vcpu', 'cpu'],
  ['vcpus', 'cpu'],
  ['cores', 'cpu'],
  ['disk', 'ephemeral-storage'],
  ['storage', 'ephemeral-storage'],
  ['instances', 'nodes'],
  ['replicas', 'nodes'],
  ['gpu', 'nvidia.com/gpu'],
  ['gpus', 'nvidia.com/gpu'],
]);

/** Native names that Kubernetes knows and Karpenter's instance types do not have. */
const OTHER_NATIVE = /^(hugepages-|attachable-volumes-)/;

/**
 * A name without a domain belongs to Kubernetes, which has only a few. Karpenter takes any name and never finds it on
 * a node, so such a limit protects from nothing.
 */
export const unknownLimit = poolRule(['PW3562'], function* ({ pool }) {
  for (const [resource, { origin }] of pool.limits) {
    if (resource.includes('/') || NAMES.includes(resource) || OTHER_NATIVE.test(resource)) continue;
    const meant = SYNONYMS.get(resource.toLowerCase()) ?? didYouMean(resource, NAMES);
    yield diagnostic(
      'PW3562',
      origin.keySpan ?? origin.span,
      `there is no resource ${quoted(resource)}, so its limit never applies`,
      {
        related: usedHere(origin, pool),
        help:
          meant === undefined
            ? `Limits are on ${listed(NAMES)}, or on an extended resource such as \`nvidia.com/gpu\`.`
            : `Did you mean \`${meant}\`?`,
      },
    );
  }
});
