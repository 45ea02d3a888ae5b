import type { CapacityQuotaSpec } from '../../src/kubernetes/api/capacity-quota.ts';
import type { Loose } from '../loose.ts';
import { selectorProblems } from '../map-problems.ts';

const AT = 'spec.limits.resources';
const MAX_RESOURCES = 20;
const MAX_KEY = 63;
/** Whole numbers: no sign, fraction, exponent or part of a unit. */
const WHOLE = /^[0-9]+(k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?$/;

/** What the API server or the Cluster Autoscaler would refuse in a CapacityQuota, one sentence each (autoscaler 1.36). */
export function capacityQuotaProblems({ selector, limits }: Loose<CapacityQuotaSpec>): readonly string[] {
  if (limits?.resources === undefined) return [`${AT} is required`];
  const resources = Object.entries(limits.resources);
  return [
    ...(selector === undefined ? [] : selectorProblems('spec.selector', selector)),
    ...(resources.length === 0 ? [`${AT} limits nothing`] : []),
    ...(resources.length > MAX_RESOURCES ? [`${AT} has more than ${MAX_RESOURCES} entries`] : []),
    ...resources.flatMap(([name, quantity]) => [
      ...(name === '' || name.length > MAX_KEY ? [`${AT}: "${name}" is not 1 to ${MAX_KEY} characters`] : []),
      ...(WHOLE.test(String(quantity))
        ? []
        : [`${AT}["${name}"]: "${quantity}" is not a whole number such as 40 or 160Gi`]),
    ]),
  ];
}
