import { InvalidArgumentError } from 'commander';

/** One of several runs, machines or workers that share the definitions between them. */
export interface Shard {
  /** From 1 on. */
  readonly index: number;
  readonly of: number;
}

export const MOST_SHARDS = 10_000;

/** Parses `--shard 2/4` for commander. */
export function parseShard(text: string): Shard {
  const [, index = 0, of = 0] = (/^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > of || of > MOST_SHARDS) {
    throw new InvalidArgumentError('It must be like 2/4: which one, counted from 1, and how many there are.');
  }
  return { index, of };
}

/** One's share: every nth, so that neighbours, which tend to be alike, go to different shards. Dealt again by each further shard. */
export function dealt<T>(items: readonly T[], shards: readonly Shard[]): readonly T[] {
  return shards.reduce((left, { index, of }) => left.filter((_, i) => i % of === index - 1), items);
}
