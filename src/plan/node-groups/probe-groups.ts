import { addAmounts } from '../../kubernetes/pod-requests.ts';
import type { PoolProbe } from '../../model/plan.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import { largestDaemons } from '../daemons.ts';
import { filterReason } from '../filter-reason.ts';
import { utilisationOf } from '../node-claims.ts';
import { plannedOffering } from '../node-claim-price.ts';
import type { PlanTemplate } from '../plan-pod.ts';
import type { PoolView } from '../pool-view.ts';
import type { ScenarioWorkloads } from '../scenario-workloads.ts';
import { groupDaemons } from './group-daemons.ts';
import { type KnownGroup, knownGroups } from './group-table.ts';

export interface GroupProbeInput {
  /** Those to be asked; pools without node groups are passed by. */
  readonly views: readonly PoolView[];
  readonly given: ScenarioWorkloads;
  readonly vocabulary: LabelVocabulary;
}

/** Whether some node group of each pool has room for its daemons and one pod that asks for nothing. */
export function probeGroups({ views, given, vocabulary }: GroupProbeInput): ReadonlyMap<string, PoolProbe> {
  const daemonsOf = groupDaemons(given, vocabulary.aliases);
  return new Map(
    views.flatMap((view): [string, PoolProbe][] => {
      if (view.groups === undefined) return [];
      const roomy = knownGroups(view.groups)
        .filter(({ isAvailable }) => isAvailable)
        .filter((group) => hasRoom(group, withOnePod(daemonsOf(group, view))))
        .sort(byPrice);
      const [best] = roomy;
      if (best === undefined)
        return [[view.name, { launches: false, reasons: [reason(view, given, vocabulary)] }]];
      const { offering, instanceType, allocatable } = best.group;
      const requestsNano = daemonsOf(best, view);
      const utilisation = utilisationOf({ requestsNano }, allocatable);
      const cheapest = plannedOffering(instanceType.name, offering);
      return [[view.name, { launches: true, cheapest, utilisation }]];
    }),
  );
}

function withOnePod(daemons: ReadonlyMap<string, bigint>): ReadonlyMap<string, bigint> {
  const all = new Map(daemons);
  addAmounts(all, new Map([['pods', 1_000_000_000n]]));
  return all;
}

function hasRoom({ believed }: KnownGroup, amounts: ReadonlyMap<string, bigint>): boolean {
  return [...amounts].every(([name, nano]) => nano <= (believed.capacity.get(name) ?? 0n));
}

/** Those without a price last; ties by name. */
function byPrice(a: KnownGroup, b: KnownGroup): number {
  const price = ({ group }: KnownGroup) => group.offering.price?.perHourUsd ?? Number.MAX_VALUE;
  return price(a) - price(b) || (a.group.name < b.group.name ? -1 : 1);
}

const PROBE: PlanTemplate = {
  spec: { tolerations: [{ operator: 'Exists' }], containers: [{ name: 'probe' }] },
};

function reason(view: PoolView, given: ScenarioWorkloads, vocabulary: LabelVocabulary) {
  const source = view.compiled.pool.keySpan;
  const able = (view.groups ?? []).filter(
    ({ isAvailable, believed }) => isAvailable && believed !== undefined,
  );
  if (able.length === 0) {
    const message =
      (view.groups ?? []).length === 0
        ? 'the pool has no node group'
        : 'no machine of the node groups of the pool can be had';
    return { nodePool: view.name, code: 'no-node-groups', message, source };
  }
  const daemons = largestDaemons(view, given, vocabulary);
  const found = filterReason(view, PROBE, { vocabulary, daemons });
  const message = found?.message ?? 'no node group is large enough for the daemons of a node';
  return { nodePool: view.name, code: 'resources', message, source: found?.source ?? source };
}
