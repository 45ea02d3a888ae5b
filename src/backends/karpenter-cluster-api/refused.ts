import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { Located } from '../../diagnostics/located.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import { CAPACITY_TYPE } from '../../expansion/keys.ts';
import type { ClusterApiSettings, PoolClusterApi } from '../../model/cluster-api.ts';
import type { Pool } from '../../model/pool.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import { isCustom } from '../../expansion/route-labels.ts';

/** Capacity that the provider cannot offer: each of its machines counts as on-demand. */
export function refusedCapacity(pool: Pool, capacityTypes: ReadonlySet<string>): Diagnostic[] {
  return (['spot', 'reserved'] as const).flatMap((capacityType) => {
    if (!capacityTypes.has(capacityType)) return [];
    const origin = capacityTypeOrigin(pool, capacityType);
    return [
      diagnostic(
        capacityType === 'spot' ? 'PW9101' : 'PW9102',
        origin?.span ?? pool.keySpan,
        `pool \`${pool.name}\` may have ${capacityType} machines, and Karpenter's provider for Cluster API takes every machine for on-demand`,
        {
          related: origin === undefined ? [] : usedHere(origin, pool),
          help: 'Require `karpenter.sh/capacity-type In [on-demand]`, or give the pool `backend: cluster-autoscaler`.',
        },
      ),
    ];
  });
}

function capacityTypeOrigin(pool: Pool, capacityType: string): Origin | undefined {
  const requirement = pool.requirements.find(({ key }) => key.value === CAPACITY_TYPE);
  const value = requirement?.values.find((one) => one.value === capacityType);
  return value?.origin ?? requirement?.origin ?? pool.labels.get(CAPACITY_TYPE)?.origin;
}

/** What came to Karpenter after 1.5, which the provider is built with. */
export function laterFields(pool: Pool, vocabulary: LabelVocabulary): Diagnostic[] {
  const { replicas, disruption } = pool;
  const policy = disruption?.consolidationPolicy;
  const bounds = pool.requirements.filter(
    ({ key, operator }) =>
      (operator.value === 'Gte' || operator.value === 'Lte') && isCustom(key.value, vocabulary),
  );
  return [
    ...(replicas === undefined
      ? []
      : [later(pool, replicas.origin, '`replicas`', 'Remove it: nodes follow the pods.')]),
    ...(policy?.value === 'Balanced'
      ? [later(pool, policy.origin, '`Balanced`', 'Write `WhenEmpty` or `WhenEmptyOrUnderutilized`.')]
      : []),
    ...bounds.map(({ operator }) =>
      later(pool, operator.origin, `operator \`${operator.value}\``, 'Write `Gt` or `Lt`.'),
    ),
  ];
}

function later(pool: Pool, origin: Origin, what: string, help: string): Diagnostic {
  return diagnostic(
    'PW9108',
    origin.span,
    `pool \`${pool.name}\` uses ${what}, which came after Karpenter 1.5: the provider for Cluster API has no later one`,
    { related: usedHere(origin, pool), help },
  );
}

/** Settings that only the Cluster Autoscaler reads, or that mean less here, where somebody wrote them. */
export function withoutEffect(pool: Pool, options: PoolClusterApi): Diagnostic[] {
  const { scaleDown } = options;
  const ignored: readonly (readonly [string, Located<unknown> | undefined, string?])[] = [
    ['min_size', options.minSize.value === 0 ? undefined : options.minSize],
    [
      'limit_strategy: quota',
      options.limitStrategy.value === 'quota' ? options.limitStrategy : undefined,
      LIMITS,
    ],
    ['utilization_threshold', scaleDown.utilizationThreshold, DISRUPTION],
    ['gpu_utilization_threshold', scaleDown.gpuUtilizationThreshold, DISRUPTION],
    ['unneeded_time', scaleDown.unneededTime, DISRUPTION],
    ['unready_time', scaleDown.unreadyTime],
    ['max_node_provision_time', options.maxNodeProvisionTime],
    ['max_node_startup_time', options.maxNodeStartupTime],
    ['dra_driver', options.draDriver],
    ['csi_drivers', [...options.csiDrivers.values()][0]],
  ];
  return ignored.flatMap(([key, located, help]) =>
    located === undefined || isBuiltIn(located.origin)
      ? []
      : [
          diagnostic(
            'PW9107',
            located.origin.span,
            `\`${key}\` has no effect on pool \`${pool.name}\`: only the Cluster Autoscaler reads it`,
            { related: usedHere(located.origin, pool), help: help ?? 'Remove it for this pool.' },
          ),
        ],
  );
}

const LIMITS = 'Remove it: Karpenter keeps the limits by itself.';
const DISRUPTION = 'Use `disruption`, which Karpenter reads.';

/** What Karpenter does otherwise with machines that cost nothing and are replaced by Cluster API. */
export function meansLess(pool: Pool): Diagnostic[] {
  const policy = pool.disruption?.consolidationPolicy;
  const nodes = pool.limits.get('nodes');
  return [
    ...(policy?.value === 'WhenEmptyOrUnderutilized' && !isBuiltIn(policy.origin)
      ? [
          diagnostic(
            'PW9107',
            policy.origin.span,
            `nodes of pool \`${pool.name}\` are removed when their pods fit elsewhere, and never replaced by a cheaper type: all machines cost nothing here`,
            { related: usedHere(policy.origin, pool) },
          ),
        ]
      : []),
    ...(nodes === undefined
      ? []
      : [
          diagnostic(
            'PW9107',
            nodes.origin.span,
            `the limit on \`nodes\` holds for each MachineDeployment of pool \`${pool.name}\`, not for all of them: Karpenter 1.5 does not count nodes`,
            { related: usedHere(nodes.origin, pool), help: 'Limit `cpu` or `memory` as well.' },
          ),
        ]),
  ];
}

export function topologyRefused(pool: Pool, { output }: ClusterApiSettings): Diagnostic[] {
  if (output.value !== 'topology') return [];
  return [
    diagnostic(
      'PW9106',
      output.origin.span,
      `pool \`${pool.name}\` cannot be part of a topology: Cluster API would copy the label that marks its MachineDeployments to each Machine, and none would ever be used`,
      {
        help: 'Write `output: machine-deployments`, or give the pool `backend: cluster-autoscaler`.',
      },
    ),
  ];
}
