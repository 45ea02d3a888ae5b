import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import type { Located, LocatedEntry, LocatedMap } from '../diagnostics/located.ts';
import { mergePools } from './merge-layers.ts';
import { readMap, readText } from './read-located.ts';

/** What a pool starts from: `node_class`, `pool_defaults` and its profile, merged. */
export interface Inheritance {
  /** Absent when nothing is inherited. */
  readonly tree?: LocatedMap;
  /** A layer in it has errors, which are reported where they stand. */
  readonly faulty: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Merges the layers below the pools, once for each profile however many pools use it. */
export class InheritedLayers {
  readonly #settings: LocatedMap | undefined;
  readonly #faulty: ReadonlySet<string>;
  readonly #shared: LocatedMap | undefined;
  readonly #byProfile = new Map<string, Inheritance>();

  /** Merged settings, and the names of the parts that were left out of them for errors. */
  constructor(settings: LocatedMap | undefined, faulty: ReadonlySet<string>) {
    this.#settings = settings;
    this.#faulty = faulty;
    this.#shared = sharedLayers(settings);
  }

  /** The profile a pool gets: its own, else that of `pool_defaults`. `profile: null` means none. */
  profileOf(pool: LocatedMap): Located<string> | undefined {
    return readText(pool.entries.has('profile') ? pool : this.#shared, 'profile');
  }

  inherit(profile: Located<string> | undefined): Inheritance {
    const sharedFaulty = ['*', 'node_class', 'pool_defaults'].some((name) => this.#faulty.has(name));
    if (profile === undefined) return { ...withTree(this.#shared), faulty: sharedFaulty, diagnostics: [] };
    const known = this.#byProfile.get(profile.value);
    const found = known ?? this.#withProfile(profile.value);
    if (known === undefined) this.#byProfile.set(profile.value, found);
    if (found.tree === undefined && !found.faulty) {
      return { faulty: true, diagnostics: [this.#unknownProfile(profile)] };
    }
    return { ...found, faulty: found.faulty || sharedFaulty };
  }

  #withProfile(name: string): Inheritance {
    const layer = readMap(readMap(this.#settings, 'profiles'), name);
    const faulty = ['*', 'profiles', `profiles.${name}`].some((part) => this.#faulty.has(part));
    if (layer === undefined || faulty) return { faulty, diagnostics: [] };
    return { tree: mergePools(this.#shared, layer), faulty: false, diagnostics: [] };
  }

  #unknownProfile(profile: Located<string>): Diagnostic {
    const names = [...(readMap(this.#settings, 'profiles')?.entries.keys() ?? [])];
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

/** `node_class` below `pool_defaults`, which may hold a `node_class` too. */
function sharedLayers(settings: LocatedMap | undefined): LocatedMap | undefined {
  const nodeClass = settings?.entries.get('node_class');
  const defaults = readMap(settings, 'pool_defaults');
  const lowest = nodeClass === undefined ? undefined : mergePools(undefined, asPool(nodeClass));
  return defaults === undefined ? lowest : mergePools(lowest, defaults);
}

function asPool(nodeClass: LocatedEntry): LocatedMap {
  return {
    kind: 'map',
    entries: new Map([['node_class', nodeClass]]),
    origin: nodeClass.value.origin,
  };
}

function withTree(tree: LocatedMap | undefined): { readonly tree?: LocatedMap } {
  return tree === undefined ? {} : { tree };
}
