import type { DaemonSet } from '../kubernetes/api/daemon-set.ts';
import type { Pod } from '../kubernetes/api/pod.ts';
import { addAmounts } from '../kubernetes/pod-requests.ts';
import type { InstanceType } from '../model/instance-type.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import { daemonsOf } from '../packer/karpenter/daemons.ts';
import { labelRules } from './label-rules.ts';
import { podTerms } from './pod-terms.ts';
import { meets, type PoolView } from './pool-view.ts';

/** Daemon sets with the pods that Karpenter takes as their measure. */
export interface DaemonInput {
  readonly daemonSets: readonly DaemonSet[];
  readonly boundPods: readonly Pod[];
}

/**
 * What daemons certainly take of a node: resource name to amount in billionths of its unit, `pods` among them. Daemons
 * of which that is not certain are left out: with several terms to choose from, Karpenter does not count them alike on
 * all types, and with resource claims not at all.
 */
export function daemonRequests(
  view: PoolView,
  { daemonSets, boundPods }: DaemonInput,
  vocabulary: LabelVocabulary,
): (type: InstanceType) => ReadonlyMap<string, bigint> {
  const { wellKnown, aliases } = labelRules(vocabulary);
  const hard = view.taints.filter(({ effect }) => effect !== 'PreferNoSchedule');
  const daemons = daemonsOf(daemonSets, boundPods, aliases).flatMap((daemon) => {
    const [term, ...others] = podTerms(daemon.spec, aliases);
    const isCertain = term !== undefined && others.length === 0 && !daemon.usesResourceClaims;
    const lands =
      isCertain &&
      daemon.tolerates(hard) &&
      view.requirements.compatible(daemon.strict, { allowUndefined: wellKnown });
    if (!lands) return [];
    const requests = new Map(daemon.requests).set('pods', 1_000_000_000n);
    const keys = [...daemon.strict.entries()].filter(({ key }) => vocabulary.specs.has(key));
    return [{ requests, keys }];
  });
  const sums = new Map<string, ReadonlyMap<string, bigint>>();
  return (type) => {
    const landing = daemons.map(({ keys }) => (keys.every((key) => meets(type, key)) ? '1' : '0')).join('');
    let sum = sums.get(landing);
    if (sum === undefined) {
      const total = new Map<string, bigint>();
      daemons.forEach(({ requests }, i) => void (landing[i] === '1' && addAmounts(total, requests)));
      sums.set(landing, total);
      sum = total;
    }
    return sum;
  };
}

/** By resource, the most that daemons take on one of the pool's types. */
export function largestDaemons(
  view: PoolView,
  daemons: DaemonInput,
  vocabulary: LabelVocabulary,
): ReadonlyMap<string, bigint> {
  const requestsOn = daemonRequests(view, daemons, vocabulary);
  const most = new Map<string, bigint>();
  for (const sum of new Set(view.table.types.map(requestsOn))) {
    for (const [resource, nano] of sum) if (nano > (most.get(resource) ?? 0n)) most.set(resource, nano);
  }
  return most;
}
