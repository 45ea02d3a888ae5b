import type { CompiledCluster } from '../../model/compilation.ts';
import type {
  AutoscalerOptions,
  ExpanderName,
  PriorityTier,
} from '../../packer/cluster-autoscaler/problem.ts';
import { groupBy } from '../group-by.ts';
import { flagValues, startupTaintKeys } from './autoscaler-flags.ts';
import type { GroupView } from './group-view.ts';

const EXPANDERS: readonly ExpanderName[] = [
  'least-waste',
  'most-pods',
  'least-nodes',
  'random',
  'priority',
  'grpc',
];

/** How the autoscaler runs: the flags that the output relies on. */
export function autoscalerOptions(
  { cluster, clusterApi }: CompiledCluster,
  groups: readonly GroupView[],
): AutoscalerOptions {
  const flag = (name: string) => flagValues(clusterApi, name);
  const chain = cluster.settings.clusterApi?.expanders.map(({ value }) => value) ?? [];
  const expanders = EXPANDERS.filter((name) => chain.includes(name)).sort(
    (a, b) => chain.indexOf(a) - chain.indexOf(b),
  );
  const balancingLabels = flag('balancing-label');
  const [maxNodesTotal] = flag('max-nodes-total').map(Number);
  return {
    ...(expanders.length === 0 ? {} : { expanders }),
    priorities: priorityTiers(groups),
    balanceSimilar: flag('balance-similar-node-groups').includes('true'),
    ...(balancingLabels.length === 0 ? {} : { balancingLabels }),
    balancingIgnoreLabels: flag('balancing-ignore-label'),
    ...(maxNodesTotal === undefined ? {} : { maxNodesTotal }),
    startupTaints: startupTaintKeys(clusterApi),
  };
}

/** What the ConfigMap of the priority expander says, group by group. */
function priorityTiers(groups: readonly GroupView[]): readonly PriorityTier[] {
  const prioritised = groups.filter(({ group }) => group.priority !== undefined);
  return [...groupBy(prioritised, ({ group }) => String(group.priority))].map(([priority, own]) => ({
    priority: Number(priority),
    patterns: own.map(({ group }) => `^${group.id.replaceAll(/[^A-Za-z0-9/_-]/g, '\\$&')}$`),
  }));
}
