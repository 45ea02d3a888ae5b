import type { Node } from '../../../src/kubernetes/api/node.ts';
import type { CompiledCluster } from '../../../src/model/compilation.ts';
import type { Provider } from '../../../src/model/provider.ts';
import type { Workloads } from '../../../src/model/workloads.ts';
import type { ClaimOutcome } from '../../../src/plan/node-claims.ts';
import { packEngines } from '../../../src/plan/packed-engines.ts';
import type { PoolView } from '../../../src/plan/pool-view.ts';
import { isOfferingKey, offeringMeets } from '../../../src/selection/offering-labels.ts';
import type { ClaimForm, DecisionForm } from './claim-form.ts';
import { requirementTexts } from './requirement-texts.ts';

export interface PlannedInput {
  readonly compiled: CompiledCluster;
  readonly provider: Provider;
  readonly workloads: Workloads;
}

/** What `plan` says, down to what Karpenter would write into NodeClaims. */
export function plannedForm(input: PlannedInput): DecisionForm {
  const { karpenter, nameOf } = packEngines(input);
  const packed = karpenter[0];
  if (packed === undefined) throw new Error('the cluster has no pool of Karpenter');
  const { outcomes, viewsByName, decision } = packed;
  const { errors, ignored } = decision;
  return {
    claims: outcomes.map((outcome) => claimForm(outcome, viewsByName)),
    unplaced: [...errors.keys(), ...ignored.keys()].map(nameOf).sort(),
    staticNodes: plannedStaticNodes(input)
      .map(({ metadata: { labels = {} } }) => `${labels[NODE_POOL]} ${labels[INSTANCE_TYPE]}`)
      .sort(),
  };
}

/** Nodes that static pools keep, as the plan takes them to be there. */
export function plannedStaticNodes(input: PlannedInput): readonly Node[] {
  const given = new Set(input.workloads.nodes);
  return packEngines(input).given.nodes.filter((node) => !given.has(node));
}

const NODE_POOL = 'karpenter.sh/nodepool';
const INSTANCE_TYPE = 'node.kubernetes.io/instance-type';

function claimForm({ decided, planned }: ClaimOutcome, views: ReadonlyMap<string, PoolView>): ClaimForm {
  const { nodePool, requirements, instanceTypes, requestsNano } = decided;
  const view = views.get(nodePool);
  const constraints = [...requirements.entries()].filter(({ key }) => isOfferingKey(key));
  const offeringsOf = (name: string) =>
    (view?.table.byName.get(name)?.offerings ?? []).filter(
      (one) => one.available && offeringMeets(one, constraints),
    );
  const capacityTypes = new Set(instanceTypes.flatMap(offeringsOf).map(({ capacityType }) => capacityType));
  const price = planned.cheapest.pricePerHourUsd;
  return {
    nodePool,
    instanceTypes: [...instanceTypes].sort(),
    requirements: new Map([
      ...requirementTexts(requirements.entries()),
      // A NodeClaim names the capacity types that its types are offered with.
      [CAPACITY_TYPE, `In ${[...capacityTypes].sort().join(', ')}`],
    ]),
    requestsNano,
    price: price?.toFixed(PRICE_DIGITS) ?? 'unknown',
    cheapest: instanceTypes.filter((name) =>
      offeringsOf(name).some((offering) => offering.price?.perHourUsd === price),
    ),
    pods: planned.pods,
  };
}

const CAPACITY_TYPE = 'karpenter.sh/capacity-type';

/** As many as KWOK writes. */
const PRICE_DIGITS = 6;
