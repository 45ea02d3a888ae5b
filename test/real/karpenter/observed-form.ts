import { nanoOf } from '../../../src/kubernetes/quantity.ts';
import type { ClaimForm, DecisionForm } from './claim-form.ts';
import type { Manifest } from '../rig/api.ts';
import { writtenRequirementTexts } from './requirement-texts.ts';
import type { Observed } from './run-case.ts';

const NODE_POOL = 'karpenter.sh/nodepool';
const TYPE = 'node.kubernetes.io/instance-type';

type Written = Parameters<typeof writtenRequirementTexts>[0];

/** What the real controller decided. */
export function observedForm({ nodeClaims, staticClaims, unplaced, nominated }: Observed): DecisionForm {
  return {
    claims: nodeClaims.map((claim) => claimForm(claim, nominated)),
    unplaced: [...unplaced.keys()].sort(),
    staticNodes: staticClaims
      .map((claim) => {
        const labels = labelsOf(claim);
        return `${labels[NODE_POOL]} ${labels[TYPE]}`;
      })
      .sort(),
  };
}

function claimForm(claim: Manifest, nominated: Observed['nominated']): ClaimForm {
  const labels = labelsOf(claim);
  const { requirements, resources } = claim['spec'] as {
    readonly requirements: Written;
    readonly resources: { readonly requests?: Readonly<Record<string, string>> };
  };
  const types = requirements.find(({ key }) => key === TYPE)?.values ?? [];
  return {
    nodePool: labels[NODE_POOL] ?? '',
    instanceTypes: [...types].sort(),
    requirements: writtenRequirementTexts(requirements),
    requestsNano: new Map(
      Object.entries(resources.requests ?? {}).map(([resource, amount]) => [resource, nanoOf(amount)]),
    ),
    price: labels['eks-node-viewer/instance-price'] ?? '',
    cheapest: [labels[TYPE] ?? ''],
    pods: [...nominated].filter(([, to]) => to === claim.metadata.name).map(([pod]) => pod),
  };
}

function labelsOf({ metadata }: Manifest): Readonly<Record<string, string>> {
  return (metadata['labels'] ?? {}) as Readonly<Record<string, string>>;
}
