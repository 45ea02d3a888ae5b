import type { Source } from '../../diagnostics/source.ts';
import type { ReviewReport } from '../../report/review-contract.ts';
import type { LoadedSide } from '../sides/side.ts';

/** The texts of a side that dangers point into, by file. */
export function dangerTexts(
  { clusters }: Pick<ReviewReport, 'clusters'>,
  { text }: LoadedSide,
  side: 'base' | 'head',
): ReadonlyMap<string, Source> {
  const places = clusters
    .flatMap(({ dangers, nodePools }) => [...dangers, ...nodePools.flatMap((pool) => pool.dangers)])
    .flatMap(({ source }) => ((source.side ?? 'head') === side ? [source.file] : []));
  return new Map(
    [...new Set(places)].flatMap((file) => {
      const source = text?.(file);
      return source === undefined ? [] : [[file, source] as const];
    }),
  );
}
