import { parseQuantity } from '../../../kubernetes/quantity.ts';
import type { Change } from './change.ts';
import { requestAtMost, requestStepNano } from './quantities.ts';

export type LowerRequest = Extract<Change, { readonly kind: 'request-less' }>;

/** `exhausted`: it was not tried, as trials are limited. */
export type Verdict = 'works' | 'fails' | 'exhausted';

/** Enough for every amount of cpu, and for memory between a megabyte and terabytes. */
const MAX_HALVINGS = 16;
/** How often an amount that fails is halved in search of one that works. */
const MAX_DESCENTS = 3;

/**
 * The largest request that works, in amounts that people write: the range between one that works and one that does not is
 * halved until nothing that people would write is between them. `tried` are the amounts tried so far, the largest first,
 * of which at most the last works. Undefined where none was found. Where trials run out `mayBeMore` is set.
 */
export function largestRequest(
  tried: readonly LowerRequest[],
  attempt: (change: LowerRequest) => Verdict,
): LowerRequest | undefined {
  let fails: bigint | undefined;
  let best: LowerRequest | undefined;
  for (const change of [...tried, ...descents(tried)]) {
    const verdict = attempt(change);
    if (verdict === 'exhausted') return undefined;
    if (verdict === 'works') {
      best = change;
      break;
    }
    fails = change.toNano;
  }
  if (best === undefined) return undefined;
  let high = fails ?? best.fromNano;
  for (let halvings = 0; halvings < MAX_HALVINGS; halvings++) {
    const middle = between(best, high);
    if (middle === undefined) return best;
    const verdict = attempt(middle);
    if (verdict === 'exhausted') break;
    if (verdict === 'works') best = middle;
    else high = middle.toNano;
  }
  return between(best, high) === undefined ? best : { ...best, mayBeMore: true };
}

function descents(tried: readonly LowerRequest[]): readonly LowerRequest[] {
  const last = tried.at(-1);
  if (last === undefined) return [];
  return Array.from({ length: MAX_DESCENTS }, (_, at) => last.toNano >> BigInt(at + 1)).flatMap(
    (nano) => written(last, nano) ?? [],
  );
}

/** What people would write about halfway between an amount and a larger one; undefined where there is nothing between. */
function between(low: LowerRequest, high: bigint): LowerRequest | undefined {
  const halfway = written(low, (low.toNano + high) / 2n);
  if (halfway !== undefined && halfway.toNano > low.toNano) return halfway;
  const next = written(low, low.toNano + requestStepNano(low.resource, low.toNano));
  return next !== undefined && next.toNano > low.toNano && next.toNano < high ? next : undefined;
}

function written(like: LowerRequest, nano: bigint): LowerRequest | undefined {
  const to = requestAtMost(like.resource, nano);
  const parsed = to === undefined ? undefined : parseQuantity(to);
  if (to === undefined || parsed?.ok !== true) return undefined;
  return { ...like, toNano: parsed.quantity.nano, to };
}
