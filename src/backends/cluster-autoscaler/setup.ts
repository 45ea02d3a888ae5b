import { MARKET_LABEL, SHAPE_LABEL } from '../../expansion/keys.ts';
import { isPassingTaint } from '../../kubernetes/scale-from-zero/template-taints.ts';
import type { ClusterApiSettings } from '../../model/cluster-api.ts';
import type { AutoscalerSetup, CompiledPool } from '../../model/compilation.ts';
import type { JsonValue } from '../../model/compiled-object.ts';
import { AUTOSCALER_VALUE, autoscalerKey } from './discovery.ts';

type Flags = AutoscalerSetup['flags'];

/** How the Cluster Autoscaler has to run for the output to mean what it says. */
export function autoscalerSetup(
  pools: readonly CompiledPool[],
  settings: ClusterApiSettings,
): AutoscalerSetup {
  const { clusterName, namespace, autoscalerNamespace } = settings;
  const behaviour: Flags = {
    expander: settings.expanders.map(({ value }) => value).join(','),
    ...balancing(settings),
    ...startupTaints(pools),
    ...(hasQuota(pools) ? { 'capacity-quotas-enabled': 'true' } : {}),
    ...(pools.some(({ pool }) => (pool.clusterApi?.minSize.value ?? 0) > 0)
      ? { 'enforce-node-group-min-size': 'true' }
      : {}),
  };
  const discovery = [
    `namespace=${namespace.value}`,
    `clusterName=${clusterName.value}`,
    `${autoscalerKey(settings)}=${AUTOSCALER_VALUE}`,
  ];
  return {
    flags: {
      'cloud-provider': 'clusterapi',
      namespace: autoscalerNamespace.value,
      'node-group-auto-discovery': `clusterapi:${discovery.join(',')}`,
      ...behaviour,
    },
    values: {
      cloudProvider: 'clusterapi',
      // The autoscaler runs in the cluster that it scales; the one with the machines it reaches by a kubeconfig.
      clusterAPIMode: 'incluster-kubeconfig',
      autoDiscovery: {
        clusterName: clusterName.value,
        namespace: namespace.value,
        labels: [{ [autoscalerKey(settings)]: AUTOSCALER_VALUE }],
      },
      extraArgs: extraArgs(behaviour),
    },
  };
}

function balancing({ balancing: { value } }: ClusterApiSettings): Flags {
  if (value === 'off') return {};
  return {
    'balance-similar-node-groups': 'true',
    ...(value === 'label' ? { 'balancing-label': [MARKET_LABEL, SHAPE_LABEL] } : {}),
  };
}

function startupTaints(pools: readonly CompiledPool[]): Flags {
  const keys = pools.flatMap(({ pool }) => pool.startupTaints.map(({ key }) => key.value));
  const needed = [...new Set(keys)].filter((key) => !isPassingTaint(key)).sort();
  return needed.length === 0 ? {} : { 'startup-taint': needed };
}

function hasQuota(pools: readonly CompiledPool[]): boolean {
  return pools.some(({ machines }) => machines?.objects.some(({ kind }) => kind === 'CapacityQuota'));
}

/** The chart takes a flag once by each name, and leaves out what follows a `_` in it. */
function extraArgs(flags: Flags): JsonValue {
  return Object.fromEntries(
    Object.entries(flags).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string'
        ? [[name, value]]
        : value.map((one, i): [string, string] => [`${name}_${i + 1}`, one]),
    ),
  );
}
