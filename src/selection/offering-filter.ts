import type { Offering } from '../model/instance-type.ts';
import { isOfferingKey, offeringMeets } from './offering-labels.ts';
import { combine, type PoolConstraints, typeConstraints } from './pool-constraints.ts';

/** A filter for offerings: available, and meeting the pool's constraints on zone, zone id and capacity type. */
export function offeringFilter(pool: PoolConstraints): (offering: Offering) => boolean {
  const requirements = [...combine(typeConstraints(pool)).entries()].filter(({ key }) => isOfferingKey(key));
  return (offering) => offering.available && offeringMeets(offering, requirements);
}
