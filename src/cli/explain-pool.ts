import type { CompiledCluster, CompiledPool } from '../model/compilation.ts';
import { summarise } from '../report/check-report.ts';
import { explainPool } from '../report/explain-pool.ts';
import { explainPoolText } from '../report/explain-pool-text.ts';
import { counted } from '../report/words.ts';
import { offeringFilter } from '../selection/offering-filter.ts';
import { wantsColor } from './color.ts';
import { compileDefinitions } from './compile-definitions.ts';
import { emitReport } from './emit-report.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { findCluster, inputsFor, suggestion } from './find-cluster.ts';
import type { Host } from './host.ts';
import { loadDefinitions, type LoadOptions } from './load-definitions.ts';
import { UsageError } from './usage-error.ts';
import { say } from './say.ts';
import { inert, inertJson } from '../report/inert.ts';

export interface ExplainPoolFlags extends LoadOptions {
  readonly fields?: boolean | undefined;
  readonly all?: boolean | undefined;
  readonly format: 'text' | 'json';
  readonly color?: boolean | undefined;
}

export interface ExplainPoolRun {
  readonly definitions: readonly string[];
  readonly flags: ExplainPoolFlags;
  readonly host: Host;
}

/** `poolwright explain pool <cluster>/<pool>`. */
export async function explainPoolCommand(target: string, run: ExplainPoolRun): Promise<ExitCode> {
  const [clusterName, poolName, ...rest] = target.split('/');
  if (clusterName === undefined || poolName === undefined || poolName === '' || rest.length > 0) {
    throw new UsageError(`\`${target}\` is not a pool: write <cluster>/<pool>`);
  }
  const { flags, host } = run;
  const { inputs } = await inputsFor(clusterName, run.definitions, host);
  const loaded = await loadDefinitions(inputs, flags, host);
  const { compilation, providerOf } = compileDefinitions(loaded);
  const cluster = findCluster(clusterName, compilation);
  const compiled = cluster === undefined ? undefined : findPool(poolName, cluster);
  if (cluster === undefined || compiled === undefined) {
    // It is there, but too broken to be explained: say what is wrong with it instead.
    return emitReport(compilation, { format: 'text', maxFindings: 0, color: flags.color }, host, host.stderr);
  }
  const admits = offeringFilter({
    ...compiled.pool,
    vocabulary: providerOf(cluster.cluster).labels(cluster.cluster),
  });
  const explanation = explainPool({ cluster, compiled, admits });
  host.stdout.write(
    flags.format === 'json'
      ? inertJson(explanation)
      : inert(
          explainPoolText(explanation, {
            color: wantsColor(flags.color, host, host.stdout),
            fields: flags.fields === true,
            ...(host.stdout.columns === undefined ? {} : { columns: host.stdout.columns }),
            ...(flags.all === true ? { maxTypes: 0 } : {}),
          }),
        ),
  );
  if (cluster.failed) {
    const errors = counted(summarise(cluster.diagnostics).errors, 'error');
    say(`poolwright: cluster \`${clusterName}\` has ${errors}; see \`poolwright check\``, host);
  }
  return EXIT.ok;
}

/** Undefined if the pool has errors of its own. */
function findPool(name: string, { cluster, pools }: CompiledCluster): CompiledPool | undefined {
  const found = pools.find(({ pool }) => pool.name === name);
  if (found !== undefined || cluster.failedPools.includes(name)) return found;
  const names = [...pools.map(({ pool }) => pool.name), ...cluster.failedPools];
  throw new UsageError(`cluster \`${cluster.name}\` has no pool \`${name}\`${suggestion(name, names)}`);
}
