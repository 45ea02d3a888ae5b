import type { Related } from '../diagnostics/diagnostic.ts';
import type { Located } from '../diagnostics/located.ts';
import type { Cluster, ClusterSettings } from '../model/cluster.ts';
import type { CompiledCluster } from '../model/compilation.ts';

/** The budgets of one thing, and what it costs. */
export interface Budgets<Cost> {
  /** "cluster `web`", "pool `spot`". */
  readonly subject: string;
  readonly cost: Cost;
  readonly budgets: Pick<ClusterSettings, 'maxMonthlyUsd' | 'maxMonthlyUsdAtLimits'>;
}

/** Of the cluster, then of its pools. */
export function budgetsOf<Cost>(
  { cluster, pools }: CompiledCluster,
  costs: {
    readonly cluster: Cost;
    readonly nodePools: readonly (Cost & { readonly name: string })[];
  },
): readonly Budgets<Cost>[] {
  const byName = new Map(pools.map(({ pool }) => [pool.name, pool]));
  return [
    { subject: `cluster \`${cluster.name}\``, cost: costs.cluster, budgets: cluster.settings },
    ...costs.nodePools.flatMap((cost) => {
      const budgets = byName.get(cost.name);
      return budgets === undefined ? [] : [{ subject: `pool \`${cost.name}\``, cost, budgets }];
    }),
  ];
}

/** A budget that stands in shared defaults is blamed there; the cluster is named too. */
export function inheritedFrom(
  { origin }: Located<number>,
  { source, nameSpan, name }: Cluster,
): readonly Related[] {
  if (origin.span.source === source) return [];
  return [{ span: nameSpan, message: `cluster \`${name}\` inherits it` }];
}
