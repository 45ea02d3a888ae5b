import type { UnschedulablePod } from '../../model/plan.ts';
import type { PodGroupChange } from '../../model/review.ts';

export interface Reasons {
  /** Pods with the same key have no place for the same reasons. */
  readonly key: string;
  readonly reasons: PodGroupChange['reasons'];
}

/** Why pods of a plan have no place. Replicas share one list of reasons, which is read once. */
export function reasonsIn(unplaced: ReadonlyMap<string, UnschedulablePod>): (pod: string) => Reasons {
  const known = new Map<unknown, Map<boolean, Reasons>>();
  const byText = new Map<string, Reasons>();
  return (pod) => {
    const { reasons, laterBatch } = unplaced.get(pod) ?? NO_REASONS;
    const own = known.get(reasons) ?? new Map<boolean, Reasons>();
    known.set(reasons, own);
    const found = own.get(laterBatch) ?? readReasons(reasons, laterBatch, byText);
    own.set(laterBatch, found);
    return found;
  };
}

const NO_REASONS: Pick<UnschedulablePod, 'reasons' | 'laterBatch'> = { reasons: [], laterBatch: false };

function readReasons(
  given: UnschedulablePod['reasons'],
  waits: boolean,
  byText: Map<string, Reasons>,
): Reasons {
  const told: PodGroupChange['reasons'] = given.map(({ nodePool, message, source }) => ({
    ...(nodePool === undefined ? {} : { nodePool }),
    message,
    ...(source === undefined ? {} : { source }),
  }));
  const later = { message: 'it waits until the first nodes are there, and gets a place then' };
  const reasons: PodGroupChange['reasons'] = waits ? [later, ...told] : told;
  const text = JSON.stringify(reasons.map(({ nodePool, message }) => [nodePool, message]));
  const found = byText.get(text) ?? { key: String(byText.size), reasons };
  byText.set(text, found);
  return found;
}
