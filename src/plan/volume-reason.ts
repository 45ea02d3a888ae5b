import type { NodeSelectorTerm } from '../kubernetes/api/pod.ts';
import { requirementOf } from '../kubernetes/requirement.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import type { Workloads } from '../model/workloads.ts';
import type { Described } from './described.ts';
import type { PlanPod, PlanTemplate } from './plan-pod.ts';
import { admittedTypes, type PoolView } from './pool-view.ts';

type Expressions = NonNullable<NodeSelectorTerm['matchExpressions']>;

/** A volume that can be used in some places only. */
export interface TiedVolume {
  /** `the volume `pv1` of the claim `data`` */
  readonly title: string;
  /** Any one of them; never empty. */
  readonly places: readonly Expressions[];
  /** In the pod. */
  readonly pointer: string;
}

export interface StorageInput
  extends Pick<Workloads, 'persistentVolumeClaims' | 'persistentVolumes' | 'storageClasses'> {
  readonly pods: readonly PlanPod[];
}

/** The volumes of a pod that are tied to places, by what the pod is made from. */
export function tiedVolumes(input: StorageInput): (template: PlanTemplate) => readonly TiedVolume[] {
  const claims = new Map(
    input.persistentVolumeClaims.map((claim) => [
      `${claim.metadata.namespace ?? 'default'}/${claim.metadata.name}`,
      claim,
    ]),
  );
  const volumes = new Map(input.persistentVolumes.map((volume) => [volume.metadata.name, volume]));
  const classes = new Map(input.storageClasses.map((one) => [one.metadata.name, one]));
  const namespaces = new Map(input.pods.map(({ template, namespace }) => [template, namespace]));
  return (template) =>
    (template.spec.volumes ?? []).flatMap(({ persistentVolumeClaim }, i): TiedVolume[] => {
      if (persistentVolumeClaim === undefined) return [];
      const { claimName } = persistentVolumeClaim;
      const claim = claims.get(`${namespaces.get(template) ?? ''}/${claimName}`);
      const { volumeName = '', storageClassName = '' } = claim?.spec ?? {};
      const bound = volumes.get(volumeName)?.spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
      const places =
        volumeName === ''
          ? (classes.get(storageClassName)?.allowedTopologies ?? []).map(
              ({ matchLabelExpressions = [] }): Expressions =>
                matchLabelExpressions.map(({ key, values }) => ({ key, operator: 'In', values })),
            )
          : bound.map(({ matchExpressions = [] }) => matchExpressions);
      const kept = places.filter((place) => place.length > 0);
      if (kept.length === 0) return [];
      const what =
        volumeName === '' ? `the storage class \`${storageClassName}\`` : `the volume \`${volumeName}\``;
      return [
        { title: `${what} of the claim \`${claimName}\``, places: kept, pointer: `/spec/volumes/${i}` },
      ];
    });
}

/** The first volume of a pod that is tied to places where nothing of the pool can be had. */
export function volumeReason(
  view: PoolView,
  template: PlanTemplate,
  { vocabulary, volumesOf }: VolumeContext,
): Described | undefined {
  const found = volumesOf(template).find(({ places }) =>
    places.every((place) => {
      const requirements = place.map((one) => requirementOf(one, vocabulary.aliases));
      const keys = requirements.map(({ key }) => key);
      return admittedTypes(view, view.requirements.add(requirements), keys, vocabulary).length === 0;
    }),
  );
  if (found === undefined) return undefined;
  const where = [...new Set(found.places.flat().map(placeText))].join(', ');
  return {
    message: `no instance type of the pool can be had where ${found.title} is tied to: ${where}`,
    source: template.locate?.(found.pointer),
  };
}

interface VolumeContext {
  readonly vocabulary: LabelVocabulary;
  readonly volumesOf: (template: PlanTemplate) => readonly TiedVolume[];
}

function placeText({ key, operator, values = [] }: Expressions[number]): string {
  return `\`${key}\` ${operator}${values.length === 0 ? '' : ` ${values.join(', ')}`}`;
}
