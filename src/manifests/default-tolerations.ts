import type { Toleration } from '../kubernetes/api/pod.ts';

/** Every pod may stay for five minutes on a node that is lost (admission plugin DefaultTolerationSeconds). */
export function withDefaultTolerations(tolerations: readonly Toleration[]): readonly Toleration[] {
  const added = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']
    .filter((key) => !tolerations.some((one) => coversEviction(one, key)))
    .map((key): Toleration => ({ key, operator: 'Exists', effect: 'NoExecute' }));
  return [...tolerations, ...added];
}

function coversEviction(toleration: Toleration, taint: string): boolean {
  const { key = taint, effect = 'NoExecute' } = toleration;
  return key === taint && effect === 'NoExecute';
}

/**
 * Two lists of tolerations as one, without those that another one covers (k8s.io/kubernetes, pkg/util/tolerations). How
 * long a toleration lasts plays no part here.
 */
export function mergeTolerations(
  first: readonly Toleration[],
  second: readonly Toleration[],
): readonly Toleration[] {
  const all = [...first, ...second];
  const merged: Toleration[] = [];
  for (const [i, one] of all.entries()) {
    if (merged.some((other) => covers(other, one))) continue;
    if (all.slice(i + 1).some((other) => !covers(one, other) && covers(other, one))) continue;
    merged.push(one);
  }
  return merged;
}

function covers(wide: Toleration, narrow: Toleration): boolean {
  const isAnyKey = wide.key === undefined && wide.operator === 'Exists';
  if (!isAnyKey && wide.key !== narrow.key) return false;
  if (wide.effect !== undefined && wide.effect !== narrow.effect) return false;
  if (wide.operator === 'Exists') return true;
  return (wide.operator ?? 'Equal') === (narrow.operator ?? 'Equal') && wide.value === narrow.value;
}
