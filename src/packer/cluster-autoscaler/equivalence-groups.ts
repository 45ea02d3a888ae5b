import type { Encoded } from './encode.ts';
import type { PodClass } from './pod-class.ts';
import type { Placeable } from './world.ts';

/** Pods that the autoscaler takes for the same. */
export interface EquivalenceGroup {
  readonly pod: PodClass;
  /** Indexes of pods, in order of creation. */
  readonly pods: number[];
  /** Each is a group of its own for the autoscaler; together they are only because they are alike. */
  readonly single: boolean;
}

/** Shapes of one controller beyond this many are looked at pod by pod. */
const MAX_SHAPES = 10;

/** In order of the first pod (the autoscaler's BuildPodGroups). Pods without a controller are groups of one. */
export function equivalenceGroups(
  { pods, placeables }: Pick<Encoded, 'pods' | 'placeables'>,
  remaining: readonly number[],
): readonly EquivalenceGroup[] {
  const groups: EquivalenceGroup[] = [];
  const singles = new Map<PodClass, EquivalenceGroup>();
  const byController = new Map<string, Map<PodClass, EquivalenceGroup>>();
  for (const i of remaining) {
    const { pod } = placeables[i] as Placeable;
    const controllerUid = pods[i]?.controllerUid;
    let shapes = controllerUid === undefined ? undefined : byController.get(controllerUid);
    if (controllerUid !== undefined && shapes === undefined) {
      shapes = new Map();
      byController.set(controllerUid, shapes);
    }
    const alone = shapes === undefined || (!shapes.has(pod) && shapes.size >= MAX_SHAPES);
    // Pods with volumes differ from each other in more than their class.
    const known = alone ? (pod.usesVolumes ? undefined : singles.get(pod)) : shapes?.get(pod);
    if (known !== undefined) {
      known.pods.push(i);
      continue;
    }
    const group = { pod, pods: [i], single: alone };
    groups.push(group);
    (alone ? singles : shapes)?.set(pod, group);
  }
  return groups;
}
