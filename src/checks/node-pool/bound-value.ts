import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { parseQuantity } from '../../kubernetes/quantity.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import { isBound, isBoundText } from '../constraints.ts';
import { poolRule } from '../rule.ts';
import { nameOf, quoted } from '../words.ts';

const NANO_PER_MEBIBYTE = 2n ** 20n * 10n ** 9n;

export const boundValue = poolRule(['PW3506'], function* ({ pool }, { labels }) {
  for (const { key, operator, values } of pool.requirements) {
    const [value] = values;
    if (!isBound(operator.value) || value === undefined || values.length > 1) continue;
    if (isBoundText(value.value)) continue;
    yield diagnostic(
      'PW3506',
      value.origin.span,
      `${quoted(value.value)} is not a bound: operator \`${operator.value}\` takes a non-negative integer`,
      { related: usedHere(value.origin, pool), help: helpFor(key.value, value.value, labels) },
    );
  }
});

function helpFor(key: string, text: string, labels: LabelVocabulary): string {
  const spec = labels.specs.get(key);
  const about = spec === undefined ? '' : ` ${quoted(nameOf(key))}: ${spec.description}`;
  const quantity = parseQuantity(text);
  if (key.endsWith('-memory') && /[A-Za-z]/.test(text) && quantity.ok) {
    return `Memory labels count MiB: write \`${quantity.quantity.nano / NANO_PER_MEBIBYTE}\`.${about}`;
  }
  return `Write digits only, such as \`"4"\`.${about}`;
}
