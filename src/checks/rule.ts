import type { DiagnosticCode } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { CompiledPool, RuleContext } from '../model/compilation.ts';
import type { NodeClassObject } from '../model/provider.ts';

/** One idea to check over a compiled cluster. Rules are pure, know nothing of each other and run in any order. */
export interface Rule {
  /** Every code the rule may report: the list of rules by code, and the documentation, are made from it. */
  readonly codes: readonly DiagnosticCode[];
  check(context: RuleContext): Iterable<Diagnostic>;
}

/** A rule that looks at one pool at a time. */
export function poolRule(
  codes: readonly DiagnosticCode[],
  check: (pool: CompiledPool, context: RuleContext) => Iterable<Diagnostic>,
): Rule {
  return {
    codes,
    *check(context) {
      for (const pool of context.pools) yield* check(pool, context);
    },
  };
}

/** A rule over the node class object of each pool that has one. */
export function nodeClassRule(
  codes: readonly DiagnosticCode[],
  check: (nodeClass: NodeClassObject, pool: CompiledPool, context: RuleContext) => Iterable<Diagnostic>,
): Rule {
  return poolRule(codes, (pool, context) =>
    pool.nodeClass === undefined ? [] : check(pool.nodeClass, pool, context),
  );
}
