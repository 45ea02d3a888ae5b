import type { RequirementInput } from '../../kubernetes/requirement.ts';

/** Of the same key, word for word. */
export function sameRequirement(a: RequirementInput, b: RequirementInput): boolean {
  if (a.operator !== b.operator) return false;
  const values = a.values ?? NO_TEXTS;
  const others = b.values ?? NO_TEXTS;
  if (values.length !== others.length) return false;
  for (let i = 0; i < values.length; i++) if (values[i] !== others[i]) return false;
  return true;
}

const NO_TEXTS: readonly string[] = [];

/** Equal for requirements of one key that say the same. */
export function inputText({ operator, values }: RequirementInput): string {
  if (values === undefined || values.length === 0) return operator;
  return values.length === 1 ? `${operator}\t${values[0]}` : `${operator}\t${values.join('\t')}`;
}
