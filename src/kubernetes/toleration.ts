import type { NodeTaint } from './api/node-pool.ts';
import type { Toleration } from './api/pod.ts';
import { parseIntegerValue } from './requirement.ts';

/**
 * Whether a toleration matches a taint, the comparing operators enabled (k8s.io/component-helpers/scheduling, 0.35). An
 * empty key or effect matches all.
 */
export function tolerates(toleration: Toleration, taint: NodeTaint): boolean {
  if ((toleration.effect ?? '') !== '' && toleration.effect !== taint.effect) return false;
  if ((toleration.key ?? '') !== '' && toleration.key !== taint.key) return false;
  const operator = (toleration.operator as string | undefined) ?? '';
  if (operator === 'Exists') return true;
  if (operator === '' || operator === 'Equal') return (toleration.value ?? '') === (taint.value ?? '');
  if (operator !== 'Gt' && operator !== 'Lt') return false;
  const mine = strictInteger(toleration.value);
  const theirs = strictInteger(taint.value);
  if (mine === undefined || theirs === undefined) return false;
  return operator === 'Gt' ? theirs > mine : theirs < mine;
}

/** The first taint that nothing tolerates, or undefined. `PreferNoSchedule` counts like the others: Karpenter sees to it. */
export function untolerated(
  taints: readonly NodeTaint[],
  tolerations: readonly Toleration[],
): NodeTaint | undefined {
  return taints.find((taint) => !tolerations.some((toleration) => tolerates(toleration, taint)));
}

/** Decimal without a plus sign or leading zeros, as validation wants it. */
function strictInteger(text: string | undefined) {
  return text !== undefined && /^(0|-?[1-9][0-9]*)$/.test(text) ? parseIntegerValue(text) : undefined;
}
