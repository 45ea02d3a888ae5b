import { isBuiltIn } from '../diagnostics/is-built-in.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Located } from '../diagnostics/located.ts';
import type { Cluster } from '../model/cluster.ts';
import type { Compilation, CompiledCluster } from '../model/compilation.ts';
import type { ClusterPlan } from '../model/plan.ts';
import { clusterWorkloads } from './cluster-workloads.ts';
import type { CompiledDefinitions } from './compile-definitions.ts';
import type { Host } from './host.ts';
import { levelled } from './levelled.ts';
import type { MoreFindings } from './with-findings.ts';
import { settledWorkloads } from './workload-files.ts';

/**
 * What `check` finds by a dry run: the workloads that a definition names are placed, and every pool is to launch a node
 * that holds its daemons. Where there are no workloads there are no daemons either, and what is left of the question is
 * answered by the checks of the pools.
 */
export async function feasibility(
  { compilation, providerOf }: CompiledDefinitions,
  root: string,
  host: Host,
): Promise<MoreFindings> {
  const byCluster = new Map<Cluster, readonly Diagnostic[]>();
  const plans: ClusterPlan[] = [];
  const add = (cluster: Cluster, findings: readonly Diagnostic[]) => {
    if (findings.length > 0) byCluster.set(cluster, levelled(findings, cluster));
  };
  for (const compiled of compilation.clusters) {
    if (compiled.failed) continue;
    const { cluster } = compiled;
    const files = await settledWorkloads(cluster, root);
    if (files.length === 0) {
      add(cluster, missingWorkloads(cluster));
      continue;
    }
    const { plan, findings } = await dryRun(compiled, files, { providerOf, root, host });
    plans.push(plan);
    add(cluster, findings);
  }
  return { byCluster, loose: await overBudget(compilation, plans) };
}

/** The modules of a dry run are loaded only where there is one. */
async function overBudget(
  { clusters }: Compilation,
  plans: readonly ClusterPlan[],
): Promise<readonly Diagnostic[]> {
  if (plans.length === 0) return [];
  const { organisationFinding } = await import('../plan/findings.ts');
  return organisationFinding(plans, organisationBudget(clusters));
}

/** It stands in shared defaults only, so every cluster that has one has the same. */
export function organisationBudget(clusters: readonly CompiledCluster[]): Located<number> | undefined {
  return clusters.flatMap(({ cluster }) => cluster.settings.organisationMaxMonthlyUsd ?? [])[0];
}

interface DryRun {
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
