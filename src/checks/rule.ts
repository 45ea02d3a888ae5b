import type { DiagnosticCode } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { BackendName } from '../model/backend-name.ts';
import type { CompiledPool, RuleContext } from '../model/compilation.ts';
import type { PoolPart } from '../model/pool-part.ts';
import type { NodeClassObject } from '../model/provider.ts';

/** One idea to check over a compiled cluster. Rules are pure, know nothing of each other and run in any order. */
export interface Rule {
  /** Every code the rule may report: the list of rules by code, and the documentation, are made from it. */
  readonly codes: readonly DiagnosticCode[];
  /**
   * Parts of a pool from whose absence, or from all of which, the rule concludes something. It does not see pools in
   * which one of them has errors, because what was left out would look like a choice. Rules that only judge what is
   * written need nothing.
   */
  readonly needs?: readonly PoolPart[];
  /** The rule sees the pools of these backends only. @default all */
  readonly backends?: readonly BackendName[];
  check(context: RuleContext): Iterable<Diagnostic>;
}

/** The codes of a rule, with what it needs and whom it concerns if that is not everyone. */
export type RuleHead = readonly DiagnosticCode[] | Pick<Rule, 'codes' | 'needs' | 'backends'>;

/** A rule that looks at one pool at a time. */
export function poolRule(
  head: RuleHead,
  check: (pool: CompiledPool, context: RuleContext) => Iterable<Diagnostic>,
): Rule {
  return {
    ...('codes' in head ? head : { codes: head }),
    *check(context) {
      for (const pool of context.pools) yield* check(pool, context);
    },
  };
}

/** A rule over the node class object of each pool that has one. */
export function nodeClassRule(
  head: RuleHead,
  check: (nodeClass: NodeClassObject, pool: CompiledPool, context: RuleContext) => Iterable<Diagnostic>,
): Rule {
  return poolRule(head, (pool, context) =>
    pool.nodeClass === undefined ? [] : check(pool.nodeClass, pool, context),
  );
}

/** Everything that decides which instance types a pool admits. */
export const ADMITTED_TYPES: readonly PoolPart[] = [
  'requirements',
  'labels',
  'node_class.gpu_enabled',
  'node_class.launchable_types',
];

/** Backends that write a NodePool: what Karpenter says about those concerns nobody else. */
export const WITH_NODE_POOL: readonly BackendName[] = ['karpenter', 'karpenter-cluster-api'];

/** The backend that writes node classes and launches the machines itself. */
export const LAUNCHING: readonly BackendName[] = ['karpenter'];
