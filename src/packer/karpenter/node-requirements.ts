import type { NodeSelectorTerm } from '../../kubernetes/api/pod.ts';
import { labelRequirements, requirementOf } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';

/** A node selector and terms of node affinity, all of which must hold. */
export function nodeRequirements(
  nodeSelector: Readonly<Record<string, string>> | undefined,
  terms: readonly (NodeSelectorTerm | undefined)[],
  aliases: ReadonlyMap<string, string>,
): Requirements {
  const expressions = terms.flatMap((term) => term?.matchExpressions ?? []);
  // What most pods ask for: one object, so that it is recognised at once.
  if (nodeSelector === undefined && expressions.length === 0) return Requirements.empty;
  return Requirements.of([
    ...labelRequirements(nodeSelector, aliases),
    ...expressions.map((one) => requirementOf(one, aliases)),
  ]);
}
