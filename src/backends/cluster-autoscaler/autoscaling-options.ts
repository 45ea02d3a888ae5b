import type { Located } from '../../diagnostics/located.ts';
import type { AutoscalingOptionName } from '../../kubernetes/scale-from-zero/autoscaling-options.ts';
import type { PoolClusterApi } from '../../model/cluster-api.ts';
import type { Pool } from '../../model/pool.ts';

type Options = Readonly<Partial<Record<AutoscalingOptionName, Located<string>>>>;

/** What the pool says about taking nodes away, as options of its node groups. Its `cluster_api` wins over `disruption`. */
export function autoscalingOptions({ disruption }: Pool, own: PoolClusterApi): Options {
  const { scaleDown } = own;
  const threshold = thresholdOf(disruption);
  return withoutUndefined({
    scaleDownUtilizationThreshold: scaleDown.utilizationThreshold ?? threshold,
    scaleDownGpuUtilizationThreshold: scaleDown.gpuUtilizationThreshold ?? threshold,
    scaleDownUnneededTime: scaleDown.unneededTime ?? unneededTime(disruption),
    scaleDownUnreadyTime: scaleDown.unreadyTime,
    maxNodeProvisionTime: own.maxNodeProvisionTime,
    maxNodeStartupTime: own.maxNodeStartupTime,
  });
}

/** No utilisation is below -1, and only that of an empty node is 0. */
function thresholdOf(disruption: Pool['disruption']): Located<string> | undefined {
  const { consolidateAfter, consolidationPolicy } = disruption ?? {};
  if (consolidateAfter?.value === 'Never') return { ...consolidateAfter, value: '-1' };
  return consolidationPolicy?.value === 'WhenEmpty' ? { ...consolidationPolicy, value: '0' } : undefined;
}

function unneededTime(disruption: Pool['disruption']): Located<string> | undefined {
  const after = disruption?.consolidateAfter;
  return after?.value === 'Never' ? undefined : after;
}

function withoutUndefined(
  options: Partial<Record<AutoscalingOptionName, Located<string> | undefined>>,
): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
