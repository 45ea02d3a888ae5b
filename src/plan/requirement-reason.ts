import type { Requirement } from '../kubernetes/requirement.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import { allConstraints } from '../selection/pool-constraints.ts';
import type { Described } from './described.ts';
import { labelRules } from './label-rules.ts';
import type { PlanTemplate } from './plan-pod.ts';
import { podTerms, type PodTerm } from './pod-terms.ts';
import type { PoolView } from './pool-view.ts';

/** Karpenter gives up all alternatives but the last before it fails. */
function lastTerm(template: PlanTemplate, vocabulary: LabelVocabulary): PodTerm | undefined {
  return podTerms(template.spec, vocabulary.aliases).at(-1);
}

/** The first label that the pod asks for and the pool does not have. */
export function undefinedLabel(
  view: PoolView,
  template: PlanTemplate,
  vocabulary: LabelVocabulary,
): Described | undefined {
  const { wellKnown, aliases } = labelRules(vocabulary);
  const term = lastTerm(template, vocabulary);
  for (const requirement of term?.requirements.entries() ?? []) {
    const { key } = requirement;
    if (view.requirements.has(key) || wellKnown.has(key) || requirement.isNegative()) continue;
    const written = term?.written.find(({ input }) => (aliases.get(input.key) ?? input.key) === key);
    return {
      message: `the pod asks for the label \`${key}\`, which the pool does not have`,
      source: written === undefined ? undefined : template.locate?.(written.pointer),
    };
  }
  return undefined;
}

/** The first key on which pod and pool ask for different nodes. */
export function requirementConflict(
  view: PoolView,
  template: PlanTemplate,
  vocabulary: LabelVocabulary,
): Described | undefined {
  const term = lastTerm(template, vocabulary);
  if (term === undefined) return undefined;
  const [key] = term.requirements.conflicts(view.requirements);
  if (key === undefined) return undefined;
  const { pool } = view.compiled;
  const constraint = allConstraints({ ...pool, vocabulary }).find(
    ({ requirement }) => requirement.key === key && !agrees(requirement, term.requirements.get(key)),
  );
  const asked = requirementText(term.requirements.get(key));
  const written = term.written.find(({ input }) => input.key === key);
  return {
    message: `the pod wants \`${key}\` ${asked}, the pool has ${requirementText(view.requirements.get(key))}`,
    source:
      constraint?.origin.span ?? (written === undefined ? undefined : template.locate?.(written.pointer)),
  };
}

function agrees(a: Requirement, b: Requirement): boolean {
  return a.hasIntersection(b) || (a.isNegative() && b.isNegative());
}

const SHOWN_VALUES = 5;

/** `in [a, b]`, `not in [a]`, `above 4`. */
export function requirementText(requirement: Requirement): string {
  const { values, gte, lte } = requirement;
  const listed = [...values].sort();
  const more = listed.length > SHOWN_VALUES ? `, … ${listed.length - SHOWN_VALUES} more` : '';
  const list = `[${listed.slice(0, SHOWN_VALUES).join(', ')}${more}]`;
  const bounds = [
    ...(gte === undefined ? [] : [`at least ${gte}`]),
    ...(lte === undefined ? [] : [`at most ${lte}`]),
  ].join(' and ');
  switch (requirement.operator()) {
    case 'In':
      return `in ${list}`;
    case 'NotIn':
      return [bounds, `not in ${list}`].filter((text) => text !== '').join(', ');
    case 'Exists':
      return bounds === '' ? 'with any value' : bounds;
    case 'DoesNotExist':
      return 'absent';
  }
}
