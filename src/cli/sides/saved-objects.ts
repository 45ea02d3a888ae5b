import type { Located } from '../../diagnostics/located.ts';
import { jsonPointer } from '../../diagnostics/json-pointer.ts';
import type { PathSegment } from '../../diagnostics/located-path.ts';
import { originAt } from '../../diagnostics/origin-at.ts';
import { Source } from '../../diagnostics/source.ts';
import { readDefinition } from '../../definition/read-definition.ts';
import { invariant } from '../../diagnostics/invariant.ts';
import { importObjects } from '../../import/import-objects.ts';
import type { LiveObject } from '../../import/live-objects.ts';
import type { SavedCluster, SavedObject } from '../../import/saved/saved-compilation.ts';
import type { SavedSources } from '../../import/saved/saved-sources.ts';
import type { ClusterSettings } from '../../model/cluster.ts';
import type { CompiledCluster } from '../../model/compilation.ts';
import type { Provider } from '../../model/provider.ts';
import { clusterOfObjects } from './cluster-of-objects.ts';
import type { UnitCluster } from './side.ts';

export interface SavedObjectsInput {
  readonly saved: SavedCluster;
  readonly sources: SavedSources;
  /** The same cluster on the other side. */
  readonly counterpart: UnitCluster | undefined;
  readonly provider: Provider;
}

/** A saved cluster by its objects alone, as `import` would take them over. */
export function clusterOfSavedObjects({
  saved,
  sources,
  counterpart,
  provider,
}: SavedObjectsInput): CompiledCluster {
  const source = sources.source(saved.file);
  const settings = (own: ClusterSettings) =>
    settingsOf(own, counterpart?.compiled.cluster.settings, { saved, source });
  const list = { apiVersion: 'v1', kind: 'List', items: saved.objects.map(({ object }) => object) };
  const imported = importObjects([new Source(saved.file, JSON.stringify(list))], provider);
  if (imported.draft.pools.length === 0) return emptyCluster(saved, source, settings);
  const places = new Places(saved.objects, sources);
  const nodeClasses = imported.nodeClasses.map((one) => places.of(one));
  const compiled = clusterOfObjects({
    name: saved.name,
    source,
    draft: imported.draft,
    nodePools: imported.nodePools.map((one) => places.of(one)),
    nodeClasses: new Map(nodeClasses.map((one) => [one.name, one])),
    provider,
    isOwn: (one) => sources.has(one),
    definedAs: (pool) => counterpart?.compiled.cluster.pools.find(({ name }) => name === pool),
    settings,
    placeOf: (pool) => places.ofPool(pool),
  });
  // Import sorts pools by what makes their machines.
  const names = saved.nodePools.map(({ name }) => name);
  const pools = compiled.pools.toSorted((a, b) => names.indexOf(a.pool.name) - names.indexOf(b.pool.name));
  return { ...compiled, pools };
}

/** Where the values of objects were written, by what the document says of it. */
class Places {
  readonly #objects: readonly SavedObject[];
  readonly #sources: SavedSources;

  constructor(objects: readonly SavedObject[], sources: SavedSources) {
    this.#objects = objects;
    this.#sources = sources;
  }

  of<T extends LiveObject>(live: T): T {
    const saved = this.#objects.find(
      ({ object }) => object.kind === live.kind && object.metadata.name === live.name,
    );
    invariant(saved !== undefined, 'the objects were read from those of the document');
    const origins = this.#sources.origins(saved);
    const span = (path: readonly PathSegment[]) => originAt(origins, jsonPointer(...path)).span;
    return { ...live, source: undefined, span };
  }

  ofPool(pool: string) {
    const saved = this.#objects.find((one) => one.pool === pool);
    return saved === undefined ? undefined : this.#sources.origins(saved).get('')?.span;
  }
}

interface SavedIn {
  readonly saved: SavedCluster;
  readonly source: Source;
}

/** Those that the document has; the others as the other side has them, but for what is of that side alone. */
function settingsOf(
  own: ClusterSettings,
  other: ClusterSettings | undefined,
  { saved, source }: SavedIn,
): ClusterSettings {
  const { region, zones, karpenterVersion, kubernetesVersion } = saved;
  const at = <T>(value: T): Located<T> => ({ value, origin: { span: { source, start: 0, end: 0 } } });
  const {
    region: _region,
    zones: _zones,
    kubernetesVersion: _version,
    clusterApi: _clusterApi,
    maxMonthlyUsd: _monthly,
    maxMonthlyUsdAtLimits: _atLimits,
    organisationMaxMonthlyUsd: _organisation,
    ...shared
  } = other ?? own;
  return {
    ...shared,
    provider: own.provider,
    backend: own.backend,
    workloads: [],
    karpenterVersion: at(karpenterVersion),
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion: at(kubernetesVersion) }),
    ...(region === undefined ? {} : { region: at(region) }),
    ...(zones === undefined ? {} : { zones: zones.map(at) }),
    ...(own.clusterApi === undefined ? {} : { clusterApi: own.clusterApi }),
  };
}

/** A cluster that failed, or whose objects are none that can be read. */
function emptyCluster(
  { name }: SavedCluster,
  source: Source,
  settings: (own: ClusterSettings) => ClusterSettings,
): CompiledCluster {
  const bare = new Source(source.file, 'node_pools: {none: {}}\n');
  const [own] = readDefinition({ source: bare, clusterName: 'none' }).clusters;
  invariant(own !== undefined, 'a definition with a pool is a cluster');
  return {
    cluster: {
      name,
      nameSpan: { source, start: 0, end: 0 },
      source,
      settings: settings(own.settings),
      pools: [],
      failedPools: [],
    },
    pools: [],
    failed: true,
    diagnostics: [],
  };
}
