import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { placeAndKind } from '../diagnostics/fold-pools.ts';
import type { Danger, PoolReview } from '../model/review.ts';
import { worstFirst } from './dangers/worst-first.ts';
import { quotedList } from './words.ts';

export interface FoldedDangers {
  readonly nodePools: readonly PoolReview[];
  /** Of the cluster as a whole. */
  readonly dangers: readonly Danger[];
}

/** What one line does to several pools alike is one danger of the cluster, which names them. */
export function foldDangers(nodePools: readonly PoolReview[], ofCluster: readonly Danger[]): FoldedDangers {
  const groups = new Map<string, Shared[]>();
  for (const pool of nodePools) {
    for (const { diagnostic } of pool.dangers) {
      const key = keyOf(diagnostic);
      const group = groups.get(key) ?? [];
      if (group.length === 0) groups.set(key, group);
      group.push({ pool: pool.name, diagnostic });
    }
  }
  const shared = new Map([...groups].filter(([, group]) => new Set(group.map(({ pool }) => pool)).size > 1));
  if (shared.size === 0) return { nodePools, dangers: ofCluster };
  const folded = [...shared.values()].map(joined);
  return {
    nodePools: nodePools.map((pool) => ({
      ...pool,
      dangers: pool.dangers.filter(({ diagnostic }) => !shared.has(keyOf(diagnostic))),
    })),
    dangers: worstFirst([...ofCluster.map(({ diagnostic }) => diagnostic), ...folded]).map((diagnostic) => ({
      diagnostic,
    })),
  };
}

interface Shared {
  readonly pool: string;
  readonly diagnostic: Diagnostic;
}

/** Each pool has its own number of nodes, which stands with its rotation. */
const NODE_COUNT = /, \d+ of them(?: by the plan)?$/;

function keyOf(diagnostic: Diagnostic): string {
  const message = diagnostic.message.replace(NODE_COUNT, '');
  return [diagnostic.severity, placeAndKind({ ...diagnostic, message }), diagnostic.help].join('\n');
}

const MOST_POOLS = 8;

function joined(group: readonly Shared[]): Diagnostic {
  const [first, ...others] = group as readonly [Shared, ...Shared[]];
  const { diagnostic } = first;
  const names = [...new Set(others.map(({ pool }) => pool))];
  return {
    ...diagnostic,
    message: `${diagnostic.message.replace(NODE_COUNT, '')}; the same holds for ${quotedList(names, MOST_POOLS)}`,
  };
}
