import type { QueuedPod } from './queued-pod.ts';

/** Most CPU first, then most memory, then the oldest, then by uid (Karpenter 1.14, scheduling/queue.go). */
export function inQueueOrder(
  pods: readonly QueuedPod[],
  columns: { readonly cpu: number; readonly memory: number },
): readonly QueuedPod[] {
  // Pods of equal requests are many and mostly in order already: sort the kinds, then within each only if need be.
  const kinds = new Map<number, QueuedPod[]>();
  for (const pod of pods) {
    const { id } = pod.podClass.shape;
    const list = kinds.get(id);
    if (list === undefined) kinds.set(id, [pod]);
    else list.push(pod);
  }
  const amount = (list: readonly QueuedPod[], column: number) => list[0]?.podClass.shape.amounts[column] ?? 0;
  const byAmounts = new Map<string, QueuedPod[]>();
  for (const list of kinds.values()) {
    const key = `${amount(list, columns.cpu)} ${amount(list, columns.memory)}`;
    const other = byAmounts.get(key);
    if (other === undefined) byAmounts.set(key, list);
    else byAmounts.set(key, other.concat(list));
  }
  const lists = [...byAmounts.values()].sort(
    (a, b) =>
      amount(b, columns.cpu) - amount(a, columns.cpu) ||
      amount(b, columns.memory) - amount(a, columns.memory),
  );
  return lists.flatMap((list) => (isSorted(list) ? list : list.sort(byAge)));
}

function isSorted(list: readonly QueuedPod[]): boolean {
  return list.every((one, at) => at === 0 || byAge(list[at - 1] as QueuedPod, one) <= 0);
}

function byAge({ pod: a }: QueuedPod, { pod: b }: QueuedPod): number {
  return a.createdAtSeconds - b.createdAtSeconds || (a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0);
}
