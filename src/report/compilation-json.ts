import { createHash } from 'node:crypto';
import type { Layer, Origin } from '../diagnostics/origin.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import { type Manifest, manifestOf } from '../kubernetes/manifest-of.ts';
import type { BackendName } from '../model/backend-name.ts';
import type { ClusterApiObject, Compilation, CompiledCluster, CompiledPool } from '../model/compilation.ts';
import type { CompiledObject } from '../model/compiled-object.ts';
import type { DroppedType } from '../model/node-group.ts';
import {
  locate,
  REPORT_API_VERSION,
  type ReportDiagnostic,
  type ReportLocation,
  type ReportPool,
  type ReportSummary,
  reportDiagnostic,
  summarise,
} from './check-report.ts';
import type { ReportShard } from './report-shard.ts';

/**
 * What `synth --format json` prints (docs/json-report.md): everything a later comparison or merge needs without the
 * definition files. Fields may be added, never changed or removed within one apiVersion.
 */
export interface CompilationJson {
  readonly apiVersion: typeof REPORT_API_VERSION;
  readonly kind: 'Compilation';
  readonly poolwrightVersion: string;
  /** `sha256:…` over the names of the clusters and their objects: equal digests, equal output. */
  readonly digest: string;
  readonly clusters: readonly ClusterJson[];
  /** The texts of definitions and their defaults, and the lines that origins point at, by file. */
  readonly sources: Readonly<Record<string, SourceJson>>;
  readonly diagnostics: readonly ReportDiagnostic[];
  readonly summary: ReportSummary;
  /** Of a run with `--shard`: what `merge` needs. */
  readonly shard?: ReportShard;
}

export interface ClusterJson {
  readonly name: string;
  readonly file: string;
  readonly defaultsFile?: string;
  readonly provider: string;
  readonly backend: string;
  /** Number of the built-in set. */
  readonly defaults: number;
  readonly karpenterVersion: string;
  readonly kubernetesVersion?: string;
  readonly region?: string;
  readonly zones?: readonly string[];
  /** It has errors: `objects` is empty and `synth` would leave its folder alone. */
  readonly failed: boolean;
  readonly nodePools: readonly CompiledPoolJson[];
  /** Pools in document order, node class before node pool; what belongs to the cluster as a whole comes last. */
  readonly objects: readonly ObjectJson[];
  /** Flags of the Cluster Autoscaler that the objects rely on; a list is a flag that is repeated. */
  readonly autoscalerFlags?: Readonly<Record<string, string | readonly string[]>>;
}

export interface CompiledPoolJson extends ReportPool {
  readonly backend: BackendName;
  /** MachineDeployments of the pool, on Cluster API backends. */
  readonly nodeGroups?: number;
  /** Types, or offerings of them, that the pool admits and that have no MachineDeployment. */
  readonly dropped?: readonly DroppedType[];
}

export interface ObjectJson {
  /** Name of the pool that asked for it. Absent: it belongs to the cluster as a whole. */
  readonly pool?: string;
  /** Where it is applied, on Cluster API backends: to the cluster itself, or to the one that makes its machines. */
  readonly tree?: 'management' | 'workload';
  /** `spec`, or the fields that its kind has instead. */
  readonly object: Manifest;
  /** JSON pointer into `object` to where the value came from; a pointer that is not listed has its parent's origin. */
  readonly origins: Readonly<Record<string, OriginJson>>;
}

export interface OriginJson extends ReportLocation {
  readonly layer?: Layer;
  /** The anchored node, when the place is an alias. */
  readonly definedAt?: ReportLocation;
}

export interface SourceJson {
  /** `sha256:…` of the whole text. */
  readonly digest: string;
  /** All of it. Absent in documents of older versions: then the lines are all there is. */
  readonly text?: string;
  /** Line number to text. */
  readonly lines: Readonly<Record<string, string>>;
}

/** Of a value of many lines only these are quoted. */
const MAX_EXCERPT_LINES = 20;

export function compilationJson(
  { clusters, diagnostics }: Compilation,
  { version }: { readonly version: string },
): CompilationJson {
  return compilationOf({ ...clusterJsons(clusters), diagnostics }, { version });
}

type CompiledClusters = Pick<CompilationJson, 'clusters' | 'sources'>;

/** The clusters' part of it: enough to join many. */
export function clusterJsons(clusters: readonly CompiledCluster[]): CompiledClusters {
  const excerpts = new Excerpts();
  return {
    clusters: clusters.map((compiled) => clusterJson(compiled, excerpts)),
    sources: excerpts.toJson(),
  };
}

export function compilationOf(
  { clusters, sources, diagnostics }: CompiledClusters & Pick<Compilation, 'diagnostics'>,
  { version }: { readonly version: string },
): CompilationJson {
  return {
    apiVersion: REPORT_API_VERSION,
    kind: 'Compilation',
    poolwrightVersion: version,
    digest: digestOf(clusters),
    clusters,
    sources,
    diagnostics: diagnostics.map(reportDiagnostic),
    summary: summarise(diagnostics),
  };
}

/** Of `[name, objects]` of each cluster as one JSON text, which never has to be in memory as a whole. */
function digestOf(clusters: readonly ClusterJson[]): string {
  const hash = createHash('sha256');
  clusters.forEach(({ name, objects }, i) => {
    hash.update(i === 0 ? '[' : ',').update(JSON.stringify([name, objects.map(({ object }) => object)]));
  });
  return `sha256:${hash.update(clusters.length === 0 ? '[]' : ']').digest('hex')}`;
}

/** What several compilations quote of files, as one. */
export function joinSources(all: readonly CompilationJson['sources'][]): CompilationJson['sources'] {
  const files = new Map<string, Omit<SourceJson, 'lines'> & { readonly lines: Map<number, string> }>();
  for (const [file, { lines, ...whole }] of all.flatMap((sources) => Object.entries(sources))) {
    const known = files.get(file) ?? { ...whole, lines: new Map<number, string>() };
    files.set(file, known);
    for (const [line, text] of Object.entries(lines)) known.lines.set(Number(line), text);
  }
  return Object.fromEntries(
    [...files]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, { lines, ...whole }]) => [
        file,
        {
          ...whole,
          lines: Object.fromEntries(
            [...lines].sort(([a], [b]) => a - b).map(([line, text]) => [String(line), text]),
          ),
        },
      ]),
  );
}

function clusterJson(compiled: CompiledCluster, excerpts: Excerpts): ClusterJson {
  const { cluster, pools, failed, clusterApi } = compiled;
  const { settings } = cluster;
  // All of them, even those that no origin points at: a failed cluster has no objects.
  excerpts.file(cluster.source);
  if (cluster.defaultsSource !== undefined) excerpts.file(cluster.defaultsSource);
  return {
    name: cluster.name,
    file: cluster.source.file,
    ...(cluster.defaultsSource === undefined ? {} : { defaultsFile: cluster.defaultsSource.file }),
    provider: settings.provider.value,
    backend: settings.backend.value,
    defaults: settings.defaults.value,
    karpenterVersion: settings.karpenterVersion.value,
    ...(settings.kubernetesVersion === undefined
      ? {}
      : { kubernetesVersion: settings.kubernetesVersion.value }),
    ...(settings.region === undefined ? {} : { region: settings.region.value }),
    ...(settings.zones === undefined ? {} : { zones: settings.zones.map(({ value }) => value) }),
    failed,
    nodePools: pools.map(poolJson),
    objects: failed ? [] : objectsOf(compiled).map((object) => objectJson(object, excerpts)),
    ...(failed || clusterApi?.autoscaler === undefined
      ? {}
      : { autoscalerFlags: clusterApi.autoscaler.flags }),
  };
}

function poolJson({ pool, selection, backend, machines }: CompiledPool): CompiledPoolJson {
  return {
    name: pool.name,
    instanceTypes: selection.types.length,
    backend,
    ...(machines === undefined ? {} : { nodeGroups: machines.nodeGroups.length, dropped: machines.dropped }),
  };
}

/** Of the node classes only those that are written: elsewhere they decide what the templates of machines say. */
function objectsOf({ pools, clusterApi }: CompiledCluster): readonly (CompiledObject | ClusterApiObject)[] {
  const ofPools = pools.flatMap(({ backend, nodeClass, nodePool, machines }) => [
    backend === 'karpenter' ? nodeClass : undefined,
    nodePool,
    ...(machines?.objects ?? []),
  ]);
  return [...ofPools, ...(clusterApi?.objects ?? [])].filter((one) => one !== undefined);
}

function objectJson(compiled: CompiledObject | ClusterApiObject, excerpts: Excerpts): ObjectJson {
  const { origins, pool } = compiled;
  return {
    ...(pool === undefined ? {} : { pool }),
    ...('tree' in compiled ? { tree: compiled.tree } : {}),
    object: manifestOf(compiled),
    origins: Object.fromEntries(
      [...origins]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([pointer, origin]) => [pointer, originJson(origin, excerpts)]),
    ),
  };
}

function originJson(origin: Origin, excerpts: Excerpts): OriginJson {
  excerpts.add(origin.span);
  if (origin.definedAt !== undefined) excerpts.add(origin.definedAt);
  return {
    ...locate(origin.span),
    ...(origin.layer === undefined ? {} : { layer: origin.layer }),
    ...(origin.definedAt === undefined ? {} : { definedAt: locate(origin.definedAt) }),
  };
}

/** Collects what was read, and the lines that origins point at. */
class Excerpts {
  readonly #files = new Map<string, { readonly source: Source; readonly lines: Set<number> }>();

  file(source: Source): Set<number> {
    let file = this.#files.get(source.file);
    if (file === undefined) {
      file = { source, lines: new Set() };
      this.#files.set(source.file, file);
    }
    return file.lines;
  }

  add({ source, start, end }: Span): void {
    const lines = this.file(source);
    const first = source.positionAt(start).line;
    const last = Math.min(source.positionAt(Math.max(start, end - 1)).line, first + MAX_EXCERPT_LINES - 1);
    for (let line = first; line <= last; line++) lines.add(line);
  }

  toJson(): Readonly<Record<string, SourceJson>> {
    const files = [...this.#files].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      files.map(([file, { source, lines }]) => [
        file,
        {
          digest: sha256(source.text),
          text: source.text,
          lines: Object.fromEntries(
            [...lines].sort((a, b) => a - b).map((line) => [String(line), source.lineText(line)]),
          ),
        },
      ]),
    );
  }
}

function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
