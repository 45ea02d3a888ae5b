import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { RuleContext } from '../model/compilation.ts';
import { LINT_RULES } from './lint/index.ts';
import { NODE_CLASS_RULES } from './node-class/index.ts';
import { NODE_POOL_RULES } from './node-pool/index.ts';
import type { Rule } from './rule.ts';

export const RULES: readonly Rule[] = [...NODE_CLASS_RULES, ...NODE_POOL_RULES, ...LINT_RULES];

/** Everything the rules find in a compiled cluster, unsorted. */
export function runRules(context: RuleContext): Diagnostic[] {
  return RULES.flatMap((rule) => [...rule.check(context)]);
}
