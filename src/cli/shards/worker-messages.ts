import type { ReviewReportCluster } from '../../report/review-contract.ts';
import type { ShardDefinition, ShardPair } from '../../report/report-shard.ts';
import type { ReviewJob } from '../diff/review-job.ts';
import type { ClusterPart, DefinitionPart } from './definition-part.ts';
import type { Shard } from './shard.ts';
import type { ShareJob } from './share-job.ts';

/** What a worker is started with. */
export interface WorkerOrder {
  readonly job: ShareJob | ReviewJob;
  /** Its share of the job's. */
  readonly shards: readonly Shard[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly today: string;
}

/** What it sends. */
export type WorkerMessage =
  | SentPart
  | SentPair
  /** For the standard error. */
  | { readonly kind: 'says'; readonly text: string }
  | { readonly kind: 'failed'; readonly usage: boolean; readonly message: string; readonly stack: string };

/** Texts that findings point into, by file, unless they were sent before. */
interface WithTexts {
  readonly texts: Readonly<Record<string, string>>;
}

/** A part without anything that cannot be cloned. */
export interface SentPart extends WithTexts {
  readonly kind: 'part';
  readonly definition: ShardDefinition;
  readonly clusters: readonly Pick<ClusterPart, 'report' | 'files' | 'autoscalerFlags'>[];
  readonly sources?: DefinitionPart['sources'];
}

export interface SentPair extends WithTexts {
  readonly kind: 'pair';
  readonly pair: ShardPair;
  readonly reviews: readonly ReviewReportCluster[];
}
