import { loadBuiltInCatalogue } from './catalogue/built-in.ts';
import type { AwsCatalogue } from './catalogue/catalogue.ts';
import type { ProviderName } from './model/cluster.ts';
import type { Provider } from './model/provider.ts';
import { createAwsProvider } from './providers/aws/index.ts';

/** Whatever a definition may name is here: a name without an entry does not compile. */
const CREATE: Readonly<Record<ProviderName, (catalogue: AwsCatalogue) => Provider>> = {
  aws: createAwsProvider,
};

/** The provider of that name over one catalogue. Make one for each catalogue: what it computes is shared inside. */
export function createProvider(name: ProviderName, catalogue: AwsCatalogue): Provider {
  return CREATE[name](catalogue);
}

const builtIn = new Map<ProviderName, Provider>();

/** The one over the catalogue that comes with poolwright: whoever asks shares the instance types it has worked out. */
export function builtInProvider(name: ProviderName = loadBuiltInCatalogue().snapshot.provider): Provider {
  const known = builtIn.get(name) ?? createProvider(name, loadBuiltInCatalogue());
  builtIn.set(name, known);
  return known;
}
