import type {
  RecordedClaim,
  RecordedDecision,
  RecordedRequests,
  RecordedRequirement,
  RecordedTypes,
} from './format.ts';

export interface ComparisonOptions {
  /** Left out where Karpenter's own requests vary from run to run. */
  readonly requests: 'compared' | 'left-out';
}

/**
 * All that keeps a decision from being the recorded one, readable, what matters most first. Everything the format
 * binds is compared; of pods that fail and pods that are ignored that is the set, not the reason.
 */
export function differences(
  expected: RecordedDecision,
  actual: RecordedDecision,
  options: ComparisonOptions,
): readonly string[] {
  return [
    ...(Boolean(expected.noNodePools) === Boolean(actual.noNodePools)
      ? []
      : [`expected ${expected.noNodePools ? 'no' : 'some'} dynamic NodePool that is ready`]),
    ...setDifferences('ignored', reasons(expected.ignored), reasons(actual.ignored)),
    ...setDifferences('unschedulable', errorTexts(expected), errorTexts(actual)),
    ...existingDifferences(expected.existing, actual.existing),
    ...claimDifferences(expected.newNodeClaims, actual.newNodeClaims, options),
  ];
}

function reasons(ignored: RecordedDecision['ignored'] = {}): ReadonlyMap<string, string> {
  return new Map(Object.entries(ignored));
}

function errorTexts({ errors }: RecordedDecision): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(errors).map(([uid, { classes, text }]) => [uid, `${classes.join(', ')}; ${text}`]),
  );
}

function setDifferences(
  what: string,
  expected: ReadonlyMap<string, string>,
  actual: ReadonlyMap<string, string>,
): readonly string[] {
  const missing = [...expected].filter(([uid]) => !actual.has(uid));
  const extra = [...actual].filter(([uid]) => !expected.has(uid));
  return [
    ...missing.map(([uid, reason]) => `pod ${uid}: expected to be ${what} (${reason}), and is not`),
    ...extra.map(([uid, reason]) => `pod ${uid}: not expected to be ${what}, and is (${reason})`),
  ];
}

function existingDifferences(
  expected: RecordedDecision['existing'],
  actual: RecordedDecision['existing'],
): readonly string[] {
  const nodes = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort();
  return nodes.flatMap((node) =>
    listDifference(`existing node ${node}: pods`, expected[node] ?? [], actual[node] ?? []),
  );
}

function claimDifferences(
  expected: readonly RecordedClaim[],
  actual: readonly RecordedClaim[],
  options: ComparisonOptions,
): readonly string[] {
  const expectedByKey = new Map(expected.map((claim) => [claimKey(claim), claim]));
  const actualByKey = new Map(actual.map((claim) => [claimKey(claim), claim]));
  const counts =
    expected.length === actual.length ? [] : [`expected ${expected.length} new claims, got ${actual.length}`];
  return [
    ...counts,
    ...[...expectedByKey].flatMap(([key, claim]) => {
      const counterpart = actualByKey.get(key);
      return counterpart === undefined
        ? [`${key}: expected with the pods ${shown(claim.podUids)}, and is not there`]
        : oneClaimDifferences(key, claim, counterpart, options);
    }),
    ...[...actualByKey]
      .filter(([key]) => !expectedByKey.has(key))
      .map(([key, claim]) => `${key}: not expected, and is there with the pods ${shown(claim.podUids)}`),
  ];
}

function claimKey({ nodePool, podUids }: RecordedClaim): string {
  return `claim of ${nodePool} from ${podUids[0] ?? 'no pod'}`;
}

function oneClaimDifferences(
  key: string,
  expected: RecordedClaim,
  actual: RecordedClaim,
  options: ComparisonOptions,
): readonly string[] {
  return [
    ...listDifference(`${key}: pods`, expected.podUids, actual.podUids),
    ...requirementDifferences(key, expected.requirements, actual.requirements),
    ...typeDifferences(key, expected.instanceTypes, actual.instanceTypes),
    ...(options.requests === 'compared' ? requestDifferences(key, expected, actual) : []),
    ...valueDifference(`${key}: cheapest`, offeringText(expected), offeringText(actual)),
  ];
}

function requirementDifferences(
  key: string,
  expected: readonly RecordedRequirement[],
  actual: readonly RecordedRequirement[],
): readonly string[] {
  const texts = (list: readonly RecordedRequirement[]) =>
    new Map(list.map((one) => [one.key, requirementText(one)]));
  return mapDifferences(`${key}: requirement`, texts(expected), texts(actual));
}

function requirementText({ operator, values, gte, lte, minValues }: RecordedRequirement): string {
  const parts = [
    operator,
    ...(values === undefined ? [] : [JSON.stringify(values)]),
    ...(gte === undefined ? [] : [`>= ${gte}`]),
    ...(lte === undefined ? [] : [`<= ${lte}`]),
    ...(minValues === undefined ? [] : [`minValues ${minValues}`]),
  ];
  return parts.join(' ');
}

function typeDifferences(key: string, expected: RecordedTypes, actual: RecordedTypes): readonly string[] {
  const title = `${key}: instance types`;
  const named = listDifference(title, expected.names, actual.names);
  if (named.length > 0) return named;
  return [
    ...valueDifference(`${title}: count`, String(expected.count), String(actual.count)),
    ...valueDifference(`${title}: sha256 of all names`, expected.sha256, actual.sha256),
  ];
}

function requestDifferences(key: string, expected: RecordedClaim, actual: RecordedClaim): readonly string[] {
  const right = expected.requestsSeen ?? (expected.requests === undefined ? [] : [expected.requests]);
  const got = entries(actual.requests);
  const each = right.map((requests) => mapDifferences(`${key}: requests`, entries(requests), got));
  if (each.some((found) => found.length === 0)) return [];
  if (each.length === 1) return each[0] ?? [];
  return [
    `${key}: requests: expected one of ${JSON.stringify(right)}, got ${JSON.stringify(actual.requests)}`,
  ];
}

function entries(requests: RecordedRequests = {}): ReadonlyMap<string, string> {
  return new Map(Object.entries(requests));
}

function mapDifferences(
  title: string,
  expected: ReadonlyMap<string, string>,
  actual: ReadonlyMap<string, string>,
): readonly string[] {
  const keys = [...new Set([...expected.keys(), ...actual.keys()])].sort();
  return keys.flatMap((key) => valueDifference(`${title} ${key}`, expected.get(key), actual.get(key)));
}

function offeringText({ cheapest }: RecordedClaim): string {
  const { instanceType, zone, capacityType, price } = cheapest;
  // The shortest text of a double says exactly which one it is.
  return `${instanceType} ${zone} ${capacityType} at ${price ?? 'no price'}`;
}

function valueDifference(
  title: string,
  expected: string | undefined,
  actual: string | undefined,
): readonly string[] {
  return expected === actual ? [] : [`${title}: expected ${expected ?? 'none'}, got ${actual ?? 'none'}`];
}

function listDifference(
  title: string,
  expected: readonly string[],
  actual: readonly string[],
): readonly string[] {
  const length = Math.max(expected.length, actual.length);
  for (let i = 0; i < length; i++) {
    if (expected[i] !== actual[i]) {
      return [
        `${title}: expected ${expected.length}, got ${actual.length}; number ${i + 1}: expected ${expected[i] ?? 'none'}, got ${actual[i] ?? 'none'}`,
      ];
    }
  }
  return [];
}

const SHOWN = 8;

function shown(uids: readonly string[]): string {
  return uids.length <= SHOWN
    ? uids.join(' ')
    : `${uids.slice(0, SHOWN).join(' ')} and ${uids.length - SHOWN} more`;
}
