import * as z from 'zod';
import { parseDuration } from '../../kubernetes/duration.ts';
import { parseQuantity } from '../../kubernetes/quantity.ts';

const MAX_INT32 = 2_147_483_647;

const count = z.int().min(0).max(MAX_INT32);
const percent = z.int().min(0).max(100);

const PERCENTAGE = /^(?:[0-9]{1,2}(?:\.[0-9]{1,2})?|100(?:\.0{1,2})?)%$/;

function isQuantity(text: string): boolean {
  return parseQuantity(text).ok && !text.startsWith('-');
}

const reservedQuantity = z
  .string()
  .refine(isQuantity, 'must be a quantity such as `100m` or `300Mi`, not negative');

const threshold = z
  .string()
  .refine(
    (text) => PERCENTAGE.test(text) || isQuantity(text),
    'must be a percentage or a quantity, such as `5%` or `100Mi`',
  );

const gracePeriod = z
  .string()
  .refine((text) => (parseDuration(text) ?? -1n) >= 0n, 'must be a duration such as `90s` or `1m30s`');

const reserved = z
  .strictObject({
    cpu: reservedQuantity,
    memory: reservedQuantity,
    'ephemeral-storage': reservedQuantity,
    pid: reservedQuantity,
  })
  .partial();

function bySignal<Value extends z.ZodType>(value: Value) {
  return z
    .strictObject({
      'memory.available': value,
      'nodefs.available': value,
      'nodefs.inodesFree': value,
      'imagefs.available': value,
      'imagefs.inodesFree': value,
      'pid.available': value,
    })
    .partial();
}

/** `spec.kubelet` as the CRD of karpenter-provider-aws v1.14.1 closes it. */
export const kubeletSchema = z
  .strictObject({
    clusterDNS: z
      .array(z.string().min(1))
      .describe('Addresses of the cluster DNS. Only AL2023 and Custom use more than one.'),
    maxPods: count.describe('Most pods on a node, whatever its size. Default: the ENI formula of its type.'),
    podsPerCore: count.describe('Most pods per vCPU. Bottlerocket ignores it.'),
    systemReserved: reserved.describe('Set aside for system daemons. Default: nothing.'),
    kubeReserved: reserved.describe(
      'Set aside for Kubernetes. Overrides the default of each resource named.',
    ),
    evictionHard: bySignal(threshold).describe('Hard eviction thresholds.'),
    evictionSoft: bySignal(threshold).describe('Soft eviction thresholds; each needs a grace period.'),
    evictionSoftGracePeriod: bySignal(gracePeriod).describe('Grace period of each soft threshold.'),
    evictionMaxPodGracePeriod: z.int().min(-MAX_INT32).max(MAX_INT32).describe('Seconds.'),
    imageGCHighThresholdPercent: percent.describe(
      'Disk usage above which images are collected. Kubelet default: 85.',
    ),
    imageGCLowThresholdPercent: percent.describe(
      'Disk usage below which images are never collected. Kubelet default: 80.',
    ),
    cpuCFSQuota: z.boolean().describe('Whether CPU limits are enforced.'),
  })
  .partial()
  .describe('Kubelet settings that Karpenter applies to the nodes.');
