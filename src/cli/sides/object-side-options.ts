import type { Source } from '../../diagnostics/source.ts';
import type { Provider } from '../../model/provider.ts';
import type { WorkloadOptions } from '../cluster-workloads.ts';

/** How a side that is no definition is read. */
export interface ObjectSideOptions {
  /** With the built-in catalogue. Called when there is something to compile. */
  readonly provider: () => Provider;
  /** Name of the cluster, of a dump. @default that of the only cluster of the other side */
  readonly name?: string | undefined;
  readonly workloads: WorkloadOptions;
  /** Version of this poolwright. */
  readonly version: string;
  /** The one source of equal texts of the same name. @default each is its own */
  readonly intern?: (source: Source) => Source;
}
