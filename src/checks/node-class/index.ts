import type { Rule } from '../rule.ts';
import { amiFamily } from './ami-family.ts';
import { amiKubernetesVersion } from './ami-kubernetes-version.ts';
import { amiOwner } from './ami-owner.ts';
import { amiRelease } from './ami-release.ts';
import { amiTerms } from './ami-terms.ts';
import { assumedDiscovery } from './assumed-discovery.ts';
import { assumedRole } from './assumed-role.ts';
import { capacityReservations } from './capacity-reservations.ts';
import { connectionTracking } from './connection-tracking.ts';
import { duplicateDevice } from './duplicate-device.ts';
import { gpuDisk } from './gpu-disk.ts';
import { gpuImage } from './gpu-image.ts';
import { gpuPrerequisites } from './gpu-prerequisites.ts';
import { gpuUnasked } from './gpu-unasked.ts';
import { kubeletFamily } from './kubelet-family.ts';
import { kubeletImageCollection } from './kubelet-image-collection.ts';
import { kubeletSoftEviction } from './kubelet-soft-eviction.ts';
import { networkInterfaces } from './network-interfaces.ts';
import { placementGroup } from './placement-group.ts';
import { publicAddress } from './public-address.ts';
import { reservedTags } from './reserved-tags.ts';
import { role } from './role.ts';
import { rootVolume } from './root-volume.ts';
import { extraSecurityGroupIds, securityGroupCount } from './security-group-ids.ts';
import { selectorTags } from './selector-tags.ts';
import { selectorTerms } from './selector-terms.ts';
import { sharedName } from './shared-name.ts';
import { tagLimits } from './tag-limits.ts';
import { userData } from './user-data.ts';
import { volumePerformance } from './volume-performance.ts';
import { volumeSource } from './volume-source.ts';

/** Rules over the EC2NodeClass object: what Karpenter 1.14 refuses at admission or later, and what it would not tell. */
export const NODE_CLASS_RULES: readonly Rule[] = [
  amiFamily,
  amiKubernetesVersion,
  amiOwner,
  amiRelease,
  amiTerms,
  assumedDiscovery,
  assumedRole,
  capacityReservations,
  connectionTracking,
  duplicateDevice,
  extraSecurityGroupIds,
  gpuDisk,
  gpuImage,
  gpuPrerequisites,
  gpuUnasked,
  kubeletFamily,
  kubeletImageCollection,
  kubeletSoftEviction,
  networkInterfaces,
  placementGroup,
  publicAddress,
  reservedTags,
  role,
  rootVolume,
  securityGroupCount,
  selectorTags,
  selectorTerms,
  sharedName,
  tagLimits,
  userData,
  volumePerformance,
  volumeSource,
];
