import path from 'node:path';
import { loadBuiltInCatalogue } from '../catalogue/built-in.ts';
import type { AwsCatalogue } from '../catalogue/catalogue.ts';
import { parseSnapshot } from '../catalogue/parse-snapshot.ts';
import { compile } from '../compile.ts';
import { builtInProvider } from '../create-provider.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Located } from '../diagnostics/located.ts';
import { DEFAULT_INPUT_LIMITS } from '../documents/input-limits.ts';
import type { BackendName } from '../model/backend-name.ts';
import type { Cluster, ProviderName } from '../model/cluster.ts';
import type { Compilation } from '../model/compilation.ts';
import type { Provider } from '../model/provider.ts';
import type { RehearsalProvider } from '../model/rehearsal.ts';
import type { FileTree } from './files/file-tree.ts';
import { stayInside } from './files/stay-inside.ts';
import type { Host } from './host.ts';
import { KnownCatalogues, type LoadedCatalogue } from './known-catalogues.ts';
import type { LoadedDefinitions } from './load-definitions.ts';
import { type ReadSource, readSource } from './read-source.ts';
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
  /** Who plays the nodes. @default nobody, they are real */
  readonly rehearsal?: RehearsalProvider | undefined;
}

/** Compiles what was loaded, each cluster with the catalogue it names. */
export function compileDefinitions(
  loaded: LoadedDefinitions,
  { rehearsal, ...options }: CompileOptions = {},
): CompiledDefinitions {
  const catalogues = new Catalogues(loaded);
  const providerOf = (cluster: Cluster) => catalogues.providerOf(cluster);
  const compilation = compile({
    files: loaded.files.map((file) => ({ ...file, ...options })),
    provider: providerOf,
    rehearsal,
  });
  const more = { loose: loaded.problems, byCluster: catalogues.findings };
  return { compilation: withFindings(compilation, more), providerOf };
}

/** Users' catalogues, each read once. A cluster whose catalogue fails is compiled with the built-in one, and fails. */
export class Catalogues {
  readonly findings = new Map<Cluster, readonly Diagnostic[]>();
  readonly #root: string;
  readonly #tree: FileTree;
  /** By provider and path. */
  readonly #loaded = new Map<string, CatalogueFile>();
  readonly #known: KnownCatalogues;

  constructor(
    { root, tree }: Pick<LoadedDefinitions, 'root' | 'tree'>,
    known: KnownCatalogues = new KnownCatalogues(),
  ) {
    this.#root = root;
    this.#tree = tree;
    this.#known = known;
  }

  providerOf(cluster: Cluster): Provider {
    const { catalogue, provider } = cluster.settings;
    if (catalogue === undefined) return builtInProvider(provider.value);
    const file = path.resolve(this.#root, path.dirname(catalogue.origin.span.source.file), catalogue.value);
    const key = `${provider.value} ${file}`;
    let loaded = this.#loaded.get(key);
    if (loaded === undefined) {
      loaded = this.#load(file, provider.value);
      this.#loaded.set(key, loaded);
    }
    // Whoever names a file that is not there has named it in a place of its own.
    const missing = loaded.unreadable === undefined ? [] : [unreadable(catalogue, loaded.unreadable)];
    const problems = [...loaded.problems, ...missing];
    if (problems.length > 0) this.findings.set(cluster, problems);
    return loaded.provider ?? builtInProvider(provider.value);
  }

  #read(file: string): ReadSource {
    stayInside(this.#root, file, this.#tree);
    return readSource(file, reportPath(this.#root, file), DEFAULT_INPUT_LIMITS.fileBytes, this.#tree);
  }

  #load(file: string, provider: ProviderName): CatalogueFile {
    try {
      const { source, problem } = this.#read(file);
      return problem === undefined ? this.#known.of(source, provider) : { problems: [problem] };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { problems: [], unreadable: error.message };
    }
  }
}

interface CatalogueFile extends LoadedCatalogue {
  /** Why it cannot be read. */
  readonly unreadable?: string;
}

function unreadable({ origin }: Located<string>, why: string): Diagnostic {
  const help = 'The path is relative to the file that names it. `poolwright catalogue import` makes one.';
  return diagnostic('PW5090', origin.span, why, { help });
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
