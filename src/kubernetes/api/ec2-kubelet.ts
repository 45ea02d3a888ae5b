/** `spec.kubelet` of an EC2NodeClass: the fields that the AWS provider 1.14.1 reads. */
export interface KubeletConfiguration {
  /**
   * Addresses of the cluster's DNS.
   *
   * @default - the cluster's own
   */
  readonly clusterDNS?: readonly string[];

  /**
   * The most pods a node runs.
   *
   * @default - what the instance type's network interfaces allow
   */
  readonly maxPods?: number;

  /**
   * The most pods per CPU core; the lower of this and `maxPods` counts. Bottlerocket ignores it.
   *
   * @default - no such limit
   */
  readonly podsPerCore?: number;

  /**
   * Kept for the system: `cpu`, `memory`, `ephemeral-storage`, `pid`.
   *
   * @default - none
   */
  readonly systemReserved?: Readonly<Record<string, string>>;

  /**
   * Kept for Kubernetes' own daemons: `cpu`, `memory`, `ephemeral-storage`, `pid`.
   *
   * @default - computed from the instance type
   */
  readonly kubeReserved?: Readonly<Record<string, string>>;

  /**
   * When pods are evicted at once, by signal (`memory.available`), as quantity or percentage.
   *
   * @default - `memory.available: 100Mi` and the kubelet's own
   */
  readonly evictionHard?: Readonly<Record<string, string>>;

  /**
   * When pods are evicted after a grace period. Its keys are those of `evictionSoftGracePeriod`.
   *
   * @default - none
   */
  readonly evictionSoft?: Readonly<Record<string, string>>;

  /**
   * The grace period of each signal of `evictionSoft`.
   *
   * @default - none
   */
  readonly evictionSoftGracePeriod?: Readonly<Record<string, string>>;

  /**
   * The longest termination grace a soft eviction allows a pod, in seconds.
   *
   * @default - the pod's own
   */
  readonly evictionMaxPodGracePeriod?: number;

  /**
   * Disk usage in percent above which images are removed. Higher than the low threshold.
   *
   * @default - the kubelet's own
   */
  readonly imageGCHighThresholdPercent?: number;

  /**
   * Disk usage in percent below which no image is removed.
   *
   * @default - the kubelet's own
   */
  readonly imageGCLowThresholdPercent?: number;

  /**
   * Whether CPU limits of containers are enforced.
   *
   * @default - the kubelet's own: true
   */
  readonly cpuCFSQuota?: boolean;
}
