import type { Envelope, Range, RecordedDecision } from './format.ts';

const ZONE = 'topology.kubernetes.io/zone';
/** The number that a pod group puts behind its prefix. */
const GROUP_NUMBER = /-[0-9]{5}$/;
const PRICE_DIGITS = 6;

/** How a decision leaves the bounds of what was seen. Shapes bind only where all runs had the same. */
export function envelopeDifferences(envelope: Envelope, actual: RecordedDecision): readonly string[] {
  const pools = new Set([
    ...Object.keys(envelope.claimsPerPool),
    ...actual.newNodeClaims.map(({ nodePool }) => nodePool),
  ]);
  const unschedulable = Object.keys(actual.errors).sort();
  const histogram = zoneHistogram(actual);
  return [
    ...outside('new claims', envelope.claims, actual.newNodeClaims.length),
    ...[...pools].sort().flatMap((pool) => {
      const count = actual.newNodeClaims.filter(({ nodePool }) => nodePool === pool).length;
      return outside(`claims of ${pool}`, envelope.claimsPerPool[pool] ?? { min: 0, max: 0 }, count);
    }),
    ...outside('total price', envelope.totalPrice, totalPrice(actual)),
    ...notAmong('unschedulable pods', envelope.unschedulableSets, unschedulable),
    ...notAmong('pods per zone', envelope.zoneHistograms, histogram),
    ...(envelope.distinctShapes === 1 && envelope.shapes !== undefined
      ? notAmong('shape', envelope.shapes, shapeOf(actual))
      : []),
  ];
}

function outside(what: string, { min, max }: Range, actual: number): readonly string[] {
  return actual >= min && actual <= max ? [] : [`${what}: seen ${min} to ${max}, got ${actual}`];
}

function notAmong(
  what: string,
  seen: readonly (readonly (string | number)[])[],
  actual: readonly (string | number)[],
): readonly string[] {
  const text = JSON.stringify(actual);
  if (seen.some((one) => JSON.stringify(one) === text)) return [];
  return [`${what}: seen ${seen.map((one) => JSON.stringify(one)).join(' or ')}, got ${text}`];
}

/** USD per hour of the cheapest offering of each new claim, to a millionth. */
export function totalPrice({ newNodeClaims }: RecordedDecision): number {
  const sum = newNodeClaims.reduce((total, { cheapest }) => total + (cheapest.price ?? 0), 0);
  return Number(sum.toFixed(PRICE_DIGITS));
}

/** Pods on new claims that are bound to one zone, by zone; ascending, zones forgotten. */
export function zoneHistogram({ newNodeClaims }: RecordedDecision): readonly number[] {
  const pods = new Map<string, number>();
  for (const { requirements, podUids } of newNodeClaims) {
    const zone = requirements.find(({ key }) => key === ZONE);
    const [only, ...others] = zone?.operator === 'In' ? (zone.values ?? []) : [];
    if (only === undefined || others.length > 0) continue;
    pods.set(only, (pods.get(only) ?? 0) + podUids.length);
  }
  return [...pods.values()].sort((a, b) => a - b);
}

/** Who is with whom on what, with zones and the single pods of a group forgotten. */
export function shapeOf({ newNodeClaims, existing, errors }: RecordedDecision): readonly string[] {
  return [
    ...newNodeClaims.map(
      ({ nodePool, podUids, cheapest }) => `new|${nodePool}|${groups(podUids)}|${cheapest.instanceType}`,
    ),
    ...Object.entries(existing).map(([node, uids]) => `existing|${node}|${groups(uids)}`),
    ...(Object.keys(errors).length > 0 ? [`unschedulable|${groups(Object.keys(errors))}`] : []),
  ].sort();
}

function groups(uids: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const uid of uids) {
    const group = uid.replace(GROUP_NUMBER, '');
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return [...counts]
    .map(([group, count]) => `${group}*${count}`)
    .sort()
    .join('+');
}
