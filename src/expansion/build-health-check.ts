import { poolKey } from './pool-key.ts';
import { parseDuration } from '../kubernetes/duration.ts';
import type { PoolHealthCheck } from '../model/cluster-api.ts';
import type { ClusterApiObject } from '../model/compilation.ts';
import type { JsonValue } from '../model/compiled-object.ts';
import { intOrPercent, seconds } from './build-machine-deployment.ts';
import { CLUSTER_NAME_LABEL } from './keys.ts';
import { templateBase } from './machine-deployment-name.ts';
import { type MachinePlan, poolOrigin } from './machine-plan.ts';

/** The MachineHealthCheck (v1beta2) of all machines of a pool, if it asks for one. */
export function machineHealthCheck(plan: MachinePlan): readonly ClusterApiObject[] {
  const { pool, settings, options } = plan;
  const { healthCheck } = options;
  if (healthCheck === undefined) return [];
  const cluster = settings.clusterName.value;
  return [
    {
      tree: 'management',
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'MachineHealthCheck',
      name: templateBase([cluster, pool.name]),
      namespace: settings.namespace.value,
      labels: { [CLUSTER_NAME_LABEL]: cluster, [poolKey(plan.settings)]: pool.name },
      spec: {
        clusterName: cluster,
        selector: { matchLabels: { [CLUSTER_NAME_LABEL]: cluster, [poolKey(plan.settings)]: pool.name } },
        ...healthChecks(healthCheck),
      },
      origins: new Map([
        ['', poolOrigin(pool)],
        ['/spec/checks/nodeStartupTimeoutSeconds', healthCheck.nodeStartupTimeout.origin],
        ['/spec/checks/unhealthyNodeConditions', healthCheck.unhealthyAfter.origin],
        ['/spec/remediation', healthCheck.maxUnhealthy.origin],
      ]),
      pool: pool.name,
    },
  ];
}

/** What is checked, and when too many machines are ill for anything to be done about it. */
export function healthChecks(healthCheck: PoolHealthCheck): Readonly<Record<string, JsonValue>> {
  const timeoutSeconds = secondsOf(healthCheck.unhealthyAfter.value);
  return {
    checks: {
      nodeStartupTimeoutSeconds: secondsOf(healthCheck.nodeStartupTimeout.value),
      unhealthyNodeConditions: ['False', 'Unknown'].map((status) => ({
        type: 'Ready',
        status,
        timeoutSeconds,
      })),
    },
    remediation: {
      triggerIf: { unhealthyLessThanOrEqualTo: intOrPercent(healthCheck.maxUnhealthy.value) },
    },
  };
}

/** A text that is no duration is an error elsewhere. */
function secondsOf(text: string): number {
  return seconds(parseDuration(text) ?? 0n);
}
