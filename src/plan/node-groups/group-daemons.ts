import { labelRequirements } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import { addAmounts, type NanoAmounts, ONE_POD_NANO } from '../../kubernetes/pod-requests.ts';
import { daemonsOf } from '../../packer/karpenter/daemons.ts';
import type { DaemonInput } from '../daemons.ts';
import { podTerms } from '../pod-terms.ts';
import type { PoolView } from '../pool-view.ts';
import type { KnownGroup } from './group-table.ts';

const NONE: ReadonlySet<string> = new Set();

/** What the daemons of a new node of a group ask for, one piece of `pods` each among it. */
export function groupDaemons(
  { daemonSets, boundPods }: DaemonInput,
  aliases: ReadonlyMap<string, string>,
): (group: KnownGroup, view: PoolView) => NanoAmounts {
  const daemons = daemonsOf(daemonSets, boundPods, aliases).map((daemon) => ({
    daemon,
    terms: podTerms(daemon.spec, aliases).map(({ requirements }) => requirements),
  }));
  return ({ believed: { labels } }, view) => {
    const node = Requirements.of(labelRequirements(Object.fromEntries(labels)));
    const hard = view.taints.filter(({ effect }) => effect !== 'PreferNoSchedule');
    const total = new Map<string, bigint>();
    for (const { daemon, terms } of daemons) {
      const lands = terms.some((term) => node.compatible(term, { allowUndefined: NONE }));
      if (!lands || !daemon.tolerates(hard)) continue;
      addAmounts(total, daemon.requests);
      addAmounts(total, new Map([['pods', ONE_POD_NANO]]));
    }
    return total;
  };
}
