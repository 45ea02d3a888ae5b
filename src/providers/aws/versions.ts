import { minorVersion } from '../../kubernetes/minor-version.ts';
import type { LabelSpec } from '../../model/provider.ts';
import { spellingsOf } from './field-names.ts';
import { LABELS_1_14 } from './labels-1-14.ts';

/** What one released line of karpenter-provider-aws reads and writes. A new minor version is a new entry. */
export interface AwsProviderVersion {
  /** `1.14` */
  readonly name: string;
  /**
   * Fields that only later versions know, in both spellings, by the block they stand in (`''` is `spec` itself).
   * What is in neither this list nor the schema does not exist in any version.
   */
  readonly laterFields: ReadonlyMap<string, ReadonlySet<string>>;
  /** The well-known labels and what they may say, without what a catalogue knows of retired types. */
  readonly labels: ReadonlyMap<string, LabelSpec>;
}

/**
 * Fields of the upstream kubelet configuration (kubelet v1beta1 of Kubernetes 1.36) that Karpenter 1.14 refuses and its
 * development version accepts. They are known here only to say so.
 */
const LATER_KUBELET_FIELDS: readonly string[] = [
  'address',
  'allowedUnsafeSysctls',
  'authentication',
  'authorization',
  'cgroupDriver',
  'cgroupRoot',
  'cgroupsPerQOS',
  'clusterDomain',
  'configMapAndSecretChangeDetectionStrategy',
  'containerLogMaxFiles',
  'containerLogMaxSize',
  'containerLogMaxWorkers',
  'containerLogMonitorInterval',
  'containerRuntimeEndpoint',
  'contentType',
  'cpuCFSQuotaPeriod',
  'cpuManagerPolicy',
  'cpuManagerPolicyOptions',
  'cpuManagerReconcilePeriod',
  'crashLoopBackOff',
  'enableContentionProfiling',
  'enableControllerAttachDetach',
  'enableDebuggingHandlers',
  'enableDebugFlagsHandler',
  'enableProfilingHandler',
  'enableServer',
  'enableSystemLogHandler',
  'enableSystemLogQuery',
  'enforceNodeAllocatable',
  'eventBurst',
  'eventRecordQPS',
  'evictionMinimumReclaim',
  'evictionPressureTransitionPeriod',
  'failCgroupV1',
  'failSwapOn',
  'featureGates',
  'fileCheckFrequency',
  'hairpinMode',
  'healthzBindAddress',
  'healthzPort',
  'httpCheckFrequency',
  'imageMaximumGCAge',
  'imageMinimumGCAge',
  'imagePullCredentialsVerificationPolicy',
  'imageServiceEndpoint',
  'iptablesDropBit',
  'iptablesMasqueradeBit',
  'kernelMemcgNotification',
  'kubeAPIBurst',
  'kubeAPIQPS',
  'kubeReservedCgroup',
  'kubeletCgroups',
  'localStorageCapacityIsolation',
  'logging',
  'makeIPTablesUtilChains',
  'maxOpenFiles',
  'maxParallelImagePulls',
  'memoryManagerPolicy',
  'memoryReservationPolicy',
  'memorySwap',
  'memoryThrottlingFactor',
  'mergeDefaultEvictionSettings',
  'nodeLeaseDurationSeconds',
  'nodeStatusMaxImages',
  'nodeStatusReportFrequency',
  'nodeStatusUpdateFrequency',
  'oomScoreAdj',
  'podCIDR',
  'podLogsDir',
  'podPidsLimit',
  'port',
  'preloadedImagesVerificationAllowlist',
  'protectKernelDefaults',
  'providerID',
  'qosReserved',
  'readOnlyPort',
  'registryBurst',
  'registryPullQPS',
  'reservedMemory',
  'reservedSystemCPUs',
  'resolvConf',
  'rotateCertificates',
  'runOnce',
  'runtimeRequestTimeout',
  'seccompDefault',
  'serializeImagePulls',
  'serverTLSBootstrap',
  'showHiddenMetricsForVersion',
  'shutdownGracePeriod',
  'shutdownGracePeriodByPodPriority',
  'shutdownGracePeriodCriticalPods',
  'singleProcessOOMKill',
  'staticPodPath',
  'staticPodURL',
  'staticPodURLHeader',
  'streamingConnectionIdleTimeout',
  'syncFrequency',
  'systemCgroups',
  'systemReservedCgroup',
  'tlsCertFile',
  'tlsCipherSuites',
  'tlsCurvePreferences',
  'tlsMinVersion',
  'tlsPrivateKeyFile',
  'topologyManagerPolicy',
  'topologyManagerPolicyOptions',
  'topologyManagerScope',
  'tracing',
  'userNamespaces',
  'volumePluginDir',
  'volumeStatsAggPeriod',
];

/** Fields are read from the CRD of karpenter-provider-aws v1.14.1. */
const V1_14: AwsProviderVersion = {
  name: '1.14',
  laterFields: new Map([['kubelet', new Set(spellingsOf(LATER_KUBELET_FIELDS).keys())]]),
  labels: LABELS_1_14,
};

const VERSIONS: ReadonlyMap<string, AwsProviderVersion> = new Map([[V1_14.name, V1_14]]);

/**
 * The data of a `karpenter_version`; a patch release reads what its minor version reads. One that nobody knows is
 * reported by the backend; the oldest stands in here.
 */
export function awsProviderVersion(karpenterVersion: string): AwsProviderVersion {
  return VERSIONS.get(minorVersion(karpenterVersion) ?? karpenterVersion) ?? V1_14;
}
