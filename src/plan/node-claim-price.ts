import type { Offering } from '../model/instance-type.ts';
import type { NodeClaimPrice, PlannedOffering } from '../model/plan.ts';
import type { Launch, LaunchCandidate } from './launch.ts';

/** The cheapest offering of the first candidate: what the floor is made of. */
export function cheapestOf({ candidates }: Launch): PlannedOffering | undefined {
  const [first] = candidates;
  if (first === undefined) return undefined;
  const best = first.offerings.reduce((least, one) => (isCheaper(one, least) ? one : least));
  return plannedOffering(first.type.name, best);
}

export function plannedOffering(
  instanceType: string,
  { zone, capacityType, price }: Offering,
): PlannedOffering {
  return {
    instanceType,
    zone,
    capacityType,
    ...(price === undefined ? {} : { pricePerHourUsd: price.perHourUsd }),
    ...(price?.date === undefined ? {} : { date: price.date }),
    flags: price?.flags ?? [],
  };
}

/** Of equal prices the smaller zone name, then the smaller capacity type. */
function isCheaper(a: Offering, b: Offering): boolean {
  const difference = priceOf(a) - priceOf(b);
  if (difference !== 0 && !Number.isNaN(difference)) return difference < 0;
  return a.zone !== b.zone ? a.zone < b.zone : a.capacityType < b.capacityType;
}

/**
 * What a NodeClaim costs. On-demand machines come at the lowest price. Which spot machine comes is the cloud's choice:
 * `expected` is half way between the cheapest and the dearest one that is sent, which is Karpenter's worst launch price
 * (Karpenter 1.14, pkg/cloudprovider/types.go). Undefined where nothing that may come has a price.
 */
export function nodeClaimPrice({ candidates, capacityType }: Launch): NodeClaimPrice | undefined {
  let floor = Number.POSITIVE_INFINITY;
  for (const { offerings } of candidates) {
    for (const offering of offerings) floor = Math.min(floor, priceOf(offering));
  }
  if (floor === Number.POSITIVE_INFINITY) return undefined;
  if (capacityType !== 'spot') return { floor, expected: floor, worst: floor };
  const { least, most } = spotRange(candidates);
  return most === undefined || least === undefined
    ? { floor, expected: floor, worst: floor }
    : { floor, expected: (least + most) / 2, worst: most };
}

function spotRange(candidates: readonly LaunchCandidate[]): {
  readonly least: number | undefined;
  readonly most: number | undefined;
} {
  let least: number | undefined;
  let most: number | undefined;
  for (const { offerings } of candidates) {
    for (const { capacityType, price } of offerings) {
      if (capacityType !== 'spot' || price === undefined) continue;
      least = Math.min(least ?? price.perHourUsd, price.perHourUsd);
      most = Math.max(most ?? price.perHourUsd, price.perHourUsd);
    }
  }
  return { least, most };
}

function priceOf({ price }: Offering): number {
  return price?.perHourUsd ?? Number.POSITIVE_INFINITY;
}
