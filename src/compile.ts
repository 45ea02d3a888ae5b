import { clusterAutoscalerCluster } from './backends/cluster-autoscaler/cluster.ts';
import { clusterAutoscalerPool } from './backends/cluster-autoscaler/pool.ts';
import { nodePool } from './backends/karpenter/node-pool.ts';
import { karpenterClusterApiPool } from './backends/karpenter-cluster-api/pool.ts';
import { runRules } from './checks/run-rules.ts';
import { readDefinition } from './definition/read-definition.ts';
import { applyPolicy } from './diagnostics/apply-policy.ts';
import { DefinedNames } from './diagnostics/defined-names.ts';
import { type Diagnostic, diagnostic, sortDiagnostics } from './diagnostics/diagnostic.ts';
import { joinFindings } from './diagnostics/join-findings.ts';
import type { Origin } from './diagnostics/origin.ts';
import type { Source } from './diagnostics/source.ts';
import { readIgnoreComments } from './documents/ignore-comments.ts';
import type { ClusterApiPoolInput } from './expansion/pool-input.ts';
import type { BackendName } from './model/backend-name.ts';
import type { Cluster } from './model/cluster.ts';
import type { CompiledCluster, CompiledPool, Compilation } from './model/compilation.ts';
import type { InstanceTable } from './model/instance-type.ts';
import type { Pool, PoolRequirement } from './model/pool.ts';
import type { PoolPart } from './model/pool-part.ts';
import type { BuiltInRequirement, LabelVocabulary, NodeClassObject, Provider } from './model/provider.ts';
import type { Rehearsal, RehearsalProvider } from './model/rehearsal.ts';
import type { PoolSelection } from './model/selection.ts';
import { rehearse } from './providers/kwok/rehearse.ts';
import { selectTypes } from './selection/select-types.ts';

export interface CompileInput {
  readonly files: readonly DefinitionFile[];
  /** The provider of a cluster, with the catalogue that cluster names. */
  readonly provider: (cluster: Cluster) => Provider;
  /** Compile for fake nodes, too. @default for real ones only */
  readonly rehearsal?: RehearsalProvider | undefined;
}

export interface DefinitionFile {
  readonly source: Source;
  /** The `_defaults.yaml` beside it, if any. */
  readonly defaults?: Source;
  /** @default the file's name without extension */
  readonly clusterName?: string;
  /** For all pools, whatever they say: what another backend would make of them. */
  readonly backend?: BackendName;
  /** A file without pools is a note in a folder, a mistake as an argument. */
  readonly origin: 'folder' | 'argument';
}

/** Definition texts in, objects and findings out. Pure and synchronous: no files, no clock, no cdk8s. */
export function compile({ files, ...options }: CompileInput): Compilation {
  const names = new DefinedNames();
  const compiled = files.map((file) => compileDefinition(file, { ...options, names }));
  return {
    clusters: compiled.flatMap(({ clusters }) => clusters),
    diagnostics: joinFindings(
      compiled.map(({ clusters, loose }) => ({
        loose,
        clusters: clusters.map(({ cluster, diagnostics }) => ({ cluster, diagnostics })),
      })),
    ),
  };
}

export interface CompileOneOptions extends Pick<CompileInput, 'provider' | 'rehearsal'> {
  /** The clusters of the files before this one. */
  readonly names: DefinedNames;
}

/** What one file comes to. It depends on no other file but by the names that are taken. */
export interface CompiledDefinition {
  readonly clusters: readonly CompiledCluster[];
  /** Findings of a file that defines no cluster. */
  readonly loose: readonly Diagnostic[];
}

/** One file's part of a compilation: many of them can be compiled one after the other without being kept. */
export function compileDefinition(
  file: DefinitionFile,
  { provider, names, rehearsal }: CompileOneOptions,
): CompiledDefinition {
  const { clusters, diagnostics } = readFile(file);
  const found = [...diagnostics, ...duplicateNames(clusters, names)];
  return {
    clusters: clusters.map((cluster) => compileCluster(cluster, provider(cluster), found, rehearsal)),
    loose: clusters.length === 0 ? found : [],
  };
}

interface ReadFile {
  readonly clusters: readonly Cluster[];
  readonly diagnostics: readonly Diagnostic[];
}

function readFile(file: DefinitionFile): ReadFile {
  const { clusters, diagnostics, hasPools } = readDefinition(file);
  if (hasPools || diagnostics.some((found) => found.severity === 'error')) return { clusters, diagnostics };
  const span = { source: file.source, start: 0, end: 0 };
  const nothing = diagnostic(
    file.origin === 'folder' ? 'PW2003' : 'PW2002',
    span,
    `\`${file.source.file}\` defines no node pools`,
    { help: 'Node pools are found at `spec.karpenter.node_pools`, `karpenter.node_pools` or `node_pools`.' },
  );
  return { clusters, diagnostics: [...diagnostics, nothing] };
}

/** Clusters whose names others have already. */
export function duplicateNames(clusters: readonly Cluster[], names: DefinedNames): Diagnostic[] {
  return clusters.flatMap(({ name, nameSpan }) => {
    const earlier = names.define(name, nameSpan);
    if (earlier === undefined) return [];
    return [
      diagnostic('PW2004', nameSpan, `cluster \`${name}\` is defined twice`, {
        related: [{ span: earlier, message: 'first defined here' }],
        help: 'Give one of them another name with `poolwright: {cluster: …}`.',
      }),
    ];
  });
}

/** A cluster that has been read. What is wrong with a file, or with the defaults merged into it, is a finding of each in it. */
export function compileCluster(
  cluster: Cluster,
  provider: Provider,
  ofFile: readonly Diagnostic[],
  rehearsedBy?: RehearsalProvider,
): CompiledCluster {
  const found: Diagnostic[] = [...ofFile, ...(provider.checkSettings?.(cluster) ?? [])];
  const read = cluster.pools.map((pool) => compilePool(pool, cluster, provider, found));
  const judged = read.map(({ pool, partial }) =>
    partial === undefined ? pool : { ...pool, nodeClass: partial },
  );
  found.push(...runRules({ cluster, labels: provider.labels(cluster), pools: judged }));
  const failed = new Set(cluster.failedPools);
  const pools = read.flatMap(({ pool }) => (failed.has(pool.pool.name) ? [] : [pool]));
  const { clusterApi, diagnostics: ofCluster } = clusterAutoscalerCluster({ cluster, pools });
  found.push(...ofCluster);
  const rehearsal = rehearsedBy === undefined ? undefined : rehearsed(pools, provider.labels(cluster), found);
  const comments = ignoreComments(cluster);
  found.push(...comments.diagnostics);
  const diagnostics = sortDiagnostics(
    applyPolicy(found, {
      levels: new Map([...cluster.settings.rules].map(([code, level]) => [code, level.value])),
      ignores: comments.ignores,
    }),
  );
  return {
    cluster,
    pools,
    failed: failed.size > 0 || diagnostics.some((one) => one.severity === 'error'),
    diagnostics,
    ...(clusterApi === undefined ? {} : { clusterApi }),
    ...(rehearsal === undefined ? {} : { rehearsal }),
  };
}

function rehearsed(
  pools: readonly CompiledPool[],
  vocabulary: LabelVocabulary,
  found: Diagnostic[],
): Rehearsal {
  const { rehearsal, diagnostics } = rehearse({ pools, vocabulary });
  found.push(...diagnostics);
  return rehearsal;
}

interface CompilingPool {
  readonly pool: CompiledPool;
  /** Stands in for its node class while it is checked. */
  readonly partial?: NodeClassObject;
}

function compilePool(
  written: Pool,
  cluster: Cluster,
  provider: Provider,
  found: Diagnostic[],
): CompilingPool {
  const { object, partial, incomplete, diagnostics } = provider.nodeClass(written, cluster);
  found.push(...diagnostics);
  const known = object ?? partial;
  const table = provider.instanceTable(cluster, known);
  const pool = withIncomplete(written, incomplete);
  const first = withRequirements(pool, provider.builtInRequirements(pool, known));
  const vocabulary = provider.labels(cluster);
  const admitted = select(first, table, vocabulary);
  const derived = provider.derivedRequirements(first, admitted.types);
  const complete = derived.length === 0 ? first : withRequirements(first, derived);
  const selection = derived.length === 0 ? admitted : select(complete, table, vocabulary);
  const input = { pool: complete, cluster, provider, nodeClass: object, table, selection };
  const { built, diagnostics: ofBackend } = buildPool(input);
  found.push(...ofBackend);
  return {
    pool: {
      backend: complete.backend.value,
      pool: complete,
      ...(object === undefined ? {} : { nodeClass: object }),
      ...built,
      table,
      selection,
    },
    ...(partial === undefined ? {} : { partial }),
  };
}

interface BuiltPool {
  readonly built: Pick<CompiledPool, 'nodePool' | 'machines'>;
  readonly diagnostics: readonly Diagnostic[];
}

/** What the pool's backend makes of it. */
function buildPool(input: ClusterApiPoolInput): BuiltPool {
  const { pool, cluster, provider } = input;
  switch (pool.backend.value) {
    case 'karpenter': {
      const { object, diagnostics } = nodePool(pool, cluster, provider);
      return { built: object === undefined ? {} : { nodePool: object }, diagnostics };
    }
    case 'cluster-autoscaler': {
      const { diagnostics, ...built } = clusterAutoscalerPool(input);
      return { built, diagnostics };
    }
    case 'karpenter-cluster-api': {
      const { diagnostics, ...built } = karpenterClusterApiPool(input);
      return { built, diagnostics };
    }
  }
}

function withIncomplete(pool: Pool, parts: ReadonlySet<PoolPart> | undefined): Pool {
  return parts === undefined
    ? pool
    : { ...pool, incomplete: new Set([...(pool.incomplete ?? []), ...parts]) };
}

function select(pool: Pool, table: InstanceTable, vocabulary: LabelVocabulary): PoolSelection {
  return selectTypes({
    types: table.types,
    requirements: pool.requirements,
    labels: pool.labels,
    vocabulary,
  });
}

function withRequirements(pool: Pool, added: readonly BuiltInRequirement[]): Pool {
  const origin: Origin = {
    span: pool.keySpan,
    keySpan: pool.keySpan,
    layer: { kind: 'built-in', set: pool.builtInSet },
  };
  const requirements: readonly PoolRequirement[] = added.map((requirement) => ({
    key: { value: requirement.key, origin },
    operator: { value: requirement.operator, origin },
    values: requirement.values.map((value) => ({ value, origin })),
    origin,
  }));
  return { ...pool, requirements: [...pool.requirements, ...requirements] };
}

function ignoreComments(cluster: Cluster) {
  const sources = [cluster.source, ...(cluster.defaultsSource === undefined ? [] : [cluster.defaultsSource])];
  const read = sources.map((source) => readIgnoreComments(source));
  return {
    ignores: read.flatMap((one) => one.ignores),
    diagnostics: read.flatMap((one) => one.diagnostics),
  };
}
