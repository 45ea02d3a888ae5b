import type { BackendName } from '../model/backend-name.ts';
import type { CompiledCluster } from '../model/compilation.ts';
import type { ClusterComparison } from '../model/plan-comparison.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Workloads } from '../model/workloads.ts';
import { comparePlans } from '../plan/compare/compare-plans.ts';
import type { PlannedSide } from '../plan/compare/planned-side.ts';
import { planCluster } from '../plan/plan-cluster.ts';
import { comparisonReport } from '../report/comparison-report.ts';
import { wantsColor } from './color.ts';
import { type CompiledDefinitions, compileDefinitions } from './compile-definitions.ts';
import type { Host } from './host.ts';
import type { LoadedDefinitions } from './load-definitions.ts';
import { inert, inertJson } from '../report/inert.ts';

/** Backends that are set against each other; a third one only where a pool has it. */
const ALWAYS: readonly BackendName[] = ['karpenter', 'cluster-autoscaler'];

/** Plans of clusters as each backend would have them. Compiles the definitions once for each backend. */
export class Comparer {
  readonly #loaded: LoadedDefinitions;
  readonly #byBackend = new Map<BackendName, CompiledDefinitions>();

  constructor(loaded: LoadedDefinitions) {
    this.#loaded = loaded;
  }

  compare(written: CompiledCluster, workloads: Workloads, scenario: Scenario | undefined): ClusterComparison {
    const own = written.pools.map(({ backend }) => backend);
    const [first] = own;
    const backends = new Set([...(first === undefined ? [] : [first]), ...ALWAYS, ...own]);
    const sides = [...backends].flatMap((backend): PlannedSide[] => {
      const { compilation, providerOf } = this.#compiled(backend);
      const compiled = compilation.clusters.find(
        ({ cluster }) =>
          cluster.name === written.cluster.name && cluster.source.file === written.cluster.source.file,
      );
      if (compiled === undefined) return [];
      const provider = providerOf(compiled.cluster);
      const plan = planCluster({ compiled, provider, workloads, scenario });
      return [{ backend, compiled, plan }];
    });
    return comparePlans(written, sides);
  }

  #compiled(backend: BackendName): CompiledDefinitions {
    let found = this.#byBackend.get(backend);
    if (found === undefined) {
      found = compileDefinitions(this.#loaded, { backend });
      this.#byBackend.set(backend, found);
    }
    return found;
  }
}

export interface ComparisonOutput {
  readonly format: 'text' | 'json' | 'markdown';
  readonly color?: boolean | undefined;
}

export async function printComparison(
  clusters: readonly ClusterComparison[],
  { format, color }: ComparisonOutput,
  host: Host,
): Promise<void> {
  const { stdout } = host;
  const report = comparisonReport({ clusters });
  if (format === 'json') {
    stdout.write(inertJson(report));
  } else if (format === 'markdown') {
    const { comparisonMarkdown } = await import('../report/comparison-markdown.ts');
    stdout.write(inert(comparisonMarkdown(report)));
  } else {
    const { comparisonText } = await import('../report/comparison-text.ts');
    const columns = stdout.columns === undefined ? {} : { columns: stdout.columns };
    stdout.write(inert(comparisonText(report, { color: wantsColor(color, host, stdout), ...columns })));
  }
}
