import type { LabelSelectorRequirement } from '../kubernetes/api/label-selector.ts';
import type { Affinity, PodAffinity, PodAffinityTerm } from '../kubernetes/api/pod.ts';

type Labels = Readonly<Record<string, string>>;

/**
 * Adds what `matchLabelKeys` and `mismatchLabelKeys` stand for to the selectors of affinity terms, as the API server does
 * when a pod is created (k8s.io/kubernetes, registry/core/pod/strategy.go of 1.36). Those of spread constraints stay:
 * Karpenter adds them itself.
 */
export function withLabelKeys(affinity: Affinity, labels: Labels): Affinity {
  const { podAffinity, podAntiAffinity } = affinity;
  return {
    ...affinity,
    ...(podAffinity === undefined ? {} : { podAffinity: inTerms(podAffinity, labels) }),
    ...(podAntiAffinity === undefined ? {} : { podAntiAffinity: inTerms(podAntiAffinity, labels) }),
  };
}

function inTerms(affinity: PodAffinity, labels: Labels): PodAffinity {
  const {
    requiredDuringSchedulingIgnoredDuringExecution: required,
    preferredDuringSchedulingIgnoredDuringExecution: preferred,
  } = affinity;
  return {
    ...(required === undefined
      ? {}
      : { requiredDuringSchedulingIgnoredDuringExecution: required.map((term) => inTerm(term, labels)) }),
    ...(preferred === undefined
      ? {}
      : {
          preferredDuringSchedulingIgnoredDuringExecution: preferred.map(({ weight, podAffinityTerm }) => ({
            weight,
            podAffinityTerm: inTerm(podAffinityTerm, labels),
          })),
        }),
  };
}

function inTerm(term: PodAffinityTerm, labels: Labels): PodAffinityTerm {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  if (labelSelector === undefined || matchLabelKeys.length + mismatchLabelKeys.length === 0) return term;
  const present = labelSelector.matchExpressions ?? [];
  const added = [
    ...requirements(matchLabelKeys, 'In', labels),
    ...requirements(mismatchLabelKeys, 'NotIn', labels),
    // Pods of a dump have been through this.
  ].filter((one) => !present.some((other) => JSON.stringify(other) === JSON.stringify(one)));
  return added.length === 0
    ? term
    : { ...term, labelSelector: { ...labelSelector, matchExpressions: [...present, ...added] } };
}

function requirements(
  keys: readonly string[],
  operator: 'In' | 'NotIn',
  labels: Labels,
): LabelSelectorRequirement[] {
  return keys.flatMap((key) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  });
}
