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
