import path from 'node:path';
import { loadBuiltInCatalogue } from '../catalogue/built-in.ts';
import type { AwsCatalogue } from '../catalogue/catalogue.ts';
import { parseSnapshot } from '../catalogue/parse-snapshot.ts';
import { compile } from '../compile.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Located } from '../diagnostics/located.ts';
import type { BackendName } from '../model/backend-name.ts';
import type { Cluster } from '../model/cluster.ts';
import type { Compilation } from '../model/compilation.ts';
import type { Provider } from '../model/provider.ts';
import { createAwsProvider } from '../providers/aws/index.ts';
import type { Host } from './host.ts';
import type { LoadedDefinitions } from './load-definitions.ts';
import { readSource } from './read-source.ts';
import { reportPath, repositoryRoot } from './repository.ts';
import { UsageError } from './usage-error.ts';
import { withFindings } from './with-findings.ts';

export interface CompiledDefinitions {
  readonly compilation: Compilation;
  readonly providerOf: (cluster: Cluster) => Provider;
}

export interface CompileOptions {
  /** For all pools. @default what they say */
  readonly backend?: BackendName;
}

/** Compiles what was loaded, each cluster with the catalogue it names. */
export function compileDefinitions(
  loaded: LoadedDefinitions,
  options: CompileOptions = {},
): CompiledDefinitions {
  const catalogues = new Catalogues(loaded.root);
  const providerOf = (cluster: Cluster) => catalogues.providerOf(cluster);
  const compilation = compile({
    files: loaded.files.map((file) => ({ ...file, ...options })),
    provider: providerOf,
  });
  const more = { loose: loaded.problems, byCluster: catalogues.findings };
  return { compilation: withFindings(compilation, more), providerOf };
}

interface LoadedCatalogue {
  readonly provider?: Provider;
  readonly problems: readonly Diagnostic[];
}

/** Users' catalogues, each read once. A cluster whose catalogue fails is compiled with the built-in one, and fails. */
class Catalogues {
  readonly findings = new Map<Cluster, readonly Diagnostic[]>();
  readonly #root: string;
  readonly #byPath = new Map<string, LoadedCatalogue>();
  #builtIn: Provider | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  providerOf(cluster: Cluster): Provider {
    const { catalogue } = cluster.settings;
    if (catalogue === undefined) return this.#builtInProvider();
    const file = path.resolve(this.#root, path.dirname(catalogue.origin.span.source.file), catalogue.value);
    let loaded = this.#byPath.get(file);
    if (loaded === undefined) {
      loaded = this.#load(file, catalogue);
      this.#byPath.set(file, loaded);
    }
    if (loaded.problems.length > 0) this.findings.set(cluster, loaded.problems);
    return loaded.provider ?? this.#builtInProvider();
  }

  #builtInProvider(): Provider {
    this.#builtIn ??= createAwsProvider(loadBuiltInCatalogue());
    return this.#builtIn;
  }

  #load(file: string, named: Located<string>): LoadedCatalogue {
    try {
      const { source, problem } = readSource(file, reportPath(this.#root, file));
      if (problem !== undefined) return { problems: [problem] };
      const { catalogue, diagnostics } = parseSnapshot(source);
      return {
        problems: diagnostics,
        ...(catalogue === undefined ? {} : { provider: createAwsProvider(catalogue) }),
      };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const help = 'The path is relative to the file that names it. `poolwright catalogue import` makes one.';
      return { problems: [diagnostic('PW5090', named.origin.span, error.message, { help })] };
    }
  }
}

/** A catalogue for the commands that read no definition: the built-in one unless a file is named. */
export function readCatalogue(file: string | undefined, host: Host): AwsCatalogue {
  if (file === undefined) return loadBuiltInCatalogue();
  const name = reportPath(repositoryRoot(host.cwd), path.resolve(host.cwd, file));
  const { source, problem } = readSource(path.resolve(host.cwd, file), name);
  const { catalogue, diagnostics } =
    problem === undefined ? parseSnapshot(source) : { catalogue: undefined, diagnostics: [problem] };
  if (catalogue !== undefined) return catalogue;
  throw new UsageError(`${name} cannot be used: ${diagnostics[0]?.message ?? 'it is empty'}`);
}
