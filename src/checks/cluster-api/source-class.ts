import type { UnscaledGroup } from './machine-group.ts';
import { textAt, valueAt } from './raw.ts';

/** Those of the classes that a MachineDeployment of a topology is made from; one, unless a ClusterClass is given twice. */
export function classesOf(group: UnscaledGroup, classes: readonly UnscaledGroup[]): readonly UnscaledGroup[] {
  if (group.kind !== 'topology' || group.path[3] !== 'machineDeployments') return [];
  const { raw, namespace } = group.object;
  const topology = valueAt(raw, ['spec', 'topology']);
  // v1beta1 has `class` and `classNamespace` instead.
  const cluster = {
    name: textAt(topology, ['classRef', 'name']) ?? textAt(topology, ['class']),
    namespace:
      textAt(topology, ['classRef', 'namespace']) ?? textAt(topology, ['classNamespace']) ?? namespace,
  };
  const name = textAt(raw, [...group.path, 'class']);
  return classes.filter(
    ({ object, path }) =>
      object.name === cluster.name &&
      object.namespace === cluster.namespace &&
      name !== undefined &&
      textAt(object.raw, [...path.slice(0, 4), 'class']) === name,
  );
}
