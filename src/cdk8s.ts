import { posix } from 'node:path';
import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { Ec2NodeClass, NodePool } from '../constructs/index.ts';
import { parseSnapshot } from './catalogue/parse-snapshot.ts';
import { compile, type DefinitionFile } from './compile.ts';
import { builtInProvider, createProvider } from './create-provider.ts';
import { type Diagnostic, diagnostic, sortDiagnostics } from './diagnostics/diagnostic.ts';
import { Source } from './diagnostics/source.ts';
import type { Cluster } from './model/cluster.ts';
import type { AutoscalerSetup, CompiledCluster } from './model/compilation.ts';
import type { Provider } from './model/provider.ts';
import { addClusterObjects } from './render/cluster-objects.ts';
import type { OutputTree } from './render/output-tree.ts';

/** How a definition's files are read: this package does not touch the file system on its own. */
export interface DefinitionHost {
  /** The text of a file, or undefined where there is none. */
  readonly readFile: (path: string) => string | undefined;
}

export interface ClusterDefinitionProps {
  /**
   * Path of the definition file. Messages and the objects' source annotation name it.
   *
   * @default - none; `text` is given
   */
  readonly path?: string;

  /**
   * Text of the definition.
   *
   * @default - what `host` reads at `path`
   */
  readonly text?: string;

  /**
   * Text of the settings to inherit.
   *
   * @default - `_defaults.yaml` beside `path`, where `host` finds one
   */
  readonly defaults?: string;

  /**
   * Reads `path`, the defaults beside it and the catalogue the definition names:
   * `{ readFile: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined) }`.
   *
   * @default - nothing can be read; `text` is required
   */
  readonly host?: DefinitionHost;

  /**
   * Name of the cluster, unless the definition gives one. Where the definition has several clusters, the one to include.
   *
   * @default - the file's name without extension
   */
  readonly clusterName?: string;

  /**
   * Which of the cluster's objects to include: those for the cluster itself, or those for the management cluster of
   * Cluster API that makes its machines.
   *
   * @default 'workload'
   */
  readonly tree?: 'workload' | 'management';
}

/**
 * The node pools of a cluster definition, as objects of the chart it stands in. Throws one error with all findings when
 * the definition is invalid.
 *
 * @example
 * new ClusterDefinition(chart, 'pools', { path: 'clusters/production.yaml', host });
 */
export class ClusterDefinition extends Construct {
  /** In the order of the definition. */
  readonly nodePools: readonly NodePool[];
  readonly nodeClasses: readonly Ec2NodeClass[];
  /** What the Cluster API backends make. */
  readonly clusterApi: readonly ApiObject[];
  /** Flags of the Cluster Autoscaler that the objects rely on, and values for its Helm chart. */
  readonly autoscaler: AutoscalerSetup | undefined;
  /** Warnings and notes about the definition. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(scope: Construct, id: string, props: ClusterDefinitionProps) {
    super(scope, id);
    const compiled = compileDefinition(props);
    const trees: readonly OutputTree[] =
      props.tree === 'management' ? ['management'] : ['karpenter', 'workload'];
    const added = trees.map((tree) => addClusterObjects(this, compiled, tree));
    this.nodePools = added.flatMap(({ nodePools }) => nodePools);
    this.nodeClasses = added.flatMap(({ nodeClasses }) => nodeClasses);
    this.clusterApi = added.flatMap(({ clusterApi }) => clusterApi);
    this.autoscaler = compiled.clusterApi?.autoscaler;
    this.diagnostics = compiled.diagnostics;
  }
}

function compileDefinition(props: ClusterDefinitionProps): CompiledCluster {
  const catalogueProblems: Diagnostic[] = [];
  const file = definitionFile(props);
  const compilation = compile({
    files: [file],
    provider: (cluster) => providerOf(cluster, props.host, catalogueProblems),
  });
  const diagnostics = sortDiagnostics([...compilation.diagnostics, ...catalogueProblems]);
  const { clusters } = compilation;
  const chosen =
    clusters.length === 1 ? clusters[0] : clusters.find(({ cluster }) => cluster.name === props.clusterName);
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    const lines = diagnostics.map((one) => `  ${oneLine(one)}`);
    throw new Error(`${file.source.file} is not a valid cluster definition:\n${lines.join('\n')}`);
  }
  if (chosen === undefined) {
    const names = clusters.map(({ cluster }) => cluster.name).join(', ');
    throw new Error(
      `${file.source.file} defines several clusters: say by \`clusterName\` which one (${names})`,
    );
  }
  return chosen;
}

function definitionFile({ path, text, defaults, host, clusterName }: ClusterDefinitionProps): DefinitionFile {
  const name = path?.replaceAll('\\', '/') ?? '<text>';
  const definition = text ?? (path === undefined ? undefined : host?.readFile(path));
  if (definition === undefined) {
    throw new Error(
      path === undefined
        ? 'a ClusterDefinition needs `text`, or `path` with a `host` that reads it'
        : `cannot read the cluster definition ${name}${host === undefined ? ': no `host` is given' : ''}`,
    );
  }
  const inherited = posix.join(posix.dirname(name), '_defaults.yaml');
  const settings = defaults ?? (path === undefined ? undefined : host?.readFile(inherited));
  return {
    source: sourceOf(name, definition),
    origin: 'argument',
    ...(settings === undefined ? {} : { defaults: sourceOf(inherited, settings) }),
    ...(clusterName === undefined ? {} : { clusterName }),
  };
}

/** A catalogue that cannot be used is a finding, and the built-in one stands in so that the rest is checked as well. */
function providerOf(cluster: Cluster, host: DefinitionHost | undefined, problems: Diagnostic[]): Provider {
  const { catalogue: named, provider } = cluster.settings;
  if (named === undefined) return builtInProvider(provider.value);
  const path = posix.join(posix.dirname(named.origin.span.source.file), named.value);
  const text = host?.readFile(path);
  if (text === undefined) {
    problems.push(diagnostic('PW5090', named.origin.span, `cannot read the catalogue \`${path}\``));
    return builtInProvider(provider.value);
  }
  const { catalogue, diagnostics } = parseSnapshot(sourceOf(path, text));
  problems.push(...diagnostics);
  return catalogue === undefined
    ? builtInProvider(provider.value)
    : createProvider(provider.value, catalogue);
}

function sourceOf(name: string, text: string): Source {
  return new Source(name, text.replace(/^\uFEFF/, ''));
}

/** `clusters/production.yaml:12:9: error: message [PW2001]` */
function oneLine({ code, severity, message, span, help }: Diagnostic): string {
  const { line, column } = span.source.positionAt(span.start);
  const advice = help === undefined ? '' : `\n    ${help}`;
  return `${span.source.file}:${line}:${column}: ${severity}: ${message} [${code}]${advice}`;
}
