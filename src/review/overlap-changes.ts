import type { OverlapChange } from '../model/review.ts';
import type { SideCluster } from '../model/review-input.ts';
import { compareText } from './compare-text.ts';
import { overlapMessage } from './overlaps/overlap-message.ts';
import { type Overlap, Overlaps } from './overlaps/overlaps.ts';

export interface OverlapChangesInput {
  readonly base?: SideCluster | undefined;
  readonly head?: SideCluster | undefined;
  /** Names of base by names of head, of pools that were renamed. */
  readonly renamed?: ReadonlyMap<string, string>;
}

/**
 * Pairs of pools that compete for pods in one state and not in the other, or differently: equal weights and taints, types
 * in common, and only a name that decides. Pairs carry head's names and are sorted by them.
 */
export function overlapChanges({
  base,
  head,
  renamed = new Map(),
}: OverlapChangesInput): readonly OverlapChange[] {
  if (base?.compiled === head?.compiled) return [];
  const headNames = new Map([...renamed].map(([to, from]) => [from, to]));
  const before = new Overlaps(base, (name) => headNames.get(name) ?? name);
  const after = new Overlaps(head, (name) => name);
  const pairs = new Map([...before.pairs(), ...after.pairs()].map((pair) => [pair.join('\n'), pair]));
  return [...pairs.values()]
    .sort((a, b) => compareText(a.join('\n'), b.join('\n')))
    .flatMap((pools): OverlapChange[] => {
      const was = before.of(pools);
      const is = after.of(pools);
      const change = changeOf(was, is);
      if (change === undefined) return [];
      return [{ pools, change, message: overlapMessage({ pools, before, after }) }];
    });
}

function changeOf(was: Overlap | undefined, is: Overlap | undefined): OverlapChange['change'] | undefined {
  if (was === undefined) return is === undefined ? undefined : 'added';
  if (is === undefined) return 'removed';
  const isSame = was.preferred === is.preferred && was.keys.join('\n') === is.keys.join('\n');
  return isSame ? undefined : 'changed';
}
