import { poolKey } from '../../expansion/pool-key.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { healthChecks } from '../../expansion/build-health-check.ts';
import {
  drainTimeoutSeconds,
  propagatedTaints,
  rolloutOf,
} from '../../expansion/build-machine-deployment.ts';
import type { BuiltMachine } from '../../expansion/build-machines.ts';
import type { MachinePlan } from '../../expansion/machine-plan.ts';
import { invariant } from '../../diagnostics/invariant.ts';
import type { ClusterApiTopology } from '../../model/cluster-api.ts';
import type { JsonValue } from '../../model/compiled-object.ts';

type Fields = Readonly<Record<string, JsonValue>>;

/** One of `spec.topology.workers.machineDeployments` of a Cluster: the same machine, described to a ClusterClass. */
export function topologyEntry(
  plan: MachinePlan,
  topology: ClusterApiTopology,
  { group, copiedLabels, infrastructure }: BuiltMachine,
): Fields {
  const { pool, mode, options } = plan;
  const { healthCheck } = options;
  return {
    class: topology.workerClass.value,
    name: entryName(plan, group.name),
    failureDomain: group.offering.zone,
    metadata: {
      labels: { [poolKey(plan.settings)]: pool.name, ...mode.deploymentLabels, ...copiedLabels },
      annotations: group.annotations,
    },
    ...rolloutOf(plan),
    ...deletionOf(plan),
    ...propagatedTaints(plan),
    ...(healthCheck === undefined ? {} : { healthCheck: { enabled: true, ...healthChecks(healthCheck) } }),
    ...variables(plan, topology, { group, templateSpec: infrastructure.spec as JsonValue }),
  };
}

/** Cluster API puts the name of the Cluster in front, and five characters behind: a group is called what is before those. */
function entryName({ settings }: MachinePlan, name: string): string {
  const prefix = `${settings.clusterName.value}-`;
  invariant(name.startsWith(prefix), `the name of a topology's group starts with its cluster's: ${name}`);
  return name.slice(prefix.length);
}

function deletionOf(plan: MachinePlan): Fields {
  const timeout = drainTimeoutSeconds(plan);
  const order = plan.options.deletionOrder?.value;
  if (timeout === undefined && order === undefined) return {};
  return {
    deletion: {
      ...(order === undefined ? {} : { order }),
      ...(timeout === undefined ? {} : { nodeDrainTimeoutSeconds: timeout }),
    },
  };
}

function variables(
  { machines }: MachinePlan,
  { variables: names }: ClusterApiTopology,
  { group, templateSpec }: Pick<BuiltMachine, 'group'> & { readonly templateSpec: JsonValue },
): Fields {
  const known = machines.topologyValues?.(templateSpec) ?? {};
  const values: readonly (readonly [string | undefined, JsonValue | undefined])[] = [
    [names.instanceType?.value, group.instanceType.name],
    [names.imageId?.value, known.imageId],
    [names.volumeSizeGiB?.value, known.volumeSizeGiB],
    [names.spot?.value, group.offering.capacityType === 'spot'],
    [names.subnetId?.value, known.subnetId],
  ];
  const overrides = values.flatMap(([name, value]) =>
    name === undefined || value === undefined ? [] : [{ name, value }],
  );
  return overrides.length === 0 ? {} : { variables: { overrides } };
}

/** What the ClusterClass would have to know and has no variable for. */
export function topologyProblems(
  plan: MachinePlan,
  topology: ClusterApiTopology,
  capacityTypes: ReadonlySet<string>,
): Diagnostic[] {
  const { pool, labels } = plan;
  const { workerClass, variables: names } = topology;
  const missing = [
    ...(names.instanceType === undefined ? ['instance_type'] : []),
    ...(capacityTypes.has('spot') && names.spot === undefined ? ['spot'] : []),
  ].map((name) =>
    diagnostic(
      'PW9030',
      workerClass.origin.span,
      `the class \`${workerClass.value}\` has no variable \`${name}\`, so machines of pool \`${pool.name}\` would not be what they are described as`,
      { help: `Add the variable to the ClusterClass, and its name as \`variables: {${name}: …}\`.` },
    ),
  );
  const unset = Object.keys(labels.kubelet).flatMap((key) => {
    const origin = labels.origins.get(key);
    if (origin === undefined) return [];
    return [
      diagnostic(
        'PW9030',
        origin.keySpan ?? origin.span,
        `with a ClusterClass nodes of pool \`${pool.name}\` do not get the label \`${key}\``,
        {
          related: usedHere(origin, pool),
          help: 'Use a key in the domain `node.cluster.x-k8s.io`, which Cluster API copies to nodes, or have it copy this one and say so in `additional_sync_machine_labels`.',
        },
      ),
    ];
  });
  return [...missing, ...unset, ...taintProblems(plan)];
}

function taintProblems({ pool, mode }: MachinePlan): Diagnostic[] {
  const taints = [...(mode.propagatesTaints ? [] : pool.taints), ...pool.startupTaints];
  return taints.map(({ key, origin }) =>
    diagnostic(
      'PW9030',
      origin.span,
      `with a ClusterClass nodes of pool \`${pool.name}\` do not get the taint \`${key.value}\``,
      {
        related: usedHere(origin, pool),
        help: 'Turn Cluster API’s feature gate MachineTaintPropagation on and write `machine_taint_propagation: true`, which serves `taints`, or use `output: machine-deployments`.',
      },
    ),
  );
}
