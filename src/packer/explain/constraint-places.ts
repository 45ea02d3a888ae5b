import type { LabelSelector } from '../../kubernetes/api/label-selector.ts';
import type { PodAffinity } from '../../kubernetes/api/pod.ts';
import type { Level } from '../karpenter/pod-class.ts';
import type { TopologyGroup } from '../karpenter/topology-group.ts';
import { pointer } from './pointer.ts';

interface Place {
  readonly key: string;
  readonly selector: LabelSelector | undefined;
  readonly maxSkew?: number;
  readonly pointer: string;
}

/** Where in the pod the constraint stands that a topology group counts for. */
export function placeOf(group: TopologyGroup, level: Level): string | undefined {
  const places = placesOf(group.kind, level).filter(({ key }) => key === group.key);
  const text = JSON.stringify(group.selector ?? null);
  const same = places.find(
    ({ selector, maxSkew }) =>
      JSON.stringify(selector ?? null) === text && (maxSkew === undefined || maxSkew === group.maxSkew),
  );
  return (same ?? places[0])?.pointer;
}

function placesOf(kind: TopologyGroup['kind'], { podClass }: Level): readonly Place[] {
  const { topologySpreadConstraints = [], affinity } = podClass.spec;
  if (kind === 'spread') {
    return topologySpreadConstraints.map(({ topologyKey, labelSelector, maxSkew }, at) => ({
      key: topologyKey,
      selector: labelSelector,
      maxSkew,
      pointer: pointer('spec', 'topologySpreadConstraints', at),
    }));
  }
  return kind === 'affinity'
    ? termPlaces(affinity?.podAffinity, 'podAffinity')
    : termPlaces(affinity?.podAntiAffinity, 'podAntiAffinity');
}

function termPlaces(
  terms: PodAffinity | undefined,
  name: 'podAffinity' | 'podAntiAffinity',
): readonly Place[] {
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
  return [
    ...(terms?.[required] ?? []).map(({ topologyKey, labelSelector }, at) => ({
      key: topologyKey,
      selector: labelSelector,
      pointer: pointer('spec', 'affinity', name, required, at),
    })),
    ...(terms?.[preferred] ?? []).map(({ podAffinityTerm: { topologyKey, labelSelector } }, at) => ({
      key: topologyKey,
      selector: labelSelector,
      pointer: pointer('spec', 'affinity', name, preferred, at, 'podAffinityTerm'),
    })),
  ];
}
