import type { NodeSelectorTerm, PodSpec, Volume } from '../../kubernetes/api/pod.ts';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '../../kubernetes/api/storage.ts';
import { requirementOf } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import { HOSTNAME } from './core-labels.ts';
import type { LabelRules, Problem } from './problem.ts';

/** A pod, as far as its volumes are concerned. */
export interface PodWithVolumes {
  readonly name: string;
  readonly namespace: string;
  readonly spec: PodSpec;
}

/** What a cluster has by way of volumes, and the label keys that mean the same. */
export interface VolumeObjects
  extends Pick<Problem, 'persistentVolumeClaims' | 'persistentVolumes' | 'storageClasses'> {
  readonly labels: Pick<LabelRules, 'aliases'>;
}

/** In-tree plugins and the CSI drivers that took over from them (k8s.io/csi-translation-lib, 0.35). */
const MIGRATED: ReadonlyMap<string, string> = new Map([
  ['kubernetes.io/aws-ebs', 'ebs.csi.aws.com'],
  ['kubernetes.io/gce-pd', 'pd.csi.storage.gke.io'],
  ['kubernetes.io/cinder', 'cinder.csi.openstack.org'],
  ['kubernetes.io/azure-disk', 'disk.csi.azure.com'],
  ['kubernetes.io/azure-file', 'file.csi.azure.com'],
  ['kubernetes.io/vsphere-volume', 'csi.vsphere.vmware.com'],
  ['kubernetes.io/portworx-volume', 'pxd.portworx.com'],
]);

/** Claims, volumes and storage classes of a cluster, and what they demand of a node (Karpenter 1.14, volumetopology.go). */
export class VolumeBook {
  readonly #claims: ReadonlyMap<string, PersistentVolumeClaim>;
  readonly #volumes: ReadonlyMap<string, PersistentVolume>;
  readonly #classes: ReadonlyMap<string, StorageClass>;
  readonly #aliases: ReadonlyMap<string, string>;

  constructor(problem: VolumeObjects) {
    this.#claims = new Map(
      problem.persistentVolumeClaims?.map((claim) => [
        `${claim.metadata.namespace ?? 'default'}/${claim.metadata.name}`,
        claim,
      ]),
    );
    this.#volumes = new Map(problem.persistentVolumes?.map((volume) => [volume.metadata.name, volume]));
    this.#classes = new Map(problem.storageClasses?.map((one) => [one.metadata.name, one]));
    this.#aliases = problem.labels.aliases;
  }

  /** Why Karpenter ignores a pod because of its volumes, as a phrase that completes "the pod ...", or undefined. */
  problem(pod: PodWithVolumes): string | undefined {
    for (const volume of pod.spec.volumes ?? []) {
      const name = claimName(pod, volume);
      if (name === undefined) continue;
      const claim = this.#claims.get(name);
      const found =
        claim === undefined
          ? `uses the claim \`${name}\`, which does not exist`
          : this.#claimProblem(name, claim);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #claimProblem(name: string, claim: PersistentVolumeClaim): string | undefined {
    if (claim.metadata.deletionTimestamp !== undefined)
      return `uses the claim \`${name}\`, which is being deleted`;
    if (claim.status?.phase === 'Lost') return `uses the claim \`${name}\`, which has lost its volume`;
    const { volumeName = '', storageClassName = '' } = claim.spec ?? {};
    if (volumeName !== '') {
      const volume = this.#volumes.get(volumeName);
      if (volume === undefined) return `uses the volume \`${volumeName}\`, which does not exist`;
      if (volume.metadata.deletionTimestamp !== undefined)
        return `uses the volume \`${volumeName}\`, which is being deleted`;
      return claim.metadata.annotations?.['pv.kubernetes.io/bind-completed'] === undefined
        ? `uses the claim \`${name}\`, whose binding is not complete`
        : undefined;
    }
    if (storageClassName === '')
      return `uses the claim \`${name}\`, which has neither a volume nor a storage class`;
    const storageClass = this.#classes.get(storageClassName);
    if (storageClass === undefined)
      return `uses the storage class \`${storageClassName}\`, which does not exist`;
    return storageClass.volumeBindingMode === 'Immediate'
      ? `waits for the claim \`${name}\`, which binds at once and is not bound`
      : undefined;
  }

  /**
   * Where the volumes of a pod can be, any one of the sets; empty when they can be anywhere. Undefined when something
   * they need is missing.
   */
  alternatives(pod: PodWithVolumes): readonly Requirements[] | undefined {
    let combined: readonly Requirements[] | undefined;
    for (const volume of pod.spec.volumes ?? []) {
      const name = claimName(pod, volume);
      if (name === undefined) continue;
      const claim = this.#claims.get(name);
      const own = claim === undefined ? undefined : this.#alternativesOf(claim);
      if (own === undefined) return undefined;
      if (own.length === 0) continue;
      combined = combined === undefined ? own : combine(combined, own);
    }
    return combined ?? [];
  }

  #alternativesOf(claim: PersistentVolumeClaim): readonly Requirements[] | undefined {
    const { volumeName = '', storageClassName = '' } = claim.spec ?? {};
    if (volumeName !== '') {
      const volume = this.#volumes.get(volumeName);
      return volume === undefined ? undefined : this.#volumeAlternatives(volume);
    }
    if (storageClassName === '') return [];
    const storageClass = this.#classes.get(storageClassName);
    if (storageClass === undefined) return undefined;
    return (storageClass.allowedTopologies ?? []).flatMap(({ matchLabelExpressions: expressions = [] }) =>
      expressions.length === 0
        ? []
        : [
            Requirements.of(
              expressions.map(({ key, values }) =>
                requirementOf({ key, operator: 'In', values }, this.#aliases),
              ),
            ),
          ],
    );
  }

  #volumeAlternatives(volume: PersistentVolume): readonly Requirements[] {
    const { nodeAffinity, local, hostPath } = volume.spec ?? {};
    // A pod that moves does not keep its host, so a local volume does not tie it to one.
    const ignoresHost = local !== undefined || hostPath !== undefined;
    return (nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap((term: NodeSelectorTerm) => {
      const all = term.matchExpressions ?? [];
      const kept = ignoresHost ? all.filter(({ key }) => key !== HOSTNAME) : all;
      if (all.length === 0 || (kept.length === 0 && !ignoresHost)) return [];
      return [Requirements.of(kept.map((one) => requirementOf(one, this.#aliases)))];
    });
  }

  /** CSI driver to the claims that a pod mounts through it. What cannot be told does not count. */
  usage(pod: PodWithVolumes): ReadonlyMap<string, ReadonlySet<string>> {
    const usage = new Map<string, Set<string>>();
    for (const volume of pod.spec.volumes ?? []) {
      const name = claimName(pod, volume);
      const claim = name === undefined ? undefined : this.#claims.get(name);
      if (name === undefined || claim === undefined) continue;
      const driver = this.#driver(claim);
      if (driver === undefined || driver === '') continue;
      const claims = usage.get(driver) ?? new Set();
      usage.set(driver, claims.add(name));
    }
    return usage;
  }

  #driver(claim: PersistentVolumeClaim): string | undefined {
    const { volumeName = '', storageClassName = '' } = claim.spec ?? {};
    if (volumeName !== '') {
      const spec = this.#volumes.get(volumeName)?.spec;
      return spec?.csi?.driver ?? (spec?.awsElasticBlockStore === undefined ? undefined : 'ebs.csi.aws.com');
    }
    const provisioner = this.#classes.get(storageClassName)?.provisioner;
    return provisioner === undefined ? undefined : (MIGRATED.get(provisioner) ?? provisioner);
  }
}

/** `namespace/name` of the claim behind a volume, if there is one. */
function claimName(pod: PodWithVolumes, volume: Volume): string | undefined {
  if (volume.persistentVolumeClaim !== undefined) {
    return `${pod.namespace}/${volume.persistentVolumeClaim.claimName}`;
  }
  return volume.ephemeral === undefined ? undefined : `${pod.namespace}/${pod.name}-${volume.name}`;
}

/** All pairs that agree; if none do, all pairs, contradictions included. */
function combine(a: readonly Requirements[], b: readonly Requirements[]): readonly Requirements[] {
  const pairs = a.flatMap((one) => b.map((other) => [one, other] as const));
  const agreeing = pairs.filter(([one, other]) => one.intersects(other));
  return (agreeing.length > 0 ? agreeing : pairs).map(([one, other]) => one.add(other.entries()));
}
