import type { PodAffinity, PodSpec } from '../../../kubernetes/api/pod.ts';
import { pointer } from '../pointer.ts';
import type { Change, PodPart } from './change.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/** Everything that can be taken out of a pod to let it go to more places, one part at a time. */
export function podDrops(spec: PodSpec): readonly Change[] {
  const { nodeSelector = {}, affinity, topologySpreadConstraints = [], containers = [] } = spec;
  const terms = affinity?.nodeAffinity?.[REQUIRED]?.nodeSelectorTerms ?? [];
  return [
    ...Object.entries(nodeSelector).map(([key, value]) =>
      drop('node-selector', pointer('spec', 'nodeSelector', key), `${key}: ${value}`),
    ),
    ...terms.flatMap(({ matchExpressions = [] }, i) =>
      matchExpressions.map(({ key, operator, values = [] }, j) =>
        drop(
          'node-affinity',
          pointer(
            'spec',
            'affinity',
            'nodeAffinity',
            REQUIRED,
            'nodeSelectorTerms',
            i,
            'matchExpressions',
            j,
          ),
          [key, operator, values.join(', ')].join(' ').trim(),
        ),
      ),
    ),
    ...topologySpreadConstraints.flatMap(({ topologyKey, whenUnsatisfiable }, i) =>
      whenUnsatisfiable === 'DoNotSchedule'
        ? [drop('spread', pointer('spec', 'topologySpreadConstraints', i), topologyKey)]
        : [],
    ),
    ...termDrops(affinity?.podAffinity, 'pod-affinity', 'podAffinity'),
    ...termDrops(affinity?.podAntiAffinity, 'pod-anti-affinity', 'podAntiAffinity'),
    ...containers.flatMap(({ ports = [] }, i) =>
      ports.flatMap(({ hostPort = 0 }, j) =>
        hostPort === 0
          ? []
          : [drop('host-port', pointer('spec', 'containers', i, 'ports', j, 'hostPort'), `${hostPort}`)],
      ),
    ),
  ];
}

function termDrops(terms: PodAffinity | undefined, part: PodPart, name: string): readonly Change[] {
  return (terms?.[REQUIRED] ?? []).map(({ topologyKey }, i) =>
    drop(part, pointer('spec', 'affinity', name, REQUIRED, i), topologyKey),
  );
}

function drop(part: PodPart, at: string, what: string): Change {
  return { kind: 'drop', part, pointer: at, what };
}
