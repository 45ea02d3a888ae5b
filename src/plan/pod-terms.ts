import { jsonPointer } from '../diagnostics/json-pointer.ts';
import type { PodSpec } from '../kubernetes/api/pod.ts';
import { type RequirementInput, requirementOf } from '../kubernetes/requirement.ts';
import { Requirements } from '../kubernetes/requirements.ts';

/** A requirement of a pod, and where in the pod it is written. */
export interface PodRequirement {
  readonly input: RequirementInput;
  /** JSON pointer from the pod's root. */
  readonly pointer: string;
}

/** One of the alternatives that a pod leaves to the scheduler. */
export interface PodTerm {
  readonly requirements: Requirements;
  readonly written: readonly PodRequirement[];
}

/** What a pod requires of a node: its node selector with each of its required terms. Preferences are left out. */
export function podTerms(spec: PodSpec, aliases: ReadonlyMap<string, string>): readonly PodTerm[] {
  const selector = Object.entries(spec.nodeSelector ?? {}).map(
    ([key, value]): PodRequirement => ({
      input: { key, operator: 'In', values: [value] },
      pointer: jsonPointer('spec', 'nodeSelector', key),
    }),
  );
  const terms =
    spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const alternatives = terms.map((term, i) =>
    (term.matchExpressions ?? []).map(
      (input, j): PodRequirement => ({ input, pointer: `${TERMS}/${i}/matchExpressions/${j}` }),
    ),
  );
  return (alternatives.length === 0 ? [[]] : alternatives).map((expressions) => {
    const written = [...selector, ...expressions];
    return {
      requirements: Requirements.of(written.map(({ input }) => requirementOf(input, aliases))),
      written,
    };
  });
}

const TERMS = '/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms';
