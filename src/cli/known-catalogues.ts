import { parseSnapshot } from '../catalogue/parse-snapshot.ts';
import { createProvider } from '../create-provider.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import type { ProviderName } from '../model/cluster.ts';
import type { Provider } from '../model/provider.ts';

export interface LoadedCatalogue {
  /** Absent: it cannot be used. */
  readonly provider?: Provider;
  readonly problems: readonly Diagnostic[];
}

interface KnownCatalogue {
  readonly provider: ProviderName;
  readonly text: string;
  readonly loaded: LoadedCatalogue;
}

/** Catalogues that were read, each once: equal texts of one file are one provider. */
export class KnownCatalogues {
  readonly #byFile = new Map<string, readonly KnownCatalogue[]>();

  of(source: Source, provider: ProviderName): LoadedCatalogue {
    const { file, text } = source;
    const known = this.#byFile.get(file) ?? [];
    const found = known.find((one) => one.text === text && one.provider === provider);
    if (found !== undefined) return found.loaded;
    const { catalogue, diagnostics } = parseSnapshot(source);
    const loaded: LoadedCatalogue = {
      problems: diagnostics,
      ...(catalogue === undefined ? {} : { provider: createProvider(provider, catalogue) }),
    };
    this.#byFile.set(file, [...known, { provider, text, loaded }]);
    return loaded;
  }
}
