/** A kind that is read, or known to be no pod's business. */
export interface Kind {
  readonly kind: string;
  /** Empty for the core group. */
  readonly group: string;
  /** Versions that a current API server (1.34) serves, the best first. */
  readonly versions: readonly string[];
  readonly isNamespaced: boolean;
}

const KINDS: readonly Kind[] = [
  ...kinds('', ['v1'], {
    namespaced: ['Pod', 'ReplicationController', 'PersistentVolumeClaim', 'LimitRange'],
  }),
  ...kinds('', ['v1'], { clusterWide: ['Namespace', 'Node', 'PersistentVolume'] }),
  ...kinds('apps', ['v1'], { namespaced: ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'] }),
  ...kinds('batch', ['v1'], { namespaced: ['Job', 'CronJob'] }),
  ...kinds('autoscaling', ['v2', 'v1'], { namespaced: ['HorizontalPodAutoscaler'] }),
  ...kinds('policy', ['v1'], { namespaced: ['PodDisruptionBudget'] }),
  ...kinds('scheduling.k8s.io', ['v1'], { clusterWide: ['PriorityClass'] }),
  ...kinds('node.k8s.io', ['v1'], { clusterWide: ['RuntimeClass'] }),
  ...kinds('storage.k8s.io', ['v1'], { clusterWide: ['StorageClass', 'CSINode'] }),
  ...kinds('karpenter.sh', ['v1'], { clusterWide: ['NodeClaim'] }),
];

function kinds(
  group: string,
  versions: readonly string[],
  names: { readonly namespaced?: readonly string[]; readonly clusterWide?: readonly string[] },
): Kind[] {
  const { namespaced = [], clusterWide = [] } = names;
  return [
    ...namespaced.map((kind) => ({ kind, group, versions, isNamespaced: true })),
    ...clusterWide.map((kind) => ({ kind, group, versions, isNamespaced: false })),
  ];
}

/** Groups of Kubernetes itself whose kinds make pods. In others, a kind of the same name is another thing. */
const OWN_GROUPS = ['', 'apps', 'batch', 'extensions'];

const BY_NAME: ReadonlyMap<string, Kind> = new Map(KINDS.map((one) => [one.kind, one]));

export const KIND_NAMES: readonly string[] = [...BY_NAME.keys()];

export type Identified =
  | { readonly found: 'kind'; readonly kind: Kind; readonly isOutdated: boolean }
  /** The kind exists, but not in this group of Kubernetes. */
  | { readonly found: 'misplaced'; readonly kind: Kind }
  | { readonly found: 'other' };

/** What an object is, by its `apiVersion` and `kind`. */
export function identify(apiVersion: string, kindName: string): Identified {
  const kind = BY_NAME.get(kindName);
  if (kind === undefined) return { found: 'other' };
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  const version = apiVersion.slice(slash + 1);
  if (group === kind.group) return { found: 'kind', kind, isOutdated: !kind.versions.includes(version) };
  // Where workloads lived until Kubernetes 1.15.
  if (group === 'extensions' && kind.group === 'apps') return { found: 'kind', kind, isOutdated: true };
  return OWN_GROUPS.includes(group) && OWN_GROUPS.includes(kind.group)
    ? { found: 'misplaced', kind }
    : { found: 'other' };
}

export function isOwnGroup(apiVersion: string): boolean {
  const slash = apiVersion.indexOf('/');
  return OWN_GROUPS.includes(slash < 0 ? '' : apiVersion.slice(0, slash));
}

/** `apps/v1` */
export function currentApiVersion({ group, versions }: Kind): string {
  return [group, versions[0] ?? ''].filter((part) => part !== '').join('/');
}
