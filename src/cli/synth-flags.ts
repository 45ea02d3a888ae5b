import type { LoadOptions } from './load-definitions.ts';
import type { PrintFlags } from './print-manifests.ts';
import type { RehearsalProvider } from '../model/rehearsal.ts';
import type { Shard } from './shards/shard.ts';

export interface SynthFlags extends PrintFlags, LoadOptions {
  readonly out?: string | undefined;
  /** Who plays the nodes. @default nobody, they are real */
  readonly provider?: RehearsalProvider | undefined;
  readonly check?: boolean | undefined;
  readonly overwriteEdited?: boolean | undefined;
  readonly forgetSuperseded?: boolean | undefined;
  readonly shard?: Shard | undefined;
  readonly jobs?: number | undefined;
}
