import type { ShardDefinition } from '../../report/report-shard.ts';
import type { ClusterPart, DefinitionPart } from './definition-part.ts';
import type { Shard } from './shard.ts';
import type { ShareJob } from './share-job.ts';

/** What a worker is started with. */
export interface WorkerOrder {
  readonly job: ShareJob;
  /** Its share of the job's. */
  readonly shards: readonly Shard[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly today: string;
}

/** What it sends. */
export type WorkerMessage =
  | ({ readonly kind: 'part' } & SentPart)
  /** For the standard error. */
  | { readonly kind: 'says'; readonly text: string }
  | { readonly kind: 'failed'; readonly usage: boolean; readonly message: string; readonly stack: string };

/** A part without anything that cannot be cloned. */
export interface SentPart {
  readonly definition: ShardDefinition;
  readonly clusters: readonly Pick<ClusterPart, 'report' | 'files' | 'autoscalerFlags'>[];
  readonly sources?: DefinitionPart['sources'];
  /** Texts that its findings point into, by file, unless they were sent before. */
  readonly texts: Readonly<Record<string, string>>;
}
