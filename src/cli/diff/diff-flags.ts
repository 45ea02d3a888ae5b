import type { Severity } from '../../diagnostics/severity.ts';
import type { Shard } from '../shards/shard.ts';

export interface DiffFlags {
  readonly definitions?: readonly string[] | undefined;
  readonly nodes?: readonly string[] | undefined;
  /** Where CRDs are that judge the objects as an API server would. */
  readonly crds?: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly at?: number | undefined;
  /** In seconds. */
  readonly replacementTime: number;
  readonly hpa: 'max' | 'min';
  readonly defaults?: string | undefined;
  readonly name?: string | undefined;
  readonly format: 'text' | 'json' | 'markdown';
  readonly forge: 'github' | 'gitlab';
  readonly failOn?: Severity | undefined;
  readonly color?: boolean | undefined;
  readonly shard?: Shard | undefined;
  readonly jobs?: number | undefined;
}

export interface DiffArguments {
  readonly base: string;
  /** @default the working tree */
  readonly head: string | undefined;
}
