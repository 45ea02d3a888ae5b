import type { Pod } from '../../kubernetes/api/pod.ts';

/** Whether a pod has run to its end: it holds nothing any more. */
export function isTerminal(pod: Pod): boolean {
  return pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
}
