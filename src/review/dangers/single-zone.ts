import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../diagnostics/span.ts';
import type { ClusterReviewInput } from '../../model/review-input.ts';
import { quotedList } from '../words.ts';
import { changedPool } from './danger-rule.ts';
import { requirementSpan } from './requirement-span.ts';

export const singleZone = changedPool(['PW9621'], function* ({ head, after, types, input }) {
  const [only, ...others] = types.after.zones;
  if (only === undefined || others.length > 0 || types.before.zones.length < 2) return;
  yield diagnostic(
    'PW9621',
    requirementSpan(after, 'topology.kubernetes.io/zone') ??
      requirementSpan(after, 'topology.k8s.aws/zone-id') ??
      zonesSpan(input) ??
      head.pool.keySpan,
    `pool \`${head.pool.name}\` is left with zone \`${only}\`; it loses ${quotedList(types.removedZones)}`,
    {
      help: 'Pods with volumes in another zone have no place in it any more, and when the zone fails the pool launches nothing.',
    },
  );
});

/** The line of the cluster's zones, where those of base are not all there. */
function zonesSpan({ base, head }: ClusterReviewInput): Span | undefined {
  const [old, now] = [base, head].map((side) => side?.compiled.cluster.settings.zones);
  const left = new Set(now?.map(({ value }) => value));
  return old?.every(({ value }) => left.has(value)) === false ? now?.[0]?.origin.span : undefined;
}
