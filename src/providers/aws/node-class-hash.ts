import { amiFamilyOf } from '../../kubernetes/api/ami-alias.ts';
import type { Ec2NodeClassSpec } from '../../kubernetes/api/ec2-node-class.ts';
import { formatQuantity, parseQuantity } from '../../kubernetes/quantity.ts';
import {
  BOOL,
  DURATION,
  expectText,
  type Hashed,
  type HashedField,
  hashText,
  INT32,
  INT64,
  isAbsent,
  listOf,
  mapOf,
  pointerTo,
  structOf,
  TEXT,
} from '../../kubernetes/struct-hash.ts';

/** Where Karpenter keeps the hash, on EC2NodeClasses and NodeClaims. */
export const NODE_CLASS_HASH_ANNOTATION = 'karpenter.k8s.aws/ec2nodeclass-hash';
/** Hashes of different versions do not compare. */
export const NODE_CLASS_HASH_VERSION_ANNOTATION = 'karpenter.k8s.aws/ec2nodeclass-hash-version';

export interface NodeClassHashOptions {
  /** Value of `karpenter.k8s.aws/ec2nodeclass-hash-version`; `v5` is that of Karpenter 1.14. */
  readonly hashVersion: string;
  /**
   * The CA that Karpenter hands to nodes: its setting `cluster-ca-bundle`, else the base64 text of its own connection's.
   * It shifts every hash of a cluster alike, so it never decides whether two classes of one cluster differ.
   *
   * @default none
   */
  readonly clusterCaBundle?: string;
}

/**
 * The drift hash of an EC2NodeClass: when it differs from that of a NodeClaim, the node is replaced. It covers the whole
 * spec but what selects images, subnets, security groups and reservations, which act through what they resolve to.
 *
 * @param spec as it is stored, so with `metadataOptions` filled in by the API server; a TypeError if it is not valid
 * @returns the annotation's text, or undefined where the version is not known here
 */
export function nodeClassHash(spec: Ec2NodeClassSpec, options: NodeClassHashOptions): string | undefined {
  const { hashVersion, clusterCaBundle = '' } = options;
  const hashed = Object.hasOwn(SPECS, hashVersion) ? SPECS[hashVersion] : undefined;
  if (hashed === undefined) return undefined;
  // A list of three, hashed as a set: nothing is added to the bare xor.
  const hash = hashed.hash(spec) ^ hashText(amiFamilyOf(spec)) ^ hashText(clusterCaBundle);
  return hash.toString();
}

function field(goName: string, jsonName: string, of: Hashed): HashedField {
  return { goName, jsonName, of };
}

/** Of no consequence: whether a class is empty is never asked. */
function ignored(goName: string, jsonName: string): HashedField {
  return { ...field(goName, jsonName, pointerTo(TEXT)), ignored: true };
}

/** A disk size counts by its canonical text, in which `1024Gi` is `1Ti`. */
const QUANTITY: Hashed = {
  hash: (value) => {
    const parsed = parseQuantity(expectText(value));
    // The CRD lets a bare `Ti` through, which Go reads as zero.
    return hashText(parsed.ok ? formatQuantity(parsed.quantity) : '0');
  },
  isZero: isAbsent,
};

const PLACEMENT_GROUP_SELECTOR = structOf('PlacementGroupSelector', [
  field('Name', 'name', pointerTo(TEXT)),
  field('ID', 'id', pointerTo(TEXT)),
]);

const KUBELET = structOf('KubeletConfiguration', [
  field('ClusterDNS', 'clusterDNS', listOf(TEXT)),
  field('MaxPods', 'maxPods', pointerTo(INT32)),
  field('PodsPerCore', 'podsPerCore', pointerTo(INT32)),
  field('SystemReserved', 'systemReserved', mapOf(TEXT)),
  field('KubeReserved', 'kubeReserved', mapOf(TEXT)),
  field('EvictionHard', 'evictionHard', mapOf(TEXT)),
  field('EvictionSoft', 'evictionSoft', mapOf(TEXT)),
  field('EvictionSoftGracePeriod', 'evictionSoftGracePeriod', mapOf(DURATION)),
  field('EvictionMaxPodGracePeriod', 'evictionMaxPodGracePeriod', pointerTo(INT32)),
  field('ImageGCHighThresholdPercent', 'imageGCHighThresholdPercent', pointerTo(INT32)),
  field('ImageGCLowThresholdPercent', 'imageGCLowThresholdPercent', pointerTo(INT32)),
  field('CPUCFSQuota', 'cpuCFSQuota', pointerTo(BOOL)),
]);

const BLOCK_DEVICE = structOf('BlockDevice', [
  field('DeleteOnTermination', 'deleteOnTermination', pointerTo(BOOL)),
  field('Encrypted', 'encrypted', pointerTo(BOOL)),
  field('IOPS', 'iops', pointerTo(INT64)),
  field('KMSKeyID', 'kmsKeyID', pointerTo(TEXT)),
  field('SnapshotID', 'snapshotID', pointerTo(TEXT)),
  field('Throughput', 'throughput', pointerTo(INT64)),
  field('VolumeInitializationRate', 'volumeInitializationRate', pointerTo(INT32)),
  field('VolumeSize', 'volumeSize', pointerTo(QUANTITY)),
  field('VolumeType', 'volumeType', pointerTo(TEXT)),
]);

const BLOCK_DEVICE_MAPPING = structOf('BlockDeviceMapping', [
  field('DeviceName', 'deviceName', pointerTo(TEXT)),
  field('EBS', 'ebs', pointerTo(BLOCK_DEVICE)),
  field('RootVolume', 'rootVolume', BOOL),
]);

const NETWORK_INTERFACE = structOf('NetworkInterface', [
  field('NetworkCardIndex', 'networkCardIndex', INT32),
  field('DeviceIndex', 'deviceIndex', INT32),
  field('InterfaceType', 'interfaceType', TEXT),
]);

const METADATA_OPTIONS = structOf('MetadataOptions', [
  field('HTTPEndpoint', 'httpEndpoint', pointerTo(TEXT)),
  field('HTTPProtocolIPv6', 'httpProtocolIPv6', pointerTo(TEXT)),
  field('HTTPPutResponseHopLimit', 'httpPutResponseHopLimit', pointerTo(INT64)),
  field('HTTPTokens', 'httpTokens', pointerTo(TEXT)),
]);

const CONNECTION_TRACKING = structOf('ConnectionTracking', [
  field('TCPEstablishedTimeout', 'tcpEstablishedTimeout', pointerTo(INT32)),
  field('UDPStreamTimeout', 'udpStreamTimeout', pointerTo(INT32)),
  field('UDPTimeout', 'udpTimeout', pointerTo(INT32)),
]);

const CPU_OPTIONS = structOf('CPUOptions', [
  field('NestedVirtualization', 'nestedVirtualization', pointerTo(TEXT)),
]);

/** karpenter-provider-aws v1.14.1, `pkg/apis/v1`: types and fields in the order of the source. */
const SPEC_V5 = structOf('EC2NodeClassSpec', [
  ignored('SubnetSelectorTerms', 'subnetSelectorTerms'),
  ignored('SecurityGroupSelectorTerms', 'securityGroupSelectorTerms'),
  ignored('CapacityReservationSelectorTerms', 'capacityReservationSelectorTerms'),
  field('PlacementGroupSelector', 'placementGroupSelector', pointerTo(PLACEMENT_GROUP_SELECTOR)),
  field('AssociatePublicIPAddress', 'associatePublicIPAddress', pointerTo(BOOL)),
  ignored('IPPrefixCount', 'ipPrefixCount'),
  ignored('AMISelectorTerms', 'amiSelectorTerms'),
  ignored('AMIFamily', 'amiFamily'),
  field('UserData', 'userData', pointerTo(TEXT)),
  field('Role', 'role', TEXT),
  field('InstanceProfile', 'instanceProfile', pointerTo(TEXT)),
  field('Tags', 'tags', mapOf(TEXT)),
  field('Kubelet', 'kubelet', pointerTo(KUBELET)),
  field('BlockDeviceMappings', 'blockDeviceMappings', listOf(BLOCK_DEVICE_MAPPING)),
  field('InstanceStorePolicy', 'instanceStorePolicy', pointerTo(TEXT)),
  field('NetworkInterfaces', 'networkInterfaces', listOf(NETWORK_INTERFACE)),
  field('DetailedMonitoring', 'detailedMonitoring', pointerTo(BOOL)),
  field('MetadataOptions', 'metadataOptions', pointerTo(METADATA_OPTIONS)),
  field('ConnectionTracking', 'connectionTracking', pointerTo(CONNECTION_TRACKING)),
  field('Context', 'context', pointerTo(TEXT)),
  field('CPUOptions', 'cpuOptions', pointerTo(CPU_OPTIONS)),
]);

const SPECS: Readonly<Record<string, Hashed>> = { v5: SPEC_V5 };
