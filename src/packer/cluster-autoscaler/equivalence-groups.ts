import type { Encoded } from './encode.ts';
import type { PodClass } from './pod-class.ts';
import type { Placeable } from './world.ts';

/** Pods that the autoscaler takes for the same. */
export interface EquivalenceGroup {
  readonly pod: PodClass;
  /** Indexes of pods, in order of creation. */
  readonly pods: number[];
  /** Whether all of them are alike to the filters, volumes included. */
  alike: boolean;
  /** Each is a group of its own for the autoscaler; together they are only because they are alike. */
  readonly single: boolean;
}

/** Shapes of one controller beyond this many are looked at pod by pod. */
const MAX_SHAPES = 10;

/**
 * In order of the first pod (the autoscaler's BuildPodGroups). Pods without a controller are groups of one. Claims of their own
 * make pods different to the autoscaler, but beyond `MAX_SHAPES` they are looked at one by one anyway.
 */
export function equivalenceGroups(
  { pods, placeables, shapes: shapeOf }: Pick<Encoded, 'pods' | 'placeables' | 'shapes'>,
  remaining: readonly number[],
): readonly EquivalenceGroup[] {
  const groups: EquivalenceGroup[] = [];
  const singles = new Map<Placeable, EquivalenceGroup>();
  const byController = new Map<string, Map<number, EquivalenceGroup>>();
  for (const i of remaining) {
    const placeable = placeables[i] as Placeable;
    const shape = shapeOf[i] as number;
    const controllerUid = pods[i]?.controllerUid;
    let shapes = controllerUid === undefined ? undefined : byController.get(controllerUid);
    if (controllerUid !== undefined && shapes === undefined) {
      shapes = new Map();
      byController.set(controllerUid, shapes);
    }
    const alone = shapes === undefined || (!shapes.has(shape) && shapes.size >= MAX_SHAPES);
    const known = alone ? singles.get(placeable) : shapes?.get(shape);
    if (known !== undefined) {
      known.pods.push(i);
      if (placeables[known.pods[0] as number] !== placeable) known.alike = false;
      continue;
    }
    const group = { pod: placeable.pod, pods: [i], alike: true, single: alone };
    groups.push(group);
    if (alone) singles.set(placeable, group);
    else shapes?.set(shape, group);
  }
  return groups;
}

/** The group of which the fast path saves most, the first of equals, moves to the end. A group of one saves nothing. */
export function largestLast(groups: readonly EquivalenceGroup[]): readonly EquivalenceGroup[] {
  let largest: EquivalenceGroup | undefined;
  for (const group of groups) {
    if (!group.single && group.pods.length > (largest?.pods.length ?? 1)) largest = group;
  }
  return largest === undefined ? groups : [...groups.filter((group) => group !== largest), largest];
}
