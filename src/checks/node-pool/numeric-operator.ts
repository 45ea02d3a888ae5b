import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { CompiledPool, RuleContext } from '../../model/compilation.ts';
import { type Constraint, constraintsOf, isBound, isWellFormed } from '../constraints.ts';
import { poolRule } from '../rule.ts';
import { valueCounts } from '../value-domain.ts';
import { listed, nameOf, quoted } from '../words.ts';

export const numericOperator = poolRule(['PW3514'], function* (compiled, context) {
  for (const constraint of wordBounds(compiled, context)) {
    const examples = [...valueCounts(compiled.table.types, constraint.key).keys()].sort();
    const name = quoted(nameOf(constraint.key));
    yield diagnostic(
      'PW3514',
      constraint.operatorSpan,
      `\`${constraint.operator}\` compares integers, but no value of ${name} is one`,
      {
        related: usedHere(constraint.origin, compiled.pool),
        help: `No instance type matches. Use \`In\` or \`NotIn\`; values of ${name} are ${listed(examples)}.`,
      },
    );
  }
});

/** Bounds on labels whose values are words: they match no type at all. */
export function wordBounds(compiled: CompiledPool, context: RuleContext): Constraint[] {
  return constraintsOf(compiled.pool, context.labels).filter((constraint) => {
    if (!isBound(constraint.operator) || !isWellFormed(constraint)) return false;
    if (context.labels.specs.get(constraint.key)?.domain !== 'closed') return false;
    const values = [...valueCounts(compiled.table.types, constraint.key).keys()];
    return values.length > 0 && !values.some((value) => /^[+-]?[0-9]+$/.test(value));
  });
}
