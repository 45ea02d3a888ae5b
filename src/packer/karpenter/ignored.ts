import { labelDomain, liesWithin } from '../../kubernetes/label.ts';
import type { NodeSelectorRequirement, PodSpec } from '../../kubernetes/api/pod.ts';
import { labelKeyProblem, labelValueProblem } from '../../kubernetes/label.ts';
import { parseIntegerValue } from '../../kubernetes/requirement.ts';
import { byWeight } from './by-weight.ts';
import { CAPACITY_TYPE, HOSTNAME, NODE_POOL, RESERVED } from './core-labels.ts';
import { nodeRequirements } from './node-requirements.ts';
import type { LabelRules } from './problem.ts';
import type { PodWithVolumes, VolumeBook } from './volumes.ts';

const CAPACITY_TYPES = ['spot', 'on-demand', RESERVED];

export interface PodToCheck extends PodWithVolumes {
  readonly labels: Readonly<Record<string, string>>;
  /** Whether preferences count at all. */
  readonly policy: 'Respect' | 'Ignore';
}

/**
 * Why Karpenter does not look at a pod, as a phrase that completes "the pod ...", or undefined. It checks node selector and
 * required affinity, all alternatives, and the volumes (Karpenter 1.14, provisioning/provisioner.go Validate).
 */
export function ignoredBecause(pod: PodToCheck, labels: LabelRules, volumes: VolumeBook): string | undefined {
  return specProblem(pod.spec, labels) ?? spreadProblem(pod) ?? volumes.problem(pod);
}

/** The part that all pods of one template share. */
function specProblem(spec: PodSpec, labels: LabelRules): string | undefined {
  if (refusesKarpenter(spec, labels)) return `refuses nodes of Karpenter (\`${NODE_POOL}\` DoesNotExist)`;
  for (const [key, value] of Object.entries(spec.nodeSelector ?? {})) {
    const found = requirementProblem({ key, operator: 'In', values: [value] }, labels);
    if (found !== undefined) return found;
  }
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  for (const term of required?.nodeSelectorTerms ?? []) {
    if (term.matchFields !== undefined)
      return 'selects nodes with `matchFields`, which Karpenter does not support';
    for (const expression of term.matchExpressions ?? []) {
      const found = requirementProblem(expression, labels);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Karpenter 1.14 crashes on this one; nothing can be said of what it would decide. */
function spreadProblem({ spec, labels, policy }: PodToCheck): string | undefined {
  const crashes = (spec.topologySpreadConstraints ?? []).some(
    ({ labelSelector, matchLabelKeys = [], whenUnsatisfiable }) =>
      labelSelector === undefined &&
      (policy === 'Respect' || whenUnsatisfiable === 'DoNotSchedule') &&
      matchLabelKeys.some((key) => Object.hasOwn(labels, key)),
  );
  return crashes ? 'has a spread constraint with `matchLabelKeys` and no `labelSelector`' : undefined;
}

function refusesKarpenter(spec: PodSpec, { aliases }: LabelRules): boolean {
  const affinity = spec.affinity?.nodeAffinity;
  const [preferred] = byWeight(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []);
  const first = affinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms[0];
  const set = nodeRequirements(spec.nodeSelector, [preferred?.preference, first], aliases);
  return set.has(NODE_POOL) && set.get(NODE_POOL).operator() === 'DoesNotExist';
}

const BOUND_OPERATORS = ['Gt', 'Lt', 'Gte', 'Lte'];
const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', ...BOUND_OPERATORS];

function requirementProblem(requirement: NodeSelectorRequirement, labels: LabelRules): string | undefined {
  const { operator, values = [] } = requirement;
  const key = labels.aliases.get(requirement.key) ?? requirement.key;
  if (!OPERATORS.includes(operator)) return `uses the operator \`${operator}\`, which does not exist`;
  if (isRestricted(key, labels)) return `asks for the label \`${key}\`, which only Karpenter may set`;
  const keyProblem = labelKeyProblem(key);
  if (keyProblem !== undefined) return `asks for the label \`${key}\`, which ${keyProblem}`;
  for (const value of values) {
    const valueProblem = labelValueProblem(value);
    if (valueProblem !== undefined) return `asks for \`${key}: ${value}\`; the value ${valueProblem}`;
  }
  if (operator === 'In' && values.length === 0) return `asks for \`${key}\` in an empty list`;
  if (operator === 'In' && key === CAPACITY_TYPE && !values.some((value) => CAPACITY_TYPES.includes(value)))
    return `asks for a capacity type that does not exist (\`${values.join('`, `')}\`)`;
  if (BOUND_OPERATORS.includes(operator) && !isBound(values))
    return `compares \`${key}\` with \`${values.join('`, `')}\`, which is not one number from zero up`;
  return undefined;
}

function isBound(values: readonly string[]): boolean {
  const bound = values.length === 1 ? parseIntegerValue(values[0] ?? '') : undefined;
  return bound !== undefined && bound >= 0;
}

function isRestricted(key: string, labels: LabelRules): boolean {
  if (labels.wellKnown.has(key)) return false;
  if (key === HOSTNAME) return true;
  const domain = labelDomain(key);
  return labels.restrictedDomains.some((one) => liesWithin(domain, one));
}
