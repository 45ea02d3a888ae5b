import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { RuleContext } from '../model/compilation.ts';
import { areWhole } from './are-whole.ts';
import { LINT_RULES } from './lint/index.ts';
import { NODE_CLASS_RULES } from './node-class/index.ts';
import { NODE_POOL_RULES } from './node-pool/index.ts';
import type { Rule } from './rule.ts';

export const RULES: readonly Rule[] = [...NODE_CLASS_RULES, ...NODE_POOL_RULES, ...LINT_RULES];

/** Everything the rules find in a compiled cluster, unsorted. */
export function runRules(context: RuleContext): Diagnostic[] {
  const isComplete = context.pools.every(({ pool }) => pool.incomplete === undefined);
  return RULES.flatMap((rule) => [...rule.check(isComplete ? context : seenBy(rule, context))]);
}

function seenBy({ needs = [] }: Rule, context: RuleContext): RuleContext {
  return { ...context, pools: context.pools.filter(({ pool }) => areWhole(needs, pool.incomplete)) };
}
