import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { RuleContext } from '../model/compilation.ts';
import { areWhole } from './are-whole.ts';
import { BACKEND_RULES } from './backends/index.ts';
import { LINT_RULES } from './lint/index.ts';
import { MACHINE_RULES } from './machines/index.ts';
import { NODE_CLASS_RULES } from './node-class/index.ts';
import { NODE_POOL_RULES } from './node-pool/index.ts';
import type { Rule } from './rule.ts';

export const RULES: readonly Rule[] = [
  ...NODE_CLASS_RULES,
  ...NODE_POOL_RULES,
  ...LINT_RULES,
  ...MACHINE_RULES,
  ...BACKEND_RULES,
];

/** Everything the rules find in a compiled cluster, unsorted. */
export function runRules(context: RuleContext): Diagnostic[] {
  const isComplete = context.pools.every(({ pool }) => pool.incomplete === undefined);
  return RULES.flatMap((rule) => {
    const concerned = concernedBy(rule, context);
    return [...rule.check(isComplete ? concerned : seenBy(rule, concerned))];
  });
}

function concernedBy({ backends }: Rule, context: RuleContext): RuleContext {
  // Usually all are, and the context stays the same object.
  if (backends === undefined || context.pools.every(({ backend }) => backends.includes(backend)))
    return context;
  return { ...context, pools: context.pools.filter(({ backend }) => backends.includes(backend)) };
}

function seenBy({ needs = [] }: Rule, context: RuleContext): RuleContext {
  return { ...context, pools: context.pools.filter(({ pool }) => areWhole(needs, pool.incomplete)) };
}
