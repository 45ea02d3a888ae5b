import { type CompileOneOptions, compileDefinition } from '../../compile.ts';
import { DefinedNames } from '../../diagnostics/defined-names.ts';
import type { CompiledCluster } from '../../model/compilation.ts';
import type { Provider } from '../../model/provider.ts';
import type { Cluster } from '../../model/cluster.ts';
import { reportCluster } from '../../report/check-report.ts';
import { Catalogues } from '../compile-definitions.ts';
import type { ClusterPart, DefinitionPart } from './definition-part.ts';
import type { Share, SharedFile } from './share.ts';

/** What a command makes of the clusters of one file, beyond compiling them. */
export type Finish = (
  clusters: readonly FinishedCluster[],
  providerOf: (cluster: Cluster) => Provider,
) => Promise<Pick<DefinitionPart, 'clusters' | 'sources'>>;

export interface FinishedCluster {
  readonly compiled: CompiledCluster;
  readonly part: ClusterPart;
}

/** Takes each part as soon as there is one; what it is made of is dropped then. */
export type OnPart = (part: DefinitionPart) => void;

/** Compiles a share, one file after the other. */
export async function compileShare(
  share: Share,
  finish: Finish,
  onPart: OnPart,
  options: Pick<CompileOneOptions, 'rehearsal'> = {},
): Promise<void> {
  for (const { index, diagnostic } of share.problems) {
    onPart({ index, clusters: [], loose: [], added: [diagnostic] });
  }
  const catalogues = new Catalogues(share.loaded);
  const names = new DefinedNames();
  for (const file of share.files) {
    onPart(await compileFile(file, { ...options, catalogues, names, finish }));
  }
}

interface FileOptions extends Pick<CompileOneOptions, 'rehearsal'> {
  readonly catalogues: Catalogues;
  readonly names: DefinedNames;
  readonly finish: Finish;
}

async function compileFile(
  file: SharedFile,
  { catalogues, names, finish, rehearsal }: FileOptions,
): Promise<DefinitionPart> {
  const providerOf = (cluster: Cluster) => catalogues.providerOf(cluster);
  const { clusters, loose } = compileDefinition(file.definition, { provider: providerOf, names, rehearsal });
  const finished = await finish(
    clusters.map((compiled) => clusterPart(compiled, catalogues)),
    providerOf,
  );
  catalogues.findings.clear();
  return { index: file.index, loose, added: [], ...finished };
}

function clusterPart(compiled: CompiledCluster, { findings }: Catalogues): FinishedCluster {
  const { cluster, diagnostics, clusterApi } = compiled;
  const { failOn, organisationMaxMonthlyUsd: budget } = cluster.settings;
  const added = findings.get(cluster) ?? [];
  const failed = compiled.failed || added.some(({ severity }) => severity === 'error');
  const flags = clusterApi?.autoscaler?.flags;
  return {
    compiled: failed === compiled.failed ? compiled : { ...compiled, failed },
    part: {
      report: reportCluster(compiled),
      ...(cluster.defaultsSource === undefined ? {} : { defaultsFile: cluster.defaultsSource.file }),
      failOn: failOn.value,
      failed,
      diagnostics,
      added,
      ...(budget === undefined
        ? {}
        : { organisationBudget: { value: budget.value, span: budget.origin.span } }),
      ...(flags === undefined ? {} : { autoscalerFlags: flags }),
    },
  };
}
