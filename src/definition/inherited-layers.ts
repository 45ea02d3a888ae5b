import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import type { Located, LocatedEntry, LocatedMap } from '../diagnostics/located.ts';
import { poolClusterApiFields } from './cluster-api-pool-schema.ts';
import { mergePools } from './merge-layers.ts';
import type { PoolPart } from '../model/pool-part.ts';
import { readMap, readText } from './read-located.ts';
import type { IncompleteLayers } from './settings-block.ts';

/** What a pool starts from: `cluster_api`, `node_class`, `pool_defaults` and its profile, merged. */
export interface Inheritance {
  /** Absent when nothing is inherited. */
  readonly tree?: LocatedMap;
  /** What has errors in a layer of it, which are reported where they stand. */
  readonly incomplete: ReadonlySet<PoolPart>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Merged settings, and what was left out of them for errors. */
export interface SettingsLayers {
  readonly tree: LocatedMap | undefined;
  /** Names of settings. */
  readonly faulty: ReadonlySet<string>;
  readonly incomplete: IncompleteLayers;
}

/** Settings that every pool starts from. */
const SHARED = ['cluster_api', 'node_class', 'pool_defaults'];

const EVERYTHING: ReadonlySet<PoolPart> = new Set(['*']);

/** Merges the layers below the pools, once for each profile however many pools use it. */
export class InheritedLayers {
  readonly #settings: SettingsLayers;
  readonly #shared: LocatedMap | undefined;
  readonly #sharedIncomplete: ReadonlySet<PoolPart>;
  readonly #byProfile = new Map<string, Inheritance | undefined>();

  constructor(settings: SettingsLayers) {
    this.#settings = settings;
    this.#shared = sharedLayers(settings.tree);
    this.#sharedIncomplete = this.#incompleteIn(SHARED);
  }

  /** The profile a pool gets: its own, else that of `pool_defaults`. `profile: null` means none. */
  profileOf(pool: LocatedMap): Located<string> | undefined {
    return readText(pool.entries.has('profile') ? pool : this.#shared, 'profile');
  }

  inherit(profile: Located<string> | undefined): Inheritance {
    const shared = { ...withTree(this.#shared), incomplete: this.#sharedIncomplete, diagnostics: [] };
    if (profile === undefined) return shared;
    if (!this.#byProfile.has(profile.value)) {
      this.#byProfile.set(profile.value, this.#withProfile(profile.value));
    }
    const found = this.#byProfile.get(profile.value);
    return found ?? { ...shared, incomplete: EVERYTHING, diagnostics: [this.#unknownProfile(profile)] };
  }

  #withProfile(name: string): Inheritance | undefined {
    const { tree, faulty } = this.#settings;
    const layer = readMap(readMap(tree, 'profiles'), name);
    const incomplete = this.#incompleteIn([...SHARED, 'profiles', `profiles.${name}`]);
    if (layer !== undefined) return { tree: mergePools(this.#shared, layer), incomplete, diagnostics: [] };
    const isHidden = faulty.has('profiles') || this.#settings.incomplete.has(`profiles.${name}`);
    return isHidden ? { ...withTree(this.#shared), incomplete: EVERYTHING, diagnostics: [] } : undefined;
  }

  #incompleteIn(layers: readonly string[]): ReadonlySet<PoolPart> {
    const { faulty, incomplete } = this.#settings;
    if (['*', ...layers].some((name) => faulty.has(name))) return EVERYTHING;
    return new Set(layers.flatMap((name) => [...(incomplete.get(name) ?? [])]));
  }

  #unknownProfile(profile: Located<string>): Diagnostic {
    const names = [...(readMap(this.#settings.tree, 'profiles')?.entries.keys() ?? [])];
    const nearest = didYouMean(profile.value, names);
    const known = names.map((name) => `\`${name}\``).join(', ');
    const help =
      nearest !== undefined
        ? `Did you mean \`${nearest}\`?`
        : names.length > 0
          ? `Profiles: ${known}.`
          : 'Profiles are defined under `poolwright: {profiles: …}`; there are none.';
    return diagnostic('PW2050', profile.origin.span, `there is no profile \`${profile.value}\``, { help });
  }
}

/** `cluster_api` and `node_class` below `pool_defaults`, which may hold both too. */
function sharedLayers(settings: LocatedMap | undefined): LocatedMap | undefined {
  if (settings === undefined) return undefined;
  const blocks = [clusterApiOfPools(settings), settings.entries.get('node_class')]
    .filter((entry) => entry !== undefined)
    .map((entry) => [entry.key, entry] as const);
  const lowest =
    blocks.length === 0
      ? undefined
      : mergePools(undefined, { kind: 'map', entries: new Map(blocks), origin: settings.origin });
  const defaults = readMap(settings, 'pool_defaults');
  return defaults === undefined ? lowest : mergePools(lowest, defaults);
}

/** The keys of the settings' `cluster_api` that a pool has too. */
function clusterApiOfPools(settings: LocatedMap): LocatedEntry | undefined {
  const entry = settings.entries.get('cluster_api');
  if (entry?.value.kind !== 'map') return undefined;
  const entries = [...entry.value.entries].filter(([key]) => Object.hasOwn(poolClusterApiFields, key));
  return entries.length === 0
    ? undefined
    : { ...entry, value: { ...entry.value, entries: new Map(entries) } };
}

function withTree(tree: LocatedMap | undefined): { readonly tree?: LocatedMap } {
  return tree === undefined ? {} : { tree };
}
