import type { UnschedulablePod } from '../../model/plan.ts';
import type { PodGroupChange } from '../../model/review.ts';

export interface Reasons {
  /** Pods with the same key have no place for the same reasons. */
  readonly key: string;
  readonly reasons: PodGroupChange['reasons'];
}

/** Why pods of a plan have no place. Replicas share one list of reasons, which is read once. */
export function reasonsIn(unplaced: ReadonlyMap<string, UnschedulablePod>): (pod: string) => Reasons {
  const known = new Map<unknown, Reasons>();
  const byText = new Map<string, Reasons>();
  return (pod) => {
    const { reasons } = unplaced.get(pod) ?? NO_REASONS;
    const found = known.get(reasons) ?? readReasons(reasons, byText);
    known.set(reasons, found);
    return found;
  };
}

const NO_REASONS: Pick<UnschedulablePod, 'reasons'> = { reasons: [] };

function readReasons(given: UnschedulablePod['reasons'], byText: Map<string, Reasons>): Reasons {
  const reasons: PodGroupChange['reasons'] = given.map(({ nodePool, message, source }) => ({
    ...(nodePool === undefined ? {} : { nodePool }),
    message,
    ...(source === undefined ? {} : { source }),
  }));
  const text = JSON.stringify(reasons.map(({ nodePool, message }) => [nodePool, message]));
  const found = byText.get(text) ?? { key: String(byText.size), reasons };
  byText.set(text, found);
  return found;
}
