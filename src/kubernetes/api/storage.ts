import type { NodeSelector, PersistentVolumeClaimSpec } from './pod.ts';
import type { ObjectMeta } from './object-meta.ts';

/** The parts of core/v1 PersistentVolumeClaim that scheduling reads. */
export interface PersistentVolumeClaim {
  readonly metadata: ObjectMeta;
  readonly spec?: PersistentVolumeClaimSpec;
  readonly status?: { readonly phase?: string };
}

/** The parts of core/v1 PersistentVolume that scheduling reads. */
export interface PersistentVolume {
  readonly metadata: ObjectMeta;
  readonly spec?: {
    readonly csi?: { readonly driver: string };
    readonly awsElasticBlockStore?: object;
    readonly local?: object;
    readonly hostPath?: object;
    readonly nodeAffinity?: { readonly required?: NodeSelector };
    readonly storageClassName?: string;
  };
}

/** The parts of storage.k8s.io/v1 StorageClass that scheduling reads. */
export interface StorageClass {
  readonly metadata: ObjectMeta;
  readonly provisioner?: string;
  /** @default Immediate */
  readonly volumeBindingMode?: string;
  readonly allowedTopologies?: readonly TopologySelectorTerm[];
}

export interface TopologySelectorTerm {
  readonly matchLabelExpressions?: readonly { readonly key: string; readonly values: readonly string[] }[];
}
