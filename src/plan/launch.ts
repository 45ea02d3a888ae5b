import type { Requirements } from '../kubernetes/requirements.ts';
import type { CapacityType, InstanceType, Offering } from '../model/instance-type.ts';
import type { LaunchRules } from '../model/provider.ts';
import { isOfferingKey, offeringMeets } from '../selection/offering-labels.ts';
import type { PlanTable } from './instance-tables.ts';

export interface LaunchInput {
  readonly requirements: Requirements;
  /** Names of the types that are left, cheapest first. */
  readonly instanceTypes: readonly string[];
  readonly table: PlanTable;
  readonly rules: LaunchRules;
}

/** What the provider would ask the cloud for. */
export interface Launch {
  /** Cheapest first; never empty. */
  readonly candidates: readonly LaunchCandidate[];
  readonly capacityType: CapacityType;
}

export interface LaunchCandidate {
  readonly type: InstanceType;
  /** Available and within the requirements. Never empty. */
  readonly offerings: readonly Offering[];
}

/**
 * What remains of a NodeClaim's types when the AWS provider has dropped what it does not send: exotic types, spot that
 * is dearer than the cheapest on-demand machine, everything behind the cheapest 60. `minValues` turns the first two off
 * (karpenter-provider-aws 1.14, pkg/providers/instance).
 */
export function launch({ requirements, instanceTypes, table, rules }: LaunchInput): Launch {
  const constraints = [...requirements.entries()].filter(({ key }) => isOfferingKey(key));
  const all: LaunchCandidate[] = [];
  for (const name of instanceTypes) {
    const type = table.byName.get(name);
    const offerings = type?.offerings.filter((one) => one.available && offeringMeets(one, constraints)) ?? [];
    if (type !== undefined && offerings.length > 0) all.push({ type, offerings });
  }
  const isFlexible = [...requirements.entries()].some(({ minValues }) => minValues !== undefined);
  const most = rules.maxInstanceTypes;
  const candidates = isFlexible
    ? all.slice(0, most)
    : withoutDearSpot(withoutExotic(all, table, rules), most);
  const isSpot = candidates.some(({ offerings }) =>
    offerings.some(({ capacityType }) => capacityType === 'spot'),
  );
  const isReserved = candidates.every(({ offerings }) =>
    offerings.every(({ capacityType }) => capacityType === 'reserved'),
  );
  return { candidates, capacityType: isSpot ? 'spot' : isReserved ? 'reserved' : 'on-demand' };
}

function withoutExotic(
  all: readonly LaunchCandidate[],
  table: PlanTable,
  rules: LaunchRules,
): readonly LaunchCandidate[] {
  const ordinary = all.filter(({ type }) => !rules.isExotic(type, table.resourcesOf(type)));
  return ordinary.length === 0 ? all : ordinary;
}

/** No more than `most`. */
function withoutDearSpot(all: readonly LaunchCandidate[], most: number): readonly LaunchCandidate[] {
  let cheapest = Number.POSITIVE_INFINITY;
  for (const { offerings } of all) {
    for (const { capacityType, price } of offerings) {
      if (capacityType === 'on-demand' && price !== undefined)
        cheapest = Math.min(cheapest, price.perHourUsd);
    }
  }
  if (cheapest === Number.POSITIVE_INFINITY) return all.slice(0, most);
  const isDear = ({ capacityType, price }: Offering) =>
    capacityType === 'spot' && (price?.perHourUsd ?? Number.POSITIVE_INFINITY) > cheapest;
  const kept: LaunchCandidate[] = [];
  for (const candidate of all) {
    if (kept.length === most) break;
    const offerings = candidate.offerings.filter((offering) => !isDear(offering));
    if (offerings.length === candidate.offerings.length) kept.push(candidate);
    else if (offerings.length > 0) kept.push({ type: candidate.type, offerings });
  }
  return kept;
}
