/** A Go module that holds CRDs. They are taken from its zip; nothing of it is compiled. */
export interface CrdModule {
  readonly path: string;
  readonly version: string;
  /** Of the zip, as `go.sum` has it. */
  readonly sum: string;
  /** Folders of the module that hold CRDs, and nothing but CRDs. */
  readonly folders: readonly string[];
}

const KARPENTER: CrdModule = {
  path: 'sigs.k8s.io/karpenter',
  version: 'v1.14.1',
  sum: 'h1:GjqvOHLjl2+OXM0ti5VEZSQuvcitB0pETd8zdChXEtI=',
  folders: ['pkg/apis/crds', 'kwok/apis/crds'],
};

const KARPENTER_AWS: CrdModule = {
  path: 'github.com/aws/karpenter-provider-aws',
  version: 'v1.14.1',
  sum: 'h1:WGtIQTQcxpElYMdWfWuPwaF2+9muR+hYhPZsTtoY8Gs=',
  folders: ['pkg/apis/crds'],
};

const CLUSTER_API: CrdModule = {
  path: 'sigs.k8s.io/cluster-api',
  version: 'v1.14.2',
  sum: 'h1:o3GFNaeNFAOEEMpDPfhCK+2CjmV6gtQ8yLEcUwCg7bA=',
  folders: ['core/config/crd/bases', 'bootstrap/kubeadm/config/crd/bases'],
};

const CLUSTER_API_AWS: CrdModule = {
  path: 'sigs.k8s.io/cluster-api-provider-aws/v2',
  version: 'v2.13.0',
  sum: 'h1:yQz7GBrIkPLuEJ5MXNuZ/6eUssTJK8reUnZ6t5QIPnU=',
  folders: ['config/crd/bases'],
};

const CLUSTER_API_DOCKER: CrdModule = {
  path: 'sigs.k8s.io/cluster-api/test',
  version: 'v1.13.4',
  sum: 'h1:xc4RvGAS2dm+gRP2WekobBYVmRCVXNLA2R0s+tg9SJk=',
  folders: ['infrastructure/docker/config/crd/bases'],
};

export const CRD_MODULES = [
  KARPENTER,
  KARPENTER_AWS,
  CLUSTER_API,
  CLUSTER_API_AWS,
  CLUSTER_API_DOCKER,
] as const;

/**
 * Which CRDs a server gets. Core and AWS have different NodePools of one name: `aws` is a cluster whose pools AWS makes,
 * or the management cluster of Cluster API; `core` one whose pools another provider makes (KWOK, Cluster API).
 */
export type CrdSet = keyof typeof CRD_SETS;

/** Module and file names without group: a server takes half a second for each, so only those that objects are of. */
export const CRD_SETS = {
  aws: [
    [KARPENTER_AWS, ['nodepools', 'nodeclaims', 'nodeoverlays', 'capacitybuffers', 'ec2nodeclasses']],
    [CLUSTER_API, ['clusters', 'machinedeployments', 'machinesets', 'machinepools', 'machinehealthchecks']],
    [CLUSTER_API, ['kubeadmconfigtemplates']],
    [CLUSTER_API_AWS, ['awsmachinetemplates', 'eksconfigtemplates', 'nodeadmconfigtemplates']],
    [CLUSTER_API_DOCKER, ['dockermachinetemplates']],
  ],
  core: [[KARPENTER, ['nodepools', 'nodeclaims', 'nodeoverlays', 'capacitybuffers', 'kwoknodeclasses']]],
} as const satisfies Readonly<Record<string, readonly (readonly [CrdModule, readonly string[]])[]>>;

/** `sigs.k8s.io/cluster-api@v1.14.2`, as the Go command takes it. */
export function moduleName({ path, version }: CrdModule): string {
  return `${path}@${version}`;
}
