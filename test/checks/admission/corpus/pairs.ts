import { seededRandom } from '../../../fuzz/seeded-random.ts';
import type { Case } from './case.ts';

const PAIRS = 40;
const SEED = 7;

/** Two or three mutations of different fields at once: all causes must be told, in one answer. */
export function pairsOf(kind: string, cases: readonly Case[]): Case[] {
  const random = seededRandom(SEED + kind.length * 1000 + (kind.codePointAt(0) ?? 0));
  const small = cases.filter((one) => JSON.stringify(one.edits).length < 400);
  if (small.length < 20) return [];
  return Array.from({ length: PAIRS }, (_, index) => {
    const chosen = Array.from({ length: 2 + random.below(2) }, () => random.pick(small));
    const titles = chosen.map((one) => one.title).join(' and ');
    return { title: `pair ${index}: ${titles}`, base: 'full', edits: chosen.flatMap((one) => one.edits) };
  });
}
