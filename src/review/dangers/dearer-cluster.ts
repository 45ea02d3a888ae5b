import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { costChange } from '../cost-change.ts';
import { dollars, HOURS_PER_MONTH } from '../words.ts';
import type { ClusterDanger } from './danger-rule.ts';

const RISE_PERCENT = 20;
/** A month; what is less is not worth a word. */
const RISE_USD = 10;

export const dearerCluster: ClusterDanger = {
  codes: ['PW9641'],
  *check({ input, placement }) {
    const { base, head } = input;
    if (base === undefined || head === undefined) return;
    const { before, after } = costChange({ base, head });
    const [old, now] = [before?.expectedPerHourUsd, after?.expectedPerHourUsd].map((perHour) =>
      perHour === undefined ? undefined : perHour * HOURS_PER_MONTH,
    );
    if (old === undefined || now === undefined) return;
    if (now - old <= RISE_USD || now * 100 <= old * (100 + RISE_PERCENT)) return;
    const { cluster } = head.compiled;
    const pods =
      placement === undefined || placement.podsBefore === placement.podsAfter
        ? 'for as many pods as before'
        : `for ${placement.podsAfter} pods instead of ${placement.podsBefore}`;
    yield diagnostic(
      'PW9641',
      cluster.nameSpan,
      `new nodes of cluster \`${cluster.name}\` are expected to cost ${dollars(now)} a month instead of ${dollars(old)}, ${pods}`,
      { help: `Said of more than ${RISE_PERCENT} % and ${dollars(RISE_USD)}.` },
    );
  },
};
