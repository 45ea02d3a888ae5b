import { createHash } from 'node:crypto';
import type { Requirement } from '../../src/kubernetes/requirement.ts';
import type { Requirements } from '../../src/kubernetes/requirements.ts';
import type { Decision, NewNodeClaim } from '../../src/packer/karpenter/decision.ts';
import type {
  RecordedClaim,
  RecordedDecision,
  RecordedOffering,
  RecordedRequests,
  RecordedRequirement,
  RecordedTypes,
} from './format.ts';

/** Of longer lists the first so many names are recorded, and a digest of all. */
const NAMES = 60;
const NANO_PER_UNIT = 10n ** 9n;
const NANO_PER_MILLI = 10n ** 6n;

/** Never recorded: a placeholder, and markers that every claim carries. */
const LEFT_OUT = new Set(['kubernetes.io/hostname', 'karpenter.sh/registered', 'karpenter.sh/initialized']);

/** A decision as the corpus has it. The texts are codes, since Karpenter's words are not ours. */
export function recordedForm(decision: Decision): RecordedDecision {
  return {
    newNodeClaims: decision.newNodeClaims.map(recordedClaim).sort(byPoolThenPod),
    existing: Object.fromEntries(
      decision.existingNodes.filter(hasPods).map(({ name, podUids }) => [name, podUids]),
    ),
    errors: Object.fromEntries(
      [...decision.errors].map(([uid, { attempts }]) => [
        uid,
        {
          classes: [...new Set(attempts.map(({ code }) => code))].sort(),
          text: attempts.map(({ nodePool, code }) => `${nodePool ?? '-'}: ${code}`).join(', '),
        },
      ]),
    ),
    ignored: Object.fromEntries(decision.ignored),
    noNodePools: decision.noNodePools,
  };
}

function hasPods({ podUids }: { readonly podUids: readonly string[] }): boolean {
  return podUids.length > 0;
}

function recordedClaim(claim: NewNodeClaim): RecordedClaim {
  return {
    nodePool: claim.nodePool,
    podUids: claim.podUids,
    requirements: recordedRequirements(claim.requirements),
    instanceTypes: recordedTypes(claim.instanceTypes),
    requests: recordedRequests(claim.requestsNano),
    cheapest: recordedOffering(claim),
  };
}

/** Sorted as Go sorts strings: by code, not by language. */
function byPoolThenPod(a: RecordedClaim, b: RecordedClaim): number {
  return compareText(a.nodePool, b.nodePool) || compareText(a.podUids[0] ?? '', b.podUids[0] ?? '');
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function recordedRequirements(requirements: Requirements): readonly RecordedRequirement[] {
  return [...requirements.entries()]
    .filter(({ key }) => !LEFT_OUT.has(key))
    .map(recordedRequirement)
    .sort((a, b) => compareText(a.key, b.key));
}

/** Derived operator, sorted values, inclusive bounds; absent things left out. */
function recordedRequirement(requirement: Requirement): RecordedRequirement {
  const { key, values, gte, lte, minValues } = requirement;
  return {
    key,
    operator: requirement.operator(),
    ...(values.size > 0 ? { values: [...values].sort() } : {}),
    ...(gte === undefined ? {} : { gte: Number(gte) }),
    ...(lte === undefined ? {} : { lte: Number(lte) }),
    ...(minValues === undefined ? {} : { minValues }),
  };
}

function recordedTypes(names: readonly string[]): RecordedTypes {
  if (names.length <= NAMES) return { count: names.length, names };
  const sha256 = createHash('sha256').update(names.join('\n')).digest('hex');
  return { count: names.length, names: names.slice(0, NAMES), sha256 };
}

/** CPU in millicores, the rest in whole units, both rounded up. */
function recordedRequests(requests: NewNodeClaim['requestsNano']): RecordedRequests {
  return Object.fromEntries(
    [...requests].map(([resource, nano]) => [
      resource,
      resource === 'cpu' ? `${divideUp(nano, NANO_PER_MILLI)}m` : `${divideUp(nano, NANO_PER_UNIT)}`,
    ]),
  );
}

function divideUp(nano: bigint, divisor: bigint): bigint {
  const quotient = nano / divisor;
  return nano % divisor > 0n ? quotient + 1n : quotient;
}

function recordedOffering({ cheapest }: NewNodeClaim): RecordedOffering {
  const { instanceType, zone, capacityType, price } = cheapest;
  return { instanceType, zone, capacityType, ...(price === undefined ? {} : { price }) };
}
