import { isBuiltIn } from '../diagnostics/is-built-in.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { usedHere, writtenHere } from '../diagnostics/describe-origin.ts';
import type { ClusterSettings } from '../model/cluster.ts';
import type { ClusterApiSettings, PoolClusterApi } from '../model/cluster-api.ts';
import type { Pool } from '../model/pool.ts';

interface CheckInput {
  readonly settings: ClusterSettings;
  readonly pools: readonly Pool[];
  /** Settings that have errors or parts with errors: nothing is said about what they may hold. */
  readonly faulty: ReadonlySet<string>;
}

/** What only the merged settings and pools of the Cluster API backends can tell. */
export function checkClusterApi({ settings, pools, faulty }: CheckInput): readonly Diagnostic[] {
  const { clusterApi } = settings;
  if (clusterApi === undefined) return [];
  return [
    ...(faulty.has('cluster_api') ? [] : checkTopology(clusterApi)),
    ...(faulty.has('kubernetes_version') ? [] : checkKubernetesVersion(settings, clusterApi, pools)),
    ...pools.flatMap((pool) => {
      const isWhole = pool.incomplete?.has('cluster_api') !== true;
      return isWhole && pool.clusterApi !== undefined ? checkPool(pool, pool.clusterApi, clusterApi) : [];
    }),
  ];
}

function checkTopology({ output, topology }: ClusterApiSettings): Diagnostic[] {
  if (output.value !== 'topology' || topology !== undefined) return [];
  return [
    diagnostic('PW2068', output.origin.span, '`output: topology` needs to know the ClusterClass', {
      help: 'Add `topology: {worker_class: …, variables: {instance_type: …}}` beside it.',
    }),
  ];
}

/** The version is that of each machine, and images are looked up by it. A topology has it from its Cluster. */
function checkKubernetesVersion(
  { kubernetesVersion }: ClusterSettings,
  { output }: ClusterApiSettings,
  pools: readonly Pool[],
): Diagnostic[] {
  const backend = pools.find((pool) => pool.clusterApi !== undefined)?.backend;
  if (backend === undefined || output.value === 'topology') return [];
  if (kubernetesVersion === undefined) {
    return [
      diagnostic(
        'PW2066',
        backend.origin.span,
        `backend \`${backend.value}\` needs \`kubernetes_version\`: each machine says which one it runs`,
        { help: 'Add the version of the cluster to the `poolwright` settings, such as `"1.34.2"`.' },
      ),
    ];
  }
  const { value, origin } = kubernetesVersion;
  if (value.split('.').length === 3) return [];
  return [
    diagnostic('PW2066', origin.span, `\`kubernetes_version: ${value}\` lacks the patch version`, {
      related: [{ span: backend.origin.span, message: `backend \`${backend.value}\` needs it` }],
      help: `Write all three numbers, such as \`"${value}.2"\`: each machine says which version it runs.`,
    }),
  ];
}

function checkPool(pool: Pool, options: PoolClusterApi, { balancing }: ClusterApiSettings): Diagnostic[] {
  const { annotatedResources } = options;
  return [
    ...checkRollout(pool, options),
    ...(annotatedResources.value === 'allocatable' && balancing.value === 'generic'
      ? [
          diagnostic(
            'PW2069',
            annotatedResources.origin.span,
            'with `balancing: generic` a zone with nodes never looks like one without: the annotations say less than nodes announce',
            {
              related: [
                ...writtenHere(balancing.origin, '`balancing`'),
                ...usedHere(annotatedResources.origin, pool),
              ],
              help: 'Write `annotated_resources: capacity`, or `balancing: label`.',
            },
          ),
        ]
      : []),
    ...(annotatedResources.value === 'capacity' &&
    !isBuiltIn(annotatedResources.origin) &&
    balancing.value !== 'generic'
      ? [
          diagnostic(
            'PW2069',
            annotatedResources.origin.span,
            'the annotations promise more than pods get: a pod in between grows the group and stays pending',
            {
              related: usedHere(annotatedResources.origin, pool),
              help: 'Write `annotated_resources: allocatable`. `capacity` serves `balancing: generic` only.',
            },
          ),
        ]
      : []),
  ];
}

/** With neither a machine more nor one less nothing can ever be replaced. Cluster API assumes a surge of 1, and 0. */
function checkRollout(pool: Pool, { maxSurge, maxUnavailable }: PoolClusterApi): Diagnostic[] {
  if (maxSurge?.value !== '0' || (maxUnavailable?.value ?? '0') !== '0') return [];
  return [
    diagnostic(
      'PW2070',
      maxSurge.origin.span,
      `\`max_surge: 0\` ${maxUnavailable === undefined ? 'without `max_unavailable`' : 'with `max_unavailable: 0`'} leaves a new version no way in`,
      {
        related: usedHere(maxSurge.origin, pool),
        help: 'Write `max_unavailable: 1`, or another surge.',
      },
    ),
  ];
}
