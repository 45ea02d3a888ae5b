import type { LoadOptions } from './load-definitions.ts';
import type { PrintFlags } from './print-manifests.ts';
import type { Shard } from './shards/shard.ts';

export interface SynthFlags extends PrintFlags, LoadOptions {
  readonly out?: string | undefined;
  readonly check?: boolean | undefined;
  readonly overwriteEdited?: boolean | undefined;
  readonly forgetSuperseded?: boolean | undefined;
  readonly shard?: Shard | undefined;
  readonly jobs?: number | undefined;
}
