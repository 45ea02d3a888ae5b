import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { MAX_TOPOLOGY_CLUSTER } from '../../expansion/machine-deployment-name.ts';
import type { Cluster } from '../../model/cluster.ts';
import type { ClusterApiSettings } from '../../model/cluster-api.ts';
import type { ClusterApiObject, CompiledClusterApi, CompiledPool } from '../../model/compilation.ts';
import { autoscalerAccess } from './access.ts';
import { priorityExpander } from './priority-expander.ts';
import { autoscalerSetup } from './setup.ts';

export interface ClusterApiResult {
  /** Absent: no pool of the cluster uses this backend. */
  readonly clusterApi?: CompiledClusterApi;
  readonly diagnostics: readonly Diagnostic[];
}

/** What the pools of the Cluster Autoscaler have in common: its setup, its access, priorities, a topology. */
export function clusterAutoscalerCluster({
  cluster,
  pools,
}: {
  readonly cluster: Cluster;
  readonly pools: readonly CompiledPool[];
}): ClusterApiResult {
  const settings = cluster.settings.clusterApi;
  const own = pools.filter(({ backend }) => backend === 'cluster-autoscaler');
  if (settings === undefined || own.length === 0) return { diagnostics: [] };
  const groups = own.flatMap(({ machines }) => machines?.nodeGroups ?? []);
  const made = own.flatMap(({ machines }) => machines?.objects ?? []);
  return {
    clusterApi: {
      objects: [
        ...topologyOf(own, settings),
        ...priorityExpander(groups, settings),
        ...autoscalerAccess(made, settings),
      ],
      autoscaler: autoscalerSetup(own, settings),
    },
    diagnostics: clusterNameProblems(settings),
  };
}

/** Names that are cut would not be those that priorities look for. */
function clusterNameProblems({ clusterName, output }: ClusterApiSettings): Diagnostic[] {
  const { length } = clusterName.value;
  if (output.value !== 'topology' || length <= MAX_TOPOLOGY_CLUSTER) return [];
  return [
    diagnostic(
      'PW9031',
      clusterName.origin.span,
      `\`${clusterName.value}\` has ${length} characters: MachineDeployments of its topology are called after it, and with more than ${MAX_TOPOLOGY_CLUSTER} Cluster API would cut what tells them apart`,
      {
        help: 'Write `output: machine-deployments`, whose names are made to fit, or give the Cluster a shorter name.',
      },
    ),
  ];
}

/**
 * The part of the Cluster that lists its workers, for server-side apply: everything else of it stays whoever's it is. An
 * empty list would take away workers that others list, so there is none without entries.
 */
function topologyOf(pools: readonly CompiledPool[], settings: ClusterApiSettings): ClusterApiObject[] {
  const entries = pools.flatMap(({ machines }) => machines?.topology ?? []);
  if (entries.length === 0) return [];
  return [
    {
      tree: 'management',
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Cluster',
      name: settings.clusterName.value,
      namespace: settings.namespace.value,
      annotations: {
        'argocd.argoproj.io/sync-options': 'ServerSideApply=true,Prune=false',
        'kustomize.toolkit.fluxcd.io/prune': 'disabled',
        'kustomize.toolkit.fluxcd.io/ssa': 'Merge',
      },
      spec: { topology: { workers: { machineDeployments: entries } } },
      origins: new Map([
        ['', settings.output.origin],
        ['/metadata/name', settings.clusterName.origin],
        ['/metadata/namespace', settings.namespace.origin],
      ]),
    },
  ];
}
