import type { LabelSelector } from '../../kubernetes/api/label-selector.ts';
import { type TopologyFilter, withoutPairs } from './topology-filter.ts';
import type { TopologyKind } from './topology-group.ts';

/** Equal for constraints that Karpenter takes for the same; `minDomains` plays no part. */
export function groupIdentity(group: {
  readonly kind: TopologyKind;
  readonly key: string;
  readonly namespaces: ReadonlySet<string>;
  readonly selector: LabelSelector | undefined;
  readonly maxSkew?: number;
  readonly filter: TopologyFilter;
}): string {
  return JSON.stringify([
    group.kind,
    group.key,
    [...group.namespaces].sort(),
    group.maxSkew ?? null,
    group.filter.identity(),
    selectorIdentity(group.selector),
  ]);
}

function selectorIdentity(selector: LabelSelector | undefined): unknown {
  if (selector === undefined) return null;
  if (selector.matchExpressions === undefined) return [sortedEntries(selector.matchLabels), []];
  const labels = sortedEntries(selector.matchLabels);
  const expressions = (selector.matchExpressions ?? []).map(({ key, operator, values = [] }) =>
    JSON.stringify([key, operator, withoutPairs(values)]),
  );
  return [labels, [...new Set(expressions)].sort()];
}

function sortedEntries(labels: Readonly<Record<string, string>> | undefined): (readonly [string, string])[] {
  return Object.entries(labels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}
