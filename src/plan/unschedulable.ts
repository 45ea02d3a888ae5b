import type { UnschedulablePod, UnschedulableReason } from '../model/plan.ts';
import type { Decision, FailedAttempt, FailureCode } from '../packer/karpenter/decision.ts';
import { podName, type PlanPod, type PlanTemplate } from './plan-pod.ts';
import { admittedTypes } from './pool-view.ts';
import { type ReasonContext, reasonFor } from './reasons.ts';

export interface UnschedulableInput {
  readonly decision: Decision;
  readonly pods: ReadonlyMap<string, PlanPod>;
  /** Pods that stay pending even if no pool has limits, and why. */
  readonly withoutLimits: Decision['errors'];
  /** Pods that get a place once the first nodes have joined. */
  readonly later: ReadonlySet<string>;
  readonly reasons: ReasonContext;
}

/** Pods without a place, in the order of the queue, then those that Karpenter does not look at. */
export function unschedulablePods(input: UnschedulableInput): readonly UnschedulablePod[] {
  const { decision, pods, withoutLimits, later } = input;
  const reasonsOf = rememberedReasons(input.reasons);
  const failed = [...decision.errors].flatMap(([uid, { attempts }]): UnschedulablePod[] => {
    const pod = pods.get(uid);
    if (pod === undefined) return [];
    const deeper = withoutLimits.get(uid);
    const reasons = reasonsOf(pod.template, behindLimits(attempts, deeper?.attempts ?? []));
    return [
      unschedulableEntry(pod, { onlyLimits: deeper === undefined, laterBatch: later.has(uid), reasons }),
    ];
  });
  const ignored = [...decision.ignored].flatMap(([uid, phrase]): UnschedulablePod[] => {
    const pod = pods.get(uid);
    if (pod === undefined) return [];
    const source = pod.template.locate?.('');
    const reason = {
      code: 'ignored',
      message: `the pod ${phrase}`,
      ...(source === undefined ? {} : { source }),
    };
    return [unschedulableEntry(pod, { onlyLimits: false, laterBatch: false, reasons: [reason] })];
  });
  return [...failed, ...ignored];
}

/**
 * Limits are looked at before anything else. For a pod that does not fit without them either, what else is in the way is
 * the reason worth knowing.
 */
function behindLimits(
  attempts: readonly FailedAttempt[],
  withoutLimits: readonly FailedAttempt[],
): readonly FailedAttempt[] {
  return attempts.map((attempt) =>
    LIMIT_CODES.has(attempt.code)
      ? (withoutLimits.find(({ nodePool }) => nodePool === attempt.nodePool) ?? attempt)
      : attempt,
  );
}

export function unschedulableEntry(
  pod: PlanPod,
  rest: Pick<UnschedulablePod, 'onlyLimits' | 'laterBatch' | 'reasons'>,
): UnschedulablePod {
  const { owner, locate } = pod.template;
  const span = locate?.('');
  return {
    pod: podName(pod),
    ...(owner === undefined ? {} : { owner }),
    ...(span === undefined ? {} : { span }),
    ...rest,
  };
}

/** Replicas fail for the same reasons, which are worked out once. */
function rememberedReasons(context: ReasonContext) {
  const known = new Map<PlanTemplate, Map<string, readonly UnschedulableReason[]>>();
  return (template: PlanTemplate, attempts: readonly FailedAttempt[]): readonly UnschedulableReason[] => {
    const byAttempts = known.get(template) ?? new Map<string, readonly UnschedulableReason[]>();
    known.set(template, byAttempts);
    const key = attempts.map(({ nodePool, code }) => `${nodePool ?? ''}\n${code}`).join('\n');
    let found = byAttempts.get(key);
    if (found === undefined) {
      found = withoutTypes(attempts, context).map((attempt) => reasonFor(attempt, template, context));
      byAttempts.set(key, found);
    }
    return found;
  };
}

/**
 * Karpenter does not even try a pool without any type that can be had; here it counts as tried and failed. What fails for
 * a reason of its own, whatever the pools, or on a node that was planned already, has been tried with none.
 */
function withoutTypes(
  attempts: readonly FailedAttempt[],
  { views, vocabulary }: ReasonContext,
): readonly FailedAttempt[] {
  if (attempts.some(({ code }) => UNTRIED.has(code))) return attempts;
  const tried = new Set(attempts.map(({ nodePool }) => nodePool));
  const missing = [...views.values()].filter(
    (view) =>
      !tried.has(view.name) &&
      view.compiled.pool.replicas === undefined &&
      admittedTypes(view, view.requirements, [], vocabulary).length === 0,
  );
  const told = attempts.filter(({ code }) => code !== 'no-templates' || missing.length === 0);
  return [...told, ...missing.map(({ name }) => ({ nodePool: name, code: 'no-templates' as const }))];
}

const UNTRIED: ReadonlySet<FailureCode> = new Set(['dra', 'no-nodepools', 'truncation-minValues']);

export const LIMIT_CODES: ReadonlySet<FailureCode> = new Set(['nodes-limit', 'resource-limits']);

/** Whether a limit kept any pod from a pool. */
export function meetsLimits({ errors }: Decision): boolean {
  return [...errors.values()].some(({ attempts }) => attempts.some(({ code }) => LIMIT_CODES.has(code)));
}
