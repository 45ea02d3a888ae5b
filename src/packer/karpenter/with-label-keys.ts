import type { LabelSelector } from '../../kubernetes/api/label-selector.ts';
import type { TopologySpreadConstraint } from '../../kubernetes/api/pod.ts';

/** Label keys of the constraint become part of its selector, with the pod's own values. */
export function withLabelKeys(
  spread: TopologySpreadConstraint,
  labels: Readonly<Record<string, string>>,
): LabelSelector | undefined {
  const { labelSelector: selector, matchLabelKeys = [] } = spread;
  const added = matchLabelKeys
    .filter((key) => Object.hasOwn(labels, key))
    .map((key) => ({ key, operator: 'In' as const, values: [labels[key] ?? ''] }));
  if (selector === undefined || added.length === 0) return selector;
  return { ...selector, matchExpressions: [...(selector.matchExpressions ?? []), ...added] };
}
