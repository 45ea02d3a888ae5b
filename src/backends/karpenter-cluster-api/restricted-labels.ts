import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import { labelDomain, liesWithin } from '../../kubernetes/label.ts';
import type { Pool } from '../../model/pool.ts';
import { NODE_CLASS_GROUP } from './node-class.ts';

/** Well-known to the provider although they lie in its domain. */
const WELL_KNOWN: ReadonlySet<string> = new Set([
  `capacity.${NODE_CLASS_GROUP}/cpu`,
  `capacity.${NODE_CLASS_GROUP}/memory`,
]);

/** Keys in the provider's own domain, with which Karpenter does not accept a NodePool. */
export function restrictedLabels(pool: Pool): Diagnostic[] {
  const written: readonly (readonly [string, Origin])[] = [
    ...[...pool.labels].map(([key, { origin }]) => [key, origin] as const),
    ...pool.requirements.map(({ key }) => [key.value, key.origin] as const),
  ];
  return written.flatMap(([key, origin]) =>
    isRestricted(key)
      ? [
          diagnostic(
            'PW9110',
            origin.keySpan ?? origin.span,
            `\`${key}\` lies in the domain of Karpenter’s provider for Cluster API, and Karpenter accepts no NodePool with it`,
            { related: usedHere(origin, pool), help: 'Use a domain of your own.' },
          ),
        ]
      : [],
  );
}

function isRestricted(key: string): boolean {
  return liesWithin(labelDomain(key), NODE_CLASS_GROUP) && !WELL_KNOWN.has(key);
}
