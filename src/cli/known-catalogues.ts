import { loadBuiltInCatalogue } from '../catalogue/built-in.ts';
import { parseSnapshot } from '../catalogue/parse-snapshot.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Provider } from '../model/provider.ts';
import { createAwsProvider } from '../providers/aws/index.ts';

export interface LoadedCatalogue {
  /** Absent: it cannot be used. */
  readonly provider?: Provider;
  readonly problems: readonly Diagnostic[];
}

/** Catalogues that were read, each once: equal texts of one name are one provider. */
export class KnownCatalogues {
  readonly #byName = new Map<string, { readonly text: string; readonly loaded: LoadedCatalogue }[]>();
  #builtIn: Provider | undefined;

  builtIn(): Provider {
    this.#builtIn ??= createAwsProvider(loadBuiltInCatalogue());
    return this.#builtIn;
  }

  of(source: Source): LoadedCatalogue {
    const { file, text } = source;
    const known = this.#byName.get(file) ?? [];
    const found = known.find((one) => one.text === text);
    if (found !== undefined) return found.loaded;
    const { catalogue, diagnostics } = parseSnapshot(source);
    const loaded: LoadedCatalogue = {
      problems: diagnostics,
      ...(catalogue === undefined ? {} : { provider: createAwsProvider(catalogue) }),
    };
    this.#byName.set(file, [...known, { text, loaded }]);
    return loaded;
  }
}
