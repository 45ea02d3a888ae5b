import type { LabelSelector, LabelSelectorRequirement } from './api/label-selector.ts';
import { labelKeyProblem, labelValueProblem } from './label.ts';

export type Labels = Readonly<Record<string, string>>;

/**
 * A selector as a test of labels (apimachinery, LabelSelectorAsSelector). An absent selector selects nothing, an empty one
 * everything, an invalid one nothing.
 */
export function selectorTest(selector: LabelSelector | undefined): (labels: Labels | undefined) => boolean {
  if (selector === undefined || !isValid(selector)) return () => false;
  const equal = Object.entries(selector.matchLabels ?? {});
  const expressions = selector.matchExpressions ?? [];
  return (labels = {}) =>
    equal.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value) &&
    expressions.every((expression) => holds(expression, labels));
}

function holds(expression: LabelSelectorRequirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, expression.key) ? labels[expression.key] : undefined;
  if (expression.operator === 'Exists') return value !== undefined;
  if (expression.operator === 'DoesNotExist') return value === undefined;
  const listed = value !== undefined && (expression.values ?? []).includes(value);
  return expression.operator === 'In' ? listed : !listed;
}

function isValid(selector: LabelSelector): boolean {
  const equal = Object.entries(selector.matchLabels ?? {});
  return (
    equal.every(
      ([key, value]) => labelKeyProblem(key) === undefined && labelValueProblem(value) === undefined,
    ) && (selector.matchExpressions ?? []).every(isValidExpression)
  );
}

function isValidExpression({ key, operator, values = [] }: LabelSelectorRequirement): boolean {
  if (labelKeyProblem(key) !== undefined) return false;
  if (operator === 'Exists' || operator === 'DoesNotExist') return values.length === 0;
  if (operator !== 'In' && operator !== 'NotIn') return false;
  return values.length > 0 && values.every((value) => labelValueProblem(value) === undefined);
}
