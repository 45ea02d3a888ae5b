import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { NodeSelectorRequirement, PodSpec } from '../../kubernetes/api/pod.ts';
import { requirementOf } from '../../kubernetes/requirement.ts';
import type { Pool } from '../../model/pool.ts';
import type { ClusterReviewInput } from '../../model/review-input.ts';
import { counted, folded, quotedList } from '../words.ts';
import { changedPool } from './danger-rule.ts';
import type { SpecView } from '../spec-view.ts';
import { requirementSpan } from './requirement-span.ts';
import { type TemplateUse, templatesOf } from './templates-of.ts';
import { workloadsOf } from './untolerated-taint.ts';

export const selectedLabel = changedPool(['PW9631'], function* ({ before, after, base, head, input }) {
  const workloads = workloadsOf(input);
  if (workloads === undefined) return;
  const [old, labels] = [labelsOf(before, input.base), labelsOf(after, input.head)];
  for (const [key, value] of old) {
    const now = labels.get(key);
    if (now === value) continue;
    const users = templatesOf(workloads).filter(({ spec }) => selects(spec, key, value, now));
    if (users.length === 0) continue;
    const pods = users.reduce((sum, { count }) => sum + count, 0);
    const becomes = now === undefined ? 'goes' : `becomes \`${now}\``;
    const source = requirementSpan(after, key) ?? requirementSpan(before, key);
    const others = poolsWith(key, value, input);
    yield diagnostic(
      'PW9631',
      source ?? head.pool.keySpan,
      `label \`${key}: ${value}\` of pool \`${head.pool.name}\` ${becomes}, and ${counted(pods, 'pod')} of ${folded(users.map(nameOf))} select${pods === 1 ? 's' : ''} it`,
      {
        related: [{ span: labelSpan(base.pool, key), message: 'what it was' }],
        help:
          others.length === 0
            ? 'No pool has the label any more, so they have no place once its nodes are replaced. Change the pods first.'
            : `Only ${quotedList(others)} ${others.length === 1 ? 'has' : 'have'} the label from now on; the pods move there.`,
      },
    );
  }
});

/** Labels that every node of the pool has: those that it says, and its own keys with one value. */
function labelsOf(
  { labels, requirements }: SpecView,
  side: ClusterReviewInput['base'],
): ReadonlyMap<string, string> {
  const wellKnown = side?.provider.labels(side.compiled.cluster).specs;
  const required = requirements.flatMap(({ key, operator, values: [only, ...others] = [] }) =>
    operator === 'In' && only !== undefined && others.length === 0 && wellKnown?.has(key) === false
      ? [[key, only] as const]
      : [],
  );
  return new Map([...required, ...Object.entries(labels)]);
}

function labelSpan({ labels, keySpan }: Pool, key: string) {
  return labels.get(key)?.origin.span ?? keySpan;
}

/** Whether the pod wants what was there, and not what is there now. */
function selects(spec: PodSpec, key: string, value: string, now: string | undefined): boolean {
  const wanted = spec.nodeSelector?.[key];
  if (wanted !== undefined) return wanted === value;
  const terms =
    spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  if (terms === undefined) return false;
  const on = (own: readonly NodeSelectorRequirement[] | undefined) =>
    (own ?? []).filter((one) => one.key === key);
  const holds = (label: string | undefined) =>
    terms.some(({ matchExpressions }) => on(matchExpressions).every((one) => meets(one, label)));
  return terms.some(({ matchExpressions }) => on(matchExpressions).length > 0) && holds(value) && !holds(now);
}

function meets(expression: NodeSelectorRequirement, label: string | undefined): boolean {
  const requirement = requirementOf(expression);
  return label === undefined ? requirement.isNegative() : requirement.has(label);
}

function nameOf({ owner, pod }: TemplateUse): string {
  return owner === undefined ? `\`${pod}\`` : `${owner.kind} \`${owner.namespace}/${owner.name}\``;
}

/** Head's pools with the label. */
function poolsWith(key: string, value: string, { head }: ClusterReviewInput): readonly string[] {
  return (head?.compiled.pools ?? [])
    .filter(({ pool }) => pool.labels.get(key)?.value === value)
    .map(({ pool }) => pool.name);
}
