import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { Pool } from '../../model/pool.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import { algebra, byKey, type Constraint, constraintsOf, isWellFormed } from '../constraints.ts';
import { poolRule } from '../rule.ts';
import { quoted, requirementText } from '../words.ts';

export const contradiction = poolRule(['PW3511'], function* ({ pool }, { labels }) {
  for (const { culprit, others } of contradictions(pool, labels)) {
    yield diagnostic(
      'PW3511',
      culprit.origin.span,
      `${textOf(culprit)} contradicts ${others.map(textOf).join(' and ')}: no value satisfies both`,
      {
        related: [
          ...others.map(({ origin }) => ({ span: origin.span, message: 'the other one' })),
          ...usedHere(culprit.origin, pool),
        ],
        help: `Requirements and labels on one key must all hold. Keep one of those on ${quoted(culprit.key)}, or make them overlap.`,
      },
    );
  }
});

interface Contradiction {
  /** The first constraint that leaves no value. */
  readonly culprit: Constraint;
  /** Those before it that it is at odds with. */
  readonly others: readonly Constraint[];
}

/** Keys of which the pool's own requirements and labels leave nothing. */
export function contradictions(pool: Pool, labels: LabelVocabulary): Contradiction[] {
  const found: Contradiction[] = [];
  for (const group of byKey(constraintsOf(pool, labels).filter(isWellFormed)).values()) {
    const contradiction = group.length < 2 ? undefined : contradictionOf(group);
    if (contradiction !== undefined) found.push(contradiction);
  }
  return found;
}

function contradictionOf(group: readonly Constraint[]): Contradiction | undefined {
  // A label that must be absent and one that must not have a value agree.
  if (group.every((constraint) => algebra(constraint).isNegative())) return undefined;
  let left = algebra(group[0] as Constraint);
  for (const [i, culprit] of group.entries()) {
    left = left.intersection(algebra(culprit));
    if (i === 0 || left.operator() !== 'DoesNotExist') continue;
    const before = group.slice(0, i);
    const opposed = before.filter(
      (other) => algebra(other).intersection(algebra(culprit)).operator() === 'DoesNotExist',
    );
    return { culprit, others: opposed.length > 0 ? opposed : before };
  }
  return undefined;
}

function textOf({ kind, writtenKey, operator, values }: Constraint): string {
  const texts = values.map(({ value }) => value);
  if (kind === 'label') return `label ${quoted(`${writtenKey}: ${texts[0] ?? ''}`)}`;
  return requirementText({ key: writtenKey, operator, values: texts });
}
