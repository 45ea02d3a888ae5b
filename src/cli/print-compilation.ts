import { type ClusterJson, compilationOf, joinSources } from '../report/compilation-json.ts';
import { inertJson } from '../report/inert.ts';
import type { ReportShard } from '../report/report-shard.ts';
import type { ReportFlags } from './emit-report.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { failing } from './failing.ts';
import type { Host } from './host.ts';
import { packageVersion } from './package-info.ts';
import type { DefinitionPart } from './shards/definition-part.ts';
import { joinParts } from './shards/join-parts.ts';

export interface PrintedCompilation {
  readonly parts: readonly DefinitionPart[];
  /** Of a run with `--shard`. */
  readonly shard?: ReportShard | undefined;
}

/** Prints `kind: Compilation` and says how the run ends. */
export async function printCompilation(
  { parts, shard }: PrintedCompilation,
  { failOn }: Pick<ReportFlags, 'failOn'>,
  host: Host,
): Promise<ExitCode> {
  const judged = await joinParts(parts);
  const json = compilationOf(
    {
      // `synth` has asked every part for them.
      clusters: judged.clusters.map(({ report }) => report as ClusterJson),
      sources: joinSources(parts.flatMap(({ sources }) => (sources === undefined ? [] : [sources]))),
      diagnostics: judged.diagnostics,
    },
    { version: packageVersion() },
  );
  host.stdout.write(inertJson({ ...json, ...(shard === undefined ? {} : { shard }) }));
  return failing(judged, failOn).size > 0 ? EXIT.findings : EXIT.ok;
}
