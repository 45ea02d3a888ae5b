import { compile } from '../../compile.ts';
import type { Source } from '../../diagnostics/source.ts';
import { overlaySaved } from '../../import/saved/overlay-saved.ts';
import {
  type Read,
  type SavedCluster,
  type SavedCompilation,
  savedCluster,
  savedCompilation,
} from '../../import/saved/saved-compilation.ts';
import { SavedSources } from '../../import/saved/saved-sources.ts';
import type { Cluster } from '../../model/cluster.ts';
import type { CompiledCluster } from '../../model/compilation.ts';
import type { Provider } from '../../model/provider.ts';
import { REPORT_API_VERSION } from '../../report/check-report.ts';
import { UsageError } from '../usage-error.ts';
import type { ObjectSideOptions } from './object-side-options.ts';
import { clusterOfSavedObjects } from './saved-objects.ts';
import { type SavedFate, savedNotes } from './saved-notes.ts';
import type { LoadedSide, SideUnit, UnitCluster, UnitState } from './side.ts';

/**
 * What `synth --format json` printed. Objects are those of the document; what they admit and cost is worked out again,
 * from the texts in the document or, where it has none, from the objects.
 *
 * @throws UsageError if the document is none, or of a version that is not known; on load, if a cluster in it is broken
 */
export function compilationSide(source: Source, options: ObjectSideOptions): LoadedSide {
  const saved = wanted(savedCompilation(source, REPORT_API_VERSION), source);
  const sources = new SavedSources(saved.sources, options);
  const files = new Map<string, number[]>();
  for (const [i, { file }] of saved.clusters.entries()) files.set(file, [...(files.get(file) ?? []), i]);
  const document: Document = { source, saved, sources, options };
  return {
    state: { name: `file:${source.file}`, kind: 'compilation' },
    text: (file) => sources.whole(file),
    units: [...files].map(([file, indexes]) => unitOf(file, indexes, document)),
  };
}

interface Document {
  readonly source: Source;
  readonly saved: SavedCompilation;
  readonly sources: SavedSources;
  readonly options: ObjectSideOptions;
}

function unitOf(file: string, indexes: readonly number[], document: Document): SideUnit {
  const { source, saved } = document;
  return {
    key: file,
    file,
    names: () => Promise.resolve(indexes.flatMap((i) => saved.clusters[i]?.name ?? [])),
    load: (other) => {
      const clusters = indexes.map((i) => wanted(savedCluster(saved, i), source));
      const loader = new UnitLoader(document, clusters, other);
      return Promise.resolve({ clusters: clusters.map((one) => loader.cluster(one)), diagnostics: [] });
    },
  };
}

function wanted<T>(read: Read<T>, { file }: Source): T {
  if (read.ok) return read.value;
  throw new UsageError(`${file} ${read.problem}`);
}

/** The clusters of one definition file. */
class UnitLoader {
  readonly #document: Document;
  readonly #clusters: readonly SavedCluster[];
  readonly #others: ReadonlyMap<string, UnitCluster>;
  #compiled: readonly CompiledCluster[] | undefined;

  constructor(document: Document, clusters: readonly SavedCluster[], other: UnitState | undefined) {
    this.#document = document;
    this.#clusters = clusters;
    this.#others = new Map((other?.clusters ?? []).map((one) => [one.compiled.cluster.name, one]));
  }

  cluster(saved: SavedCluster): UnitCluster {
    const counterpart = this.#others.get(saved.name);
    const again = this.#again(saved, counterpart);
    const made =
      again ?? clusterOfSavedObjects({ ...this.#document, saved, counterpart, provider: this.#provider() });
    const { compiled, changed } = saved.failed
      ? { compiled: made, changed: 0 }
      : overlaySaved(made, saved, {
          sources: this.#document.sources,
          ofEqual: again === undefined ? 'saved' : 'compiled',
        });
    const fate: SavedFate = {
      hasText: again !== undefined,
      changed,
      lost: saved.nodePools
        .map(({ name }) => name)
        .filter((name) => !made.pools.some(({ pool }) => pool.name === name)),
      counterpart,
    };
    const provider = this.#providerOf(compiled.cluster);
    return {
      compiled: saved.failed && !compiled.failed ? { ...compiled, failed: true } : compiled,
      provider,
      notes: savedNotes(compiled, saved, fate, this.#document),
    };
  }

  /** From the texts. Undefined: they are not there, or come to something else by now, and the objects have to do. */
  #again(saved: SavedCluster, counterpart: UnitCluster | undefined): CompiledCluster | undefined {
    const [source, defaults] = this.#texts(saved);
    if (source === undefined) return undefined;
    const shared = counterpart?.compiled;
    const isSame =
      shared?.cluster.source.text === source.text && shared.cluster.defaultsSource?.text === defaults?.text;
    const found = isSame ? shared : this.#compile(saved, source, defaults);
    if (found === undefined) return undefined;
    const pools = new Set(found.pools.map(({ pool }) => pool.name));
    const isWhole = !found.failed && saved.nodePools.every(({ name }) => pools.has(name));
    return saved.failed || isWhole ? found : undefined;
  }

  #texts({ file, defaultsFile }: SavedCluster): readonly [Source | undefined, Source | undefined] {
    const { sources } = this.#document;
    const source = sources.whole(file);
    if (defaultsFile === undefined) return [source, undefined];
    const defaults = sources.whole(defaultsFile);
    return defaults === undefined ? [undefined, undefined] : [source, defaults];
  }

  #compile(
    { name }: SavedCluster,
    source: Source,
    defaults: Source | undefined,
  ): CompiledCluster | undefined {
    this.#compiled ??= compile({
      files: [
        {
          source,
          origin: 'argument',
          ...(defaults === undefined ? {} : { defaults }),
          // Several clusters in a file name themselves.
          ...(this.#clusters.length === 1 ? { clusterName: name } : {}),
        },
      ],
      provider: (cluster) => this.#providerOf(cluster),
    }).clusters;
    return this.#compiled.find(({ cluster }) => cluster.name === name);
  }

  #provider(): Provider {
    return this.#document.options.provider();
  }

  /** A catalogue of one's own is not in the document: that of the other side is it, if it is called the same. */
  #providerOf({ name, settings }: Cluster): Provider {
    const counterpart = this.#others.get(name);
    const own = settings.catalogue?.value;
    return counterpart !== undefined && counterpart.compiled.cluster.settings.catalogue?.value === own
      ? counterpart.provider
      : this.#provider();
  }
}
