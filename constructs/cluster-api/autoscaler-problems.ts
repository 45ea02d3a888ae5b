import { MAX_SIZE_KEY, MIN_SIZE_KEY } from '../../src/kubernetes/scale-from-zero/keys.ts';
import { readCapacity } from '../../src/kubernetes/scale-from-zero/read-capacity.ts';
import { readSizes } from '../../src/kubernetes/scale-from-zero/read-sizes.ts';

const WRITTEN = {
  syntax: 'is not a quantity',
  suffix: 'has a suffix that does not exist',
  range: 'is larger than any machine',
  integer: 'is not a whole number',
} as const;

/** What in the annotations of a scalable object would keep the Cluster Autoscaler from working. */
export function autoscalerProblems(annotations: Readonly<Record<string, string>>): readonly string[] {
  const at = (key: string) => `metadata.annotations["${key}"]`;
  const sizes = readSizes(annotations);
  const capacity = readCapacity(annotations);
  const sizeKey = sizes.ok ? '' : sizes.which === 'min' ? MIN_SIZE_KEY : MAX_SIZE_KEY;
  return [
    ...(sizes.ok
      ? []
      : [
          `${at(sizeKey)}: "${annotations[sizeKey] ?? ''}" ${sizes.problem}, and the autoscaler then scales nothing in the whole cluster`,
        ]),
    ...(capacity.ok
      ? []
      : [
          `${at(capacity.key)}: "${annotations[capacity.key] ?? ''}" ${WRITTEN[capacity.problem]}, and the group then cannot scale from zero`,
        ]),
  ];
}
