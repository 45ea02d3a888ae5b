import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedEntry, LocatedMap } from '../diagnostics/located.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import { parseYaml } from '../documents/parse-yaml.ts';
import type { BackendName } from '../model/backend-name.ts';
import type { Cluster, ClusterSettings } from '../model/cluster.ts';
import type { PoolPart } from '../model/pool-part.ts';
import type { BuiltInChoice } from './built-ins.ts';
import { checkClusterApi } from './check-cluster-api.ts';
import { clusterName } from './cluster-name.ts';
import { clusterSettings } from './cluster-settings.ts';
import { type FoundDocument, findPools } from './find-pools.ts';
import { InheritedLayers } from './inherited-layers.ts';
import { mergeSettings } from './merge-layers.ts';
import { readClusterApiSettings } from './read-cluster-api.ts';
import { readDefaults } from './read-defaults.ts';
import { readText } from './read-located.ts';
import { MAX_POOLS, readPools } from './read-pools.ts';
import { type IncompleteLayers, readSettingsBlock, type SettingsBlock } from './settings-block.ts';
import { clusterSettingsSchema } from './settings-schema.ts';

export interface DefinitionInput {
  readonly source: Source;
  /** The `_defaults.yaml` beside it. Pass the same object for all files of a folder: it is read once. */
  readonly defaults?: Source;
  /**
   * Name of a cluster that the file does not name itself.
   *
   * @default the file's name without extension
   */
  readonly clusterName?: string;
  /** For all pools, whatever they say: what another backend would make of them. */
  readonly backend?: BackendName;
}

export interface DefinitionResult {
  /** One for each document with node pools. Those with errors are here too, as far as they were understood. */
  readonly clusters: readonly Cluster[];
  /** In no particular order. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether any document has node pools, however broken. */
  readonly hasPools: boolean;
}

/** Reads a definition file with its defaults into clusters. Every mistake is among the diagnostics. */
export function readDefinition(input: DefinitionInput): DefinitionResult {
  const parsed = parseYaml(input.source);
  const found = parsed.documents.map((document) => findPools(document.value));
  const roots = parsed.documents.flatMap(({ value }) => (value === undefined ? [] : [value.origin.span]));
  const bearing = found.filter(hasPools);
  const defaults = readDefaults(input.defaults);
  const diagnostics = [
    ...parsed.diagnostics.filter((one) => concernsUs(one, roots, found)),
    ...defaults.diagnostics,
    ...found.flatMap((document) => document.diagnostics),
    ...(bearing.length === 0 ? [] : found.flatMap(idleSettings)),
  ];
  const clusters: Cluster[] = [];
  let pools = 0;
  for (const document of bearing) {
    pools += poolsIn(document);
    if (pools > MAX_FILE_POOLS) {
      diagnostics.push(tooManyInFile(document));
      break;
    }
    const read = readCluster(document, defaults, input, bearing.length);
    diagnostics.push(...read.diagnostics);
    if (read.cluster !== undefined) clusters.push(read.cluster);
  }
  diagnostics.push(...idleName(clusters, input.clusterName));
  return { clusters, diagnostics, hasPools: bearing.length > 0 };
}

/**
 * The file's own name wins: whoever runs the command must not change which cluster a file describes. But somebody
 * expected another one.
 */
function idleName(clusters: readonly Cluster[], given: string | undefined): Diagnostic[] {
  const [first] = clusters;
  if (given === undefined || first === undefined || clusters.some(({ name }) => name === given)) return [];
  const names = clusters.map(({ name }) => `\`${name}\``).join(', ');
  const own = `its cluster${clusters.length === 1 ? '' : 's'} ${names}`;
  return [
    diagnostic('PW2014', first.nameSpan, `the name \`${given}\` has no effect: the file calls ${own}`, {
      help: 'What the file says comes first. Remove `cluster` from it, or do not pass another name.',
    }),
  ];
}

/** An oddity in the part of another tool is that tool's business; what breaks the file is everybody's. */
function concernsUs(one: Diagnostic, roots: readonly Span[], documents: readonly FoundDocument[]): boolean {
  if (one.severity === 'error' || !roots.some((root) => contains(root, one.span))) return true;
  return documents
    .flatMap(({ pools, settings }) => [pools, settings])
    .some((entry) => entry !== undefined && contains(entrySpan(entry), one.span));
}

function entrySpan({ keySpan, value }: LocatedEntry): Span {
  return { ...keySpan, end: value.origin.span.end };
}

function contains(outer: Span, inner: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

type BearingDocument = FoundDocument & { readonly pools: LocatedEntry };

function hasPools(document: FoundDocument): document is BearingDocument {
  return document.pools !== undefined;
}

function poolsIn({ pools: { value } }: BearingDocument): number {
  // More than a cluster may have are not read anyway.
  return value.kind === 'map' && value.entries.size <= MAX_POOLS ? value.entries.size : 0;
}

/** What is read of a file is held at the same time, whichever clusters it is of. */
export const MAX_FILE_POOLS = 20_000;

function tooManyInFile({ pools: { keySpan } }: BearingDocument): Diagnostic {
  const message = `with these the file has more than ${MAX_FILE_POOLS} node pools`;
  return diagnostic('PW2009', keySpan, message, { help: 'Split the clusters over several files.' });
}

/** Settings count for the pools of their own document only, so that reading one document tells all there is. */
function idleSettings({ pools, settings }: FoundDocument): Diagnostic[] {
  if (pools !== undefined || settings === undefined) return [];
  return [
    diagnostic(
      'PW2013',
      settings.keySpan,
      'these settings apply to nothing: the document has no node pools',
      {
        help: 'Move them into the document with the pools, or into `_defaults.yaml`.',
      },
    ),
  ];
}

interface ReadCluster {
  readonly cluster?: Cluster;
  readonly diagnostics: readonly Diagnostic[];
}

function readCluster(
  document: BearingDocument,
  defaults: SettingsBlock,
  input: DefinitionInput,
  clusterCount: number,
): ReadCluster {
  const own = readSettingsBlock(document.settings, clusterSettingsSchema);
  const tree = mergedSettings(own, defaults, document.pools);
  const faulty = new Set([...defaults.faulty, ...own.faulty]);
  const written = readText(tree, 'cluster');
  const name = clusterName(written, input.source, input.clusterName);
  const unnamed = clusterCount > 1 && written === undefined && !faulty.has('cluster');
  const span = document.settings?.keySpan ?? name.span;
  const shared = clusterSettings(tree, name.name, span);
  const builtIns = builtInChoice(shared, faulty);
  const layer = { kind: 'built-in', set: shared.defaults.value } as const;
  const clusterApi = readClusterApiSettings(tree, name.name, { span, layer });
  const incomplete = incompleteLayers(defaults, own);
  const { pools, failedPools, diagnostics } = readPools(document.pools, {
    inherited: new InheritedLayers({ tree, faulty, incomplete }),
    clusterApi,
    ...(input.backend === undefined ? {} : { backend: input.backend }),
    ...(builtIns === undefined ? {} : { builtIns }),
  });
  const settings = pools.some((pool) => pool.clusterApi !== undefined) ? { ...shared, clusterApi } : shared;
  const all = [
    ...own.diagnostics,
    ...(unnamed ? [withoutName(document.pools)] : name.diagnostics),
    ...diagnostics,
    ...checkClusterApi({ settings, pools, faulty: new Set([...faulty, ...incomplete.keys()]) }),
  ];
  // Two clusters named after the same file would only be reported as one name given twice.
  if (unnamed) return { diagnostics: all };
  return {
    cluster: {
      name: name.name,
      nameSpan: name.span,
      source: input.source,
      ...(input.defaults === undefined ? {} : { defaultsSource: input.defaults }),
      settings,
      pools,
      failedPools,
    },
    diagnostics: all,
  };
}

function mergedSettings(own: SettingsBlock, defaults: SettingsBlock, pools: LocatedEntry): LocatedMap {
  const nothing: LocatedMap = { kind: 'map', entries: new Map(), origin: { span: pools.keySpan } };
  return mergeSettings(defaults.tree, own.tree ?? nothing);
}

function incompleteLayers(...blocks: readonly SettingsBlock[]): IncompleteLayers {
  const layers = new Map<string, ReadonlySet<PoolPart>>();
  for (const [name, parts] of blocks.flatMap(({ incomplete }) => [...incomplete])) {
    layers.set(name, new Set([...(layers.get(name) ?? []), ...parts]));
  }
  return layers;
}

/** With an unknown provider or backend, or settings that could not be read, findings about pools would be guesses. */
function builtInChoice(settings: ClusterSettings, faulty: ReadonlySet<string>): BuiltInChoice | undefined {
  if (['*', 'provider', 'backend', 'defaults'].some((name) => faulty.has(name))) return undefined;
  return { set: settings.defaults.value, backend: settings.backend };
}

function withoutName({ keySpan }: LocatedEntry): Diagnostic {
  return diagnostic('PW2007', keySpan, 'the file has several clusters, and this one has no name', {
    help: 'Add `poolwright: {cluster: <name>}` to each document with node pools.',
  });
}
