import { buildMachines, type BuiltMachines } from '../../expansion/build-machines.ts';
import { expandPool } from '../../expansion/expand-pool.ts';
import type { MachineMode, MachinePlan } from '../../expansion/machine-plan.ts';
import { nodeTaints } from '../../expansion/node-taints.ts';
import {
  type ClusterApiPoolInput,
  type ClusterApiPoolResult,
  type WholePoolInput,
  wholeInput,
} from '../../expansion/pool-input.ts';
import { priorityOf, priorityStep } from '../../expansion/priority.ts';
import { routeLabels, undecidedLabels } from '../../expansion/route-labels.ts';
import type { CompiledMachines } from '../../model/compilation.ts';
import { autoscalingOptions } from './autoscaling-options.ts';
import { AUTOSCALER_VALUE, autoscalerKey } from './discovery.ts';
import { notExpressible, reservedFirst } from './not-expressible.ts';
import { capacityQuota } from './quota.ts';
import { unremovedTaints } from './unremoved-taints.ts';
import { topologyEntry, topologyProblems } from './topology-entry.ts';

/**
 * The MachineDeployments of a pool, their templates and whatever else it needs, for the Cluster Autoscaler. With
 * `output: topology` they are entries of the Cluster's topology instead.
 */
export function clusterAutoscalerPool(input: ClusterApiPoolInput): ClusterApiPoolResult {
  const whole = wholeInput(input);
  if (whole === undefined) return { diagnostics: [] };
  const { pool, cluster, provider, nodeClass, machines, options, settings } = whole;
  const vocabulary = provider.labels(cluster);
  const synced = settings.additionalSyncMachineLabels.map(({ value }) => value);
  const labels = routeLabels(pool, { vocabulary, synced });
  const quota = capacityQuota(pool, options, settings);
  const expansion = expandPool({
    ...whole,
    clusterName: settings.clusterName,
    output: settings.output.value,
    unmakeable: (type) => machines.unmakeable?.({ pool, cluster, nodeClass, type }),
    vocabulary,
    limitsKeptBy: quota.objects.length > 0 ? 'quota' : 'nobody',
  });
  const plan: MachinePlan = {
    ...whole,
    vocabulary,
    labels,
    kubeletTaints: nodeTaints([...pool.taints, ...pool.startupTaints]),
    mode: modeOf(whole),
  };
  const built = buildMachines(plan, expansion);
  const capacityTypes = new Set(built.nodeGroups.map(({ offering }) => offering.capacityType));
  return {
    machines: {
      nodeGroups: built.nodeGroups,
      dropped: expansion.dropped,
      refusedLabels:
        settings.output.value === 'topology'
          ? new Set([...labels.refused, ...Object.keys(labels.kubelet)])
          : labels.refused,
      ...output(plan, built, quota.objects),
    },
    diagnostics: [
      ...notExpressible(pool, settings),
      ...unremovedTaints(pool),
      ...labels.diagnostics,
      ...undecidedLabels(pool, vocabulary),
      ...expansion.diagnostics,
      ...built.diagnostics,
      ...quota.diagnostics,
      ...reservedFirst(pool, capacityTypes),
      ...(settings.output.value === 'topology' && settings.topology !== undefined
        ? topologyProblems(plan, settings.topology, capacityTypes)
        : []),
    ],
  };
}

function modeOf({ pool, options, settings, cluster }: WholePoolInput): MachineMode {
  const label = { [autoscalerKey(settings)]: AUTOSCALER_VALUE };
  const step = priorityStep(cluster.pools);
  const tiers = options.priceTiers.value;
  const weight = pool.weight?.value ?? 0;
  return {
    deploymentLabels: label,
    machineLabels: label,
    marksNodes: true,
    setsKubeletLabels: settings.output.value === 'machine-deployments',
    // Those that go away once a node is up must not keep the autoscaler from making one: a flag names them.
    annotatedTaints: nodeTaints(pool.taints),
    reader: 'cluster-autoscaler',
    autoscalingOptions: autoscalingOptions(pool, options),
    propagatesTaints: settings.machineTaintPropagation.value,
    priority: (tier) => priorityOf({ weight, step, tier, tiers }),
  };
}

function output(
  plan: MachinePlan,
  built: BuiltMachines,
  quotas: CompiledMachines['objects'],
): Pick<CompiledMachines, 'objects' | 'topology'> {
  const { output: form, topology } = plan.settings;
  if (form.value === 'machine-deployments' || topology === undefined) {
    return { objects: [...built.objects, ...quotas] };
  }
  return {
    objects: quotas,
    topology: built.groups.map((group) => topologyEntry(plan, topology, group)),
  };
}
