import type { JsonValue } from '../model/compiled-object.ts';
import type { Rehearsal } from '../model/rehearsal.ts';

/** Where Karpenter and the kind node see the file. */
const FOLDER = '/poolwright';
/** What the ConfigMap with the file is to be called. */
const VOLUME = 'instance-types';

export interface RehearsalSettings {
  /** Of the chart that comes with Karpenter (kwok/charts). */
  readonly values: JsonValue;
  /** Configuration of a kind cluster. */
  readonly kind: JsonValue;
}

/** How Karpenter comes to the instance types file: from a ConfigMap, or from its node where one cannot hold it. */
export function rehearsalSettings(rehearsal: Rehearsal, file: string): RehearsalSettings {
  const path = `${FOLDER}/${file}`;
  return {
    values: {
      controller: {
        env: [{ name: 'INSTANCE_TYPES_FILE_PATH', value: path }],
        // With a sidecar as well the chart would write `volumeMounts` twice.
        extraVolumeMounts: [{ name: VOLUME, mountPath: FOLDER, readOnly: true }],
      },
      extraVolumes: [{ name: VOLUME, ...sourceOf(rehearsal) }],
      settings: {
        // The chart writes a feature gate that has no value as an empty one, which Karpenter cannot read.
        featureGates: {
          staticCapacity: rehearsal.hasStaticPools,
          spotToSpotConsolidation: false,
          nodeRepair: false,
          capacityBuffer: false,
        },
      },
    },
    kind: {
      apiVersion: 'kind.x-k8s.io/v1alpha4',
      kind: 'Cluster',
      nodes: [
        {
          role: 'control-plane',
          extraMounts: [{ hostPath: file, containerPath: path, readOnly: true }],
        },
      ],
    },
  };
}

function sourceOf({ exceedsConfigMap }: Rehearsal): { readonly [source: string]: JsonValue } {
  return exceedsConfigMap
    ? { hostPath: { path: FOLDER, type: 'Directory' } }
    : { configMap: { name: VOLUME } };
}
