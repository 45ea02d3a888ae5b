import type { LabelSelector } from '../../kubernetes/api/label-selector.ts';
import { ceilUnits, parseQuantity } from '../../kubernetes/quantity.ts';
import type { ClusterApiObject, CompiledCluster } from '../../model/compilation.ts';
import type { JsonValue } from '../../model/compiled-object.ts';
import type { Quota } from '../../packer/cluster-autoscaler/problem.ts';
import { flagValues } from './autoscaler-flags.ts';

/** The CapacityQuotas of the output; none where the autoscaler is not told to heed them. */
export function capacityQuotas({ pools, clusterApi }: CompiledCluster): readonly Quota[] {
  if (!flagValues(clusterApi, 'capacity-quotas-enabled').includes('true')) return [];
  const objects = [
    ...(clusterApi?.objects ?? []),
    ...pools.flatMap(({ machines }) => machines?.objects ?? []),
  ];
  return objects.filter(({ kind }) => kind === 'CapacityQuota').map(quotaOf);
}

/** Limits are whole amounts: bytes, cores, nodes. */
function quotaOf({ name, spec }: ClusterApiObject): Quota {
  const { selector, limits } = fieldsOf(spec as JsonValue);
  const entries = Object.entries(fieldsOf(fieldsOf(limits)['resources'])).flatMap(
    ([resource, text]): [string, bigint][] => {
      const parsed = parseQuantity(typeof text === 'string' ? text : '');
      return parsed.ok ? [[resource, ceilUnits(parsed.quantity)]] : [];
    },
  );
  return {
    name,
    ...(selector === undefined ? {} : { selector: selector as LabelSelector }),
    limits: new Map(entries),
  };
}

function fieldsOf(value: JsonValue | undefined): Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, JsonValue>>)
    : {};
}
