import type { RequirementOperator } from '../../../src/kubernetes/api/node-pool.ts';
import { type Requirement, requirementOf } from '../../../src/kubernetes/requirement.ts';
import { Requirements } from '../../../src/kubernetes/requirements.ts';

/** Not of the decision: the types stand on their own, the others are placeholders and marks of every node. */
const LEFT_OUT = new Set([
  'node.kubernetes.io/instance-type',
  'kubernetes.io/hostname',
  'karpenter.sh/registered',
  'karpenter.sh/initialized',
  // The name of the node class, under a key of the provider.
  'karpenter.k8s.aws/ec2nodeclass',
  'karpenter.kwok.sh/kwoknodeclass',
]);

interface WrittenRequirement {
  readonly key: string;
  readonly operator: RequirementOperator;
  readonly values?: readonly string[];
  readonly minValues?: number;
}

/** As a NodeClaim writes them, a bound apart from the other requirements on its key. */
export function writtenRequirementTexts(written: readonly WrittenRequirement[]): ReadonlyMap<string, string> {
  return requirementTexts(Requirements.of(written.map((one) => requirementOf(one))).entries());
}

export function requirementTexts(requirements: Iterable<Requirement>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const requirement of requirements) {
    if (!LEFT_OUT.has(requirement.key)) texts.set(requirement.key, requirementText(requirement));
  }
  return texts;
}

function requirementText(requirement: Requirement): string {
  const { values, gte, lte, minValues } = requirement;
  return [
    requirement.operator(),
    // A bounded NotIn loses its values on the way to the API: Karpenter writes the bounds only.
    ...(values.size > 0 && gte === undefined && lte === undefined ? [[...values].sort().join(', ')] : []),
    ...(gte === undefined ? [] : [`>= ${gte}`]),
    ...(lte === undefined ? [] : [`<= ${lte}`]),
    ...(minValues === undefined ? [] : [`minValues ${minValues}`]),
  ].join(' ');
}
