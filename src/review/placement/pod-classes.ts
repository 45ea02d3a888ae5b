import type { WorkloadOwner } from '../../model/workloads.ts';
import type { PlacedPod, Places } from './places.ts';
import { ownerText } from './pod-groups.ts';

/** Pods that are as good as each other, in both states. */
export interface PodClass {
  /** Absent for a bare pod. */
  readonly owner?: WorkloadOwner | undefined;
  /** `<namespace>/<name>`, in the order of the workloads, by place. */
  readonly before: ReadonlyMap<string, readonly string[]>;
  readonly after: ReadonlyMap<string, readonly string[]>;
}

/**
 * Pods sorted into classes. Replicas that share their template are interchangeable: which of them has which place is
 * chance, so that only numbers count. Others, such as those of a StatefulSet with volumes, are compared one by one.
 */
export function podClasses(base: Places, head: Places): readonly PodClass[] {
  const diverse = new Set([...diverseOwners(base), ...diverseOwners(head)]);
  const classes = new Map<string, Builder>();
  const add = (side: 'before' | 'after', { pods }: Places) => {
    for (const [name, { owner, place }] of pods) {
      const own = owner === undefined ? undefined : ownerText(owner);
      const key = own === undefined || diverse.has(own) ? `${own}\n${name}` : own;
      let found = classes.get(key);
      if (found === undefined) classes.set(key, (found = { owner, before: new Map(), after: new Map() }));
      const there = found[side].get(place);
      if (there === undefined) found[side].set(place, [name]);
      else there.push(name);
    }
  };
  add('before', base);
  add('after', head);
  return [...classes.values()];
}

interface Builder {
  readonly owner: WorkloadOwner | undefined;
  readonly before: Map<string, string[]>;
  readonly after: Map<string, string[]>;
}

/** Controllers whose pods differ. */
function diverseOwners({ pods }: Places): ReadonlySet<string> {
  const templates = new Map<string, PlacedPod['template']>();
  const diverse = new Set<string>();
  for (const { owner, template } of pods.values()) {
    if (owner === undefined) continue;
    const key = ownerText(owner);
    if ((templates.get(key) ?? template) !== template) diverse.add(key);
    templates.set(key, template);
  }
  return diverse;
}
