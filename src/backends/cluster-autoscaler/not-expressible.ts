import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { isManagedLabel } from '../../kubernetes/scale-from-zero/managed-label.ts';
import type { ClusterApiSettings } from '../../model/cluster-api.ts';
import type { Pool } from '../../model/pool.ts';

/** What a pool asks for and the Cluster Autoscaler does not have, where somebody wrote it. */
export function notExpressible(pool: Pool, settings: ClusterApiSettings): Diagnostic[] {
  return [
    ...staticPool(pool),
    ...expiry(pool),
    ...budgets(pool),
    ...consolidation(pool),
    ...minValues(pool),
    ...weight(pool, settings),
    ...annotations(pool),
  ];
}

function staticPool(pool: Pool): Diagnostic[] {
  const { replicas } = pool;
  if (replicas === undefined) return [];
  return [
    diagnostic(
      'PW9027',
      replicas.origin.keySpan ?? replicas.origin.span,
      `pool \`${pool.name}\` has \`replicas\`, and the Cluster Autoscaler follows the pods`,
      {
        related: usedHere(replicas.origin, pool),
        help: 'Write `min_size` and `max_size` under `cluster_api` instead.',
      },
    ),
  ];
}

function expiry(pool: Pool): Diagnostic[] {
  const { expireAfter } = pool;
  if (expireAfter === undefined || expireAfter.value === 'Never' || isBuiltIn(expireAfter.origin)) return [];
  return [
    diagnostic(
      'PW9020',
      expireAfter.origin.span,
      `nodes of pool \`${pool.name}\` will not expire: the Cluster Autoscaler does not look at their age`,
      {
        related: usedHere(expireAfter.origin, pool),
        help: 'Remove it for this pool, or write `Never`. A new image or version of Kubernetes replaces all nodes.',
      },
    ),
  ];
}

function budgets(pool: Pool): Diagnostic[] {
  const written = pool.disruption?.budgets;
  if (written === undefined || written.value.length === 0 || isBuiltIn(written.origin)) return [];
  return [
    diagnostic(
      'PW9021',
      written.origin.keySpan ?? written.origin.span,
      `the disruption budgets of pool \`${pool.name}\` have no effect: only PodDisruptionBudgets hold the Cluster Autoscaler back`,
      {
        related: usedHere(written.origin, pool),
        help: 'Remove them for this pool. `max_unavailable` under `cluster_api` bounds the rollout of a new version.',
      },
    ),
  ];
}

function consolidation(pool: Pool): Diagnostic[] {
  const policy = pool.disruption?.consolidationPolicy;
  if (policy === undefined || policy.value === 'WhenEmpty' || isBuiltIn(policy.origin)) return [];
  return [
    diagnostic(
      'PW9022',
      policy.origin.span,
      `the Cluster Autoscaler removes underused nodes of pool \`${pool.name}\`, and never replaces one by a cheaper type as \`${policy.value}\` would`,
      {
        related: usedHere(policy.origin, pool),
        help: 'Remove it for this pool. `scale_down` under `cluster_api` says when a node is underused.',
      },
    ),
  ];
}

function minValues(pool: Pool): Diagnostic[] {
  return pool.requirements.flatMap(({ key, minValues: least }) =>
    least === undefined
      ? []
      : [
          diagnostic(
            'PW9023',
            least.origin.span,
            `pool \`${pool.name}\` has MachineDeployments of at least ${least.value} values of \`${key.value}\`, and each launch takes whichever fits`,
            { related: usedHere(least.origin, pool) },
          ),
        ],
  );
}

function weight(pool: Pool, { expanders }: ClusterApiSettings): Diagnostic[] {
  const written = pool.weight;
  if (written === undefined || isBuiltIn(written.origin)) return [];
  if (expanders.some(({ value }) => value === 'priority')) {
    return [
      diagnostic(
        'PW9026',
        written.origin.span,
        `a higher weight than that of pool \`${pool.name}\` wins while it can help any pending pod, and then all are asked again: no pool is used up first`,
        { related: usedHere(written.origin, pool) },
      ),
    ];
  }
  return [
    diagnostic(
      'PW9025',
      written.origin.span,
      `the weight of pool \`${pool.name}\` has no effect: \`priority\` is not among the expanders`,
      {
        related: usedHere(written.origin, pool),
        help: 'Write `expanders: [priority, least-waste]`, or remove the weight.',
      },
    ),
  ];
}

/** Annotations get onto nodes in Cluster API's own domain only. */
function annotations(pool: Pool): Diagnostic[] {
  return [...pool.annotations].map(([key, { origin }]) =>
    diagnostic(
      'PW9015',
      origin.keySpan ?? origin.span,
      `the annotation \`${key}\` does not reach the nodes of pool \`${pool.name}\``,
      {
        related: usedHere(origin, pool),
        help: isManagedLabel(key)
          ? 'MachineDeployments made here carry no annotations for nodes. Use a label.'
          : 'Cluster API has no way for it. Use a label, or remove it for this pool.',
      },
    ),
  );
}

/** Only known once the machines are: a pool may admit reservations and have none. */
export function reservedFirst(pool: Pool, capacityTypes: ReadonlySet<string>): Diagnostic[] {
  if (!capacityTypes.has('reserved') || capacityTypes.size === 1) return [];
  return [
    diagnostic(
      'PW9024',
      pool.keySpan,
      `the reserved machines of pool \`${pool.name}\` go no sooner than others: the autoscaler knows no difference`,
      { help: 'Make a pool of its own for them, with a higher `weight`.' },
    ),
  ];
}
