import type { NodeTaint, TaintEffect } from './api/node-pool.ts';
import { labelKeyProblem, labelValueProblem } from './label.ts';

export const TAINT_EFFECTS: readonly TaintEffect[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function isTaintEffect(text: string): text is TaintEffect {
  return (TAINT_EFFECTS as readonly string[]).includes(text);
}

/** A taint of any effect: the autoscaler's reader takes whatever stands there. */
type TaintLike = Pick<NodeTaint, 'key' | 'value'> & { readonly effect: string };

/** Kubernetes tells taints apart by key and effect: two with the same pair on one node are a mistake whatever their values. */
export function taintIdentity(taint: Pick<TaintLike, 'key' | 'effect'>): string {
  return `${taint.key}:${taint.effect}`;
}

/** The notation of kubectl: `key=value:effect`, or `key:effect` without a value. */
export function formatTaint(taint: TaintLike): string {
  return taint.value === undefined || taint.value === ''
    ? taintIdentity(taint)
    : `${taint.key}=${taint.value}:${taint.effect}`;
}

/**
 * What is wrong with a taint's value, as a phrase that completes "`value` ...". Karpenter's API wants it non-empty and
 * shaped like a qualified name (Karpenter 1.14, CRD of NodePool). A prefix (`a/b`) passes there, and then the API server
 * refuses every Node that carries it, so the value must be a label's value too.
 */
export function taintValueProblem(value: string): string | undefined {
  return labelKeyProblem(value) ?? labelValueProblem(value);
}
