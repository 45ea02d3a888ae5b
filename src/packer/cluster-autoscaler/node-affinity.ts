import type { NodeSelectorRequirement, NodeSelectorTerm, PodSpec } from '../../kubernetes/api/pod.ts';
import { requirementOf } from '../../kubernetes/requirement.ts';

/** Label key to value. */
export type LabelReader = (key: string) => string | undefined;

/** The label key that keeps a pod from a node, by node selector or required node affinity; undefined where none does. */
export type NodeAffinity = (label: LabelReader, nodeName: string | undefined) => string | undefined;

const NAME_FIELD = 'metadata.name';

/**
 * Node selector and required node affinity (k8s.io/component-helpers, nodeaffinity): the selector and any one of the terms. A
 * term without conditions matches nothing, and no terms at all match nothing.
 */
export function nodeAffinityOf(spec: PodSpec): NodeAffinity {
  const selector = Object.entries(spec.nodeSelector ?? {});
  const terms =
    spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const tests = terms?.map(termTest);
  return (label, nodeName) => {
    for (const [key, value] of selector) if (label(key) !== value) return key;
    if (tests === undefined) return undefined;
    const failed = tests.map((test) => test(label, nodeName));
    return failed.includes(undefined) ? undefined : (failed[0] ?? 'nodeSelectorTerms');
  };
}

/** One alternative: all its conditions. */
export function termTest({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm): NodeAffinity {
  if (matchExpressions.length + matchFields.length === 0) return () => 'nodeSelectorTerms';
  const labels = matchExpressions.map(expressionTest);
  const fields = matchFields.map(expressionTest);
  return (label, nodeName) =>
    labels.find((one) => !one.holds(label(one.key)))?.key ??
    fields.find((one) => one.key !== NAME_FIELD || !one.holds(nodeName))?.key;
}

function expressionTest(expression: NodeSelectorRequirement) {
  const requirement = requirementOf(expression);
  return {
    key: expression.key,
    holds: (value: string | undefined) =>
      value === undefined ? requirement.isNegative() : requirement.has(value),
  };
}
