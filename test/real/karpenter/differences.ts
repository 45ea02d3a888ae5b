import type { ClaimForm, DecisionForm } from './claim-form.ts';

export interface ComparisonOptions {
  /** Parts of a NodeClaim that are known to differ, and are left out. */
  readonly leftOut: ReadonlySet<keyof ClaimForm>;
}

/** All that keeps the real decision from being the planned one; nothing where they agree. */
export function differences(
  planned: DecisionForm,
  real: DecisionForm,
  { leftOut }: ComparisonOptions,
): readonly string[] {
  const pools = [...new Set([...planned.claims, ...real.claims].map(({ nodePool }) => nodePool))].sort();
  return [
    ...setDifferences('pod without a place', planned.unplaced, real.unplaced),
    ...setDifferences('static node', planned.staticNodes, real.staticNodes),
    ...pools.flatMap((pool) => {
      const of = ({ claims }: DecisionForm) => claims.filter(({ nodePool }) => nodePool === pool);
      return poolDifferences(pool, of(planned), of(real), leftOut);
    }),
  ];
}

function poolDifferences(
  pool: string,
  planned: readonly ClaimForm[],
  real: readonly ClaimForm[],
  leftOut: ComparisonOptions['leftOut'],
): readonly string[] {
  const count =
    planned.length === real.length
      ? []
      : [`${pool}: ${planned.length} nodes planned, ${real.length} are made`];
  const matched = matchClaims(planned, real, leftOut);
  const left = planned.filter((claim) => !matched.has(claim));
  const taken = new Set(matched.values());
  const others = real.filter((claim) => !taken.has(claim));
  return [
    ...count,
    ...left.flatMap((claim, i) => {
      const other = others[i];
      return other === undefined ? [] : claimDifferences(`${pool}, node ${i + 1}`, claim, other, leftOut);
    }),
  ];
}

/** Pairs claims that agree, as many as there can be (augmenting paths). */
function matchClaims(
  planned: readonly ClaimForm[],
  real: readonly ClaimForm[],
  leftOut: ComparisonOptions['leftOut'],
): ReadonlyMap<ClaimForm, ClaimForm> {
  const plannedOf = new Map<ClaimForm, ClaimForm>();
  const agrees = memoized((a, b) => claimDifferences('', a, b, leftOut).length === 0);
  const place = (claim: ClaimForm, seen: Set<ClaimForm>): boolean =>
    real.some((other) => {
      if (seen.has(other) || !agrees(claim, other)) return false;
      seen.add(other);
      const holder = plannedOf.get(other);
      if (holder !== undefined && !place(holder, seen)) return false;
      plannedOf.set(other, claim);
      return true;
    });
  for (const claim of planned) place(claim, new Set());
  return new Map([...plannedOf].map(([other, claim]) => [claim, other]));
}

function memoized(agree: (a: ClaimForm, b: ClaimForm) => boolean): (a: ClaimForm, b: ClaimForm) => boolean {
  const known = new Map<ClaimForm, Map<ClaimForm, boolean>>();
  return (a, b) => {
    const row = known.get(a) ?? new Map<ClaimForm, boolean>();
    known.set(a, row);
    const found = row.get(b) ?? agree(a, b);
    row.set(b, found);
    return found;
  };
}

function claimDifferences(
  title: string,
  planned: ClaimForm,
  real: ClaimForm,
  leftOut: ComparisonOptions['leftOut'],
): readonly string[] {
  const found: Readonly<Record<Exclude<keyof ClaimForm, 'nodePool'>, () => readonly string[]>> = {
    instanceTypes: () => setDifferences('type', planned.instanceTypes, real.instanceTypes),
    requirements: () => mapDifferences('requirement', planned.requirements, real.requirements),
    requestsNano: () => mapDifferences('request', planned.requestsNano, real.requestsNano),
    price: () =>
      planned.price === real.price ? [] : [`price ${planned.price} planned, ${real.price} is paid`],
    cheapest: () => missing('launched type', real.cheapest, planned.cheapest),
    pods: () => missing('pod', real.pods, planned.pods),
  };
  const parts = Object.entries(found) as [keyof ClaimForm, () => readonly string[]][];
  return parts.flatMap(([part, tell]) =>
    leftOut.has(part) ? [] : tell().map((text) => `${title}: ${text}`),
  );
}

function setDifferences(
  what: string,
  planned: readonly string[],
  real: readonly string[],
): readonly string[] {
  return [
    ...leftover(planned, real).map((one) => `${what} ${one} is planned, and is not there`),
    ...leftover(real, planned).map((one) => `${what} ${one} is there, and is not planned`),
  ].slice(0, MOST_SHOWN);
}

function missing(what: string, of: readonly string[], among: readonly string[]): readonly string[] {
  return of
    .filter((one) => !among.includes(one))
    .map((one) => `${what} ${one} is there, and is not planned`)
    .slice(0, MOST_SHOWN);
}

/** As multisets. */
function leftover(of: readonly string[], without: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const one of without) counts.set(one, (counts.get(one) ?? 0) + 1);
  return of.filter((one) => {
    const count = counts.get(one) ?? 0;
    counts.set(one, count - 1);
    return count <= 0;
  });
}

const MOST_SHOWN = 5;

function mapDifferences(
  what: string,
  planned: ReadonlyMap<string, unknown>,
  real: ReadonlyMap<string, unknown>,
): readonly string[] {
  return [...new Set([...planned.keys(), ...real.keys()])].sort().flatMap((key) => {
    const [ours, theirs] = [planned.get(key), real.get(key)];
    return ours === theirs ? [] : [`${what} ${key}: ${shown(ours)} planned, ${shown(theirs)} is there`];
  });
}

function shown(value: unknown): string {
  return value === undefined ? 'none' : String(value);
}
