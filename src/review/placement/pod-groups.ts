import type { WorkloadOwner } from '../../model/workloads.ts';
import { compareText } from '../compare-text.ts';

/** Pods of one controller with the same story. */
export interface PodGroup<Story> {
  readonly owner: WorkloadOwner | undefined;
  /** The first one. */
  readonly pod: string;
  readonly count: number;
  readonly story: Story;
}

/** Collects pods into groups. */
export class PodGroups<Story> {
  readonly #groups = new Map<string, PodGroup<Story>>();

  /** `key` tells stories apart; short, because it is read for every pod. */
  add(pods: PodGroup<Story>, key: string): void {
    const { owner, pod } = pods;
    const whose = owner === undefined ? `Pod ${pod}` : ownerText(owner);
    const found = this.#groups.get(`${whose}\n${key}`);
    this.#groups.set(
      `${whose}\n${key}`,
      found === undefined ? pods : { ...found, count: found.count + pods.count },
    );
  }

  /** The largest first, then by namespace, name and kind, then by the first pod. */
  sorted(): readonly PodGroup<Story>[] {
    return [...this.#groups.values()].sort(
      (a, b) =>
        b.count - a.count ||
        compareText(nameOf(a), nameOf(b)) ||
        compareText(a.owner?.kind ?? '', b.owner?.kind ?? '') ||
        compareText(a.pod, b.pod),
    );
  }
}

export function ownerText({ kind, namespace, name }: WorkloadOwner): string {
  return `${kind} ${namespace}/${name}`;
}

function nameOf({ owner, pod }: PodGroup<unknown>): string {
  return owner === undefined ? pod : `${owner.namespace}/${owner.name}`;
}
