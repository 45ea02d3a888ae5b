import type { Resources } from '../kubernetes/resources.ts';
import type { PlannedNodeClaim, Utilisation } from '../model/plan.ts';
import type { LaunchRules } from '../model/provider.ts';
import type { NewNodeClaim } from '../packer/karpenter/decision.ts';
import { type Launch, launch } from './launch.ts';
import { cheapestOf, nodeClaimPrice } from './node-claim-price.ts';
import type { PoolView } from './pool-view.ts';

/** A node that Karpenter would ask for, with everything that follows from it. */
export interface ClaimOutcome {
  readonly planned: PlannedNodeClaim;
  readonly decided: NewNodeClaim;
  readonly launch: Launch;
}

export interface ClaimInput {
  readonly claims: readonly NewNodeClaim[];
  readonly views: ReadonlyMap<string, PoolView>;
  readonly rules: LaunchRules;
  /** `<namespace>/<name>` of a pod. */
  readonly nameOf: (uid: string) => string;
}

/** In the order of the decision; names count up in each pool. */
export function claimOutcomes({ claims, views, rules, nameOf }: ClaimInput): readonly ClaimOutcome[] {
  const counts = new Map<string, number>();
  return claims.flatMap((decided): ClaimOutcome[] => {
    const { nodePool } = decided;
    const view = views.get(nodePool);
    const number = (counts.get(nodePool) ?? 0) + 1;
    counts.set(nodePool, number);
    if (view === undefined) return [];
    const sent = launch({
      requirements: decided.requirements,
      instanceTypes: decided.instanceTypes,
      table: view.table,
      rules,
    });
    const planned = plannedClaim(`${nodePool}-${number}`, { decided, launch: sent }, view, nameOf);
    return planned === undefined ? [] : [{ planned, decided, launch: sent }];
  });
}

function plannedClaim(
  name: string,
  { decided, launch: sent }: Omit<ClaimOutcome, 'planned'>,
  view: PoolView,
  nameOf: (uid: string) => string,
): PlannedNodeClaim | undefined {
  const cheapest = cheapestOf(sent);
  if (cheapest === undefined) return undefined;
  const price = nodeClaimPrice(sent);
  const zones = new Set<string>();
  for (const { offerings } of sent.candidates) for (const { zone } of offerings) zones.add(zone);
  return {
    name,
    nodePool: decided.nodePool,
    pods: decided.podUids.map(nameOf),
    instanceTypes: sent.candidates.map(({ type }) => type.name),
    instanceTypeCount: decided.instanceTypes.length,
    cheapest,
    zones: [...zones].sort(),
    capacityType: sent.capacityType,
    ...(price === undefined ? {} : { pricePerHourUsd: price }),
    utilisation: utilisationOf(decided, allocatableOf(sent, view)),
  };
}

const NANO_PER_MILLI = 1_000_000n;
const NANO_PER_UNIT = 1_000_000_000n;

/** Of the cheapest type. */
function allocatableOf({ candidates }: Launch, { table }: PoolView): Resources | undefined {
  const [first] = candidates;
  return first === undefined ? undefined : table.resourcesOf(first.type).allocatable;
}

export function utilisationOf(
  { requestsNano }: Pick<NewNodeClaim, 'requestsNano'>,
  allocatable: Resources | undefined,
): Utilisation {
  return {
    cpuMilli: {
      requested: ceil(requestsNano.get('cpu') ?? 0n, NANO_PER_MILLI),
      allocatable: allocatable?.cpuMilli ?? 0,
    },
    memoryBytes: {
      requested: ceil(requestsNano.get('memory') ?? 0n, NANO_PER_UNIT),
      allocatable: allocatable?.memoryBytes ?? 0,
    },
  };
}

function ceil(nano: bigint, per: bigint): number {
  return Number((nano + per - 1n) / per);
}

/** Of several nodes together; undefined for none. */
export function totalUtilisation(
  nodes: readonly { readonly utilisation: Utilisation }[],
): Utilisation | undefined {
  if (nodes.length === 0) return undefined;
  const sum = (read: (utilisation: Utilisation) => number) =>
    nodes.reduce((total, { utilisation }) => total + read(utilisation), 0);
  return {
    cpuMilli: {
      requested: sum(({ cpuMilli }) => cpuMilli.requested),
      allocatable: sum(({ cpuMilli }) => cpuMilli.allocatable),
    },
    memoryBytes: {
      requested: sum(({ memoryBytes }) => memoryBytes.requested),
      allocatable: sum(({ memoryBytes }) => memoryBytes.allocatable),
    },
  };
}
