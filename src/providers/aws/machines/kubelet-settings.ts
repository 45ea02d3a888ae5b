import type { KubeletConfiguration } from '../../../kubernetes/api/ec2-node-class.ts';
import type { NodeTaint } from '../../../kubernetes/api/node-pool.ts';

type Texts = Readonly<Record<string, string>>;

/** `a=b,c=d`, as `--node-labels` and the like take it. */
export function joinPairs(pairs: Texts): string {
  return Object.entries(pairs)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}

/** As `--register-with-taints` takes them: `key=value:Effect,key:Effect`. */
export function joinTaints(taints: readonly NodeTaint[]): string {
  return taints
    .map(
      ({ key, value, effect }) => `${key}${value === undefined || value === '' ? '' : `=${value}`}:${effect}`,
    )
    .join(',');
}

/** Kubelet settings as flags without dashes, for bootstrap formats that have no place for a configuration. */
export function kubeletFlags(kubelet: KubeletConfiguration): Texts {
  return withoutAbsent({
    'cluster-dns': kubelet.clusterDNS?.join(','),
    'cpu-cfs-quota': text(kubelet.cpuCFSQuota),
    'eviction-hard': thresholds(kubelet.evictionHard),
    'eviction-max-pod-grace-period': text(kubelet.evictionMaxPodGracePeriod),
    'eviction-soft': thresholds(kubelet.evictionSoft),
    'eviction-soft-grace-period': pairs(kubelet.evictionSoftGracePeriod),
    'image-gc-high-threshold': text(kubelet.imageGCHighThresholdPercent),
    'image-gc-low-threshold': text(kubelet.imageGCLowThresholdPercent),
    'kube-reserved': pairs(kubelet.kubeReserved),
    'max-pods': text(kubelet.maxPods),
    'pods-per-core': text(kubelet.podsPerCore),
    'system-reserved': pairs(kubelet.systemReserved),
  });
}

function text(value: number | boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

function pairs(values: Texts | undefined): string | undefined {
  return values === undefined ? undefined : joinPairs(values);
}

/** `memory.available<100Mi` */
function thresholds(values: Texts | undefined): string | undefined {
  if (values === undefined) return undefined;
  return Object.entries(values)
    .map(([signal, value]) => `${signal}<${value}`)
    .join(',');
}

function withoutAbsent(values: Readonly<Record<string, string | undefined>>): Texts {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
