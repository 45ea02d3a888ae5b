import { isBuiltIn } from '../diagnostics/is-built-in.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Located } from '../diagnostics/located.ts';
import type { Cluster } from '../model/cluster.ts';
import type { CompiledCluster } from '../model/compilation.ts';
import type { ClusterPlan } from '../model/plan.ts';
import { clusterWorkloads } from './cluster-workloads.ts';
import type { CompiledDefinitions } from './compile-definitions.ts';
import type { Host } from './host.ts';
import { levelled } from './levelled.ts';
import { settledWorkloads } from './workload-files.ts';

/** What a dry run finds about one cluster. */
export interface Feasibility {
  readonly findings: readonly Diagnostic[];
  /** Absent: there are no workloads. */
  readonly plan?: ClusterPlan;
}

/**
 * What `check` finds by a dry run: the workloads that a definition names are placed, and every pool is to launch a node
 * that holds its daemons. Where there are no workloads there are no daemons either, and what is left of the question is
 * answered by the checks of the pools.
 */
export async function feasibility(compiled: CompiledCluster, context: DryRun): Promise<Feasibility> {
  const { cluster } = compiled;
  const files = await settledWorkloads(cluster, context.root);
  if (files.length === 0) {
    const findings = [...missingWorkloads(cluster), ...(await aboveLimits(compiled, context.providerOf))];
    return { findings: levelled(findings, cluster) };
  }
  const { plan, findings } = await dryRun(compiled, files, context);
  return { plan, findings: levelled(findings, cluster) };
}

/** What can be spent at most has a budget of its own, which needs no workloads. */
async function aboveLimits(
  compiled: CompiledCluster,
  providerOf: CompiledDefinitions['providerOf'],
): Promise<readonly Diagnostic[]> {
  const { cluster, pools } = compiled;
  const all = [cluster.settings, ...pools.map(({ pool }) => pool)];
  if (all.every(({ maxMonthlyUsdAtLimits }) => maxMonthlyUsdAtLimits === undefined)) return [];
  const [{ atLimitsFindings }, { clusterCostAtLimits }] = await Promise.all([
    import('../plan/at-limits-findings.ts'),
    import('../plan/cluster-cost-at-limits.ts'),
  ]);
  return atLimitsFindings(clusterCostAtLimits({ compiled, provider: providerOf(cluster) }), compiled);
}

/** It stands in shared defaults only, so every cluster that has one has the same. */
export function organisationBudget(clusters: readonly CompiledCluster[]): Located<number> | undefined {
  return clusters.flatMap(({ cluster }) => cluster.settings.organisationMaxMonthlyUsd ?? [])[0];
}

export interface DryRun {
  readonly providerOf: CompiledDefinitions['providerOf'];
  readonly root: string;
  readonly host: Host;
}

async function dryRun(
  compiled: CompiledCluster,
  files: readonly string[],
  { providerOf, root, host }: DryRun,
) {
  const [{ planCluster }, { planFindings }] = await Promise.all([
    import('../plan/plan-cluster.ts'),
    import('../plan/findings.ts'),
  ]);
  const input = { files, nodes: [], options: { hpa: 'max' } } as const;
  const { workloads, diagnostics } = await clusterWorkloads(input, root, host);
  const plan = planCluster({ compiled, provider: providerOf(compiled.cluster), workloads });
  return { plan, findings: [...diagnostics, ...planFindings(plan, compiled)] };
}

/** Only what somebody wrote can be missing. */
export function missingWorkloads({ settings }: Cluster): readonly Diagnostic[] {
  const written = settings.workloads.filter(({ origin }) => !isBuiltIn(origin));
  const [first] = written;
  if (first === undefined) return [];
  const patterns = written.map(({ value }) => `\`${value}\``).join(', ');
  const message = `no file matches the workloads ${patterns}, so nothing was planned`;
  return [
    diagnostic('PW8020', first.origin.span, message, {
      help: 'The patterns are relative to the file that names them.',
    }),
  ];
}
