import { amiFamilyOf } from '../../kubernetes/api/ami-alias.ts';
import type { AmiFamily, BlockDeviceMapping, Ec2NodeClassSpec } from '../../kubernetes/api/ec2-node-class.ts';

/** What Karpenter 1.14 knows of one AMI family (`pkg/providers/amifamily`). */
export interface ImageFamilyFacts {
  readonly family: AmiFamily;
  /** Spelling inside an alias (`al2023@v20260101`); `Custom` has none. */
  readonly alias?: string;
  /** Device of the root volume; absent where only the AMI knows (`Custom`). */
  readonly rootDevice?: string;
  /** Device whose size becomes the node's ephemeral storage; absent means the last mapping of the list. */
  readonly ephemeralDevice?: string;
  /** What Karpenter attaches when the list is absent. A written list replaces it whole. */
  readonly defaultMappings: readonly BlockDeviceMapping[];
  /** `node.kubernetes.io/windows-build`; absent on Linux families. */
  readonly windowsBuild?: string;
  /** Whether `podsPerCore` reaches the kubelet of this family. */
  readonly podsPerCore: 'applied' | 'ignored';
  /** Which pod count the memory reservation is made for (spec of kubeReserved, `11 MiB * P + 255 MiB`). */
  readonly memoryReservedFor: 'eni-limit' | 'max-pods';
  /** Whether the family's alias also brings images with GPU drivers, chosen per instance type. */
  readonly hasGpuImages: boolean;
}

const GP3 = { volumeType: 'gp3', encrypted: true } as const;

const AL2: ImageFamilyFacts = {
  family: 'AL2',
  alias: 'al2',
  rootDevice: '/dev/xvda',
  ephemeralDevice: '/dev/xvda',
  defaultMappings: [{ deviceName: '/dev/xvda', ebs: { volumeSize: '20Gi', ...GP3 } }],
  podsPerCore: 'applied',
  memoryReservedFor: 'eni-limit',
  hasGpuImages: true,
};

const BOTTLEROCKET: ImageFamilyFacts = {
  family: 'Bottlerocket',
  alias: 'bottlerocket',
  rootDevice: '/dev/xvda',
  ephemeralDevice: '/dev/xvdb',
  defaultMappings: [
    { deviceName: '/dev/xvda', ebs: { volumeSize: '4Gi', ...GP3 } },
    { deviceName: '/dev/xvdb', ebs: { volumeSize: '20Gi', ...GP3 } },
  ],
  podsPerCore: 'ignored',
  memoryReservedFor: 'max-pods',
  hasGpuImages: true,
};

const CUSTOM: ImageFamilyFacts = {
  family: 'Custom',
  defaultMappings: [],
  podsPerCore: 'applied',
  memoryReservedFor: 'eni-limit',
  hasGpuImages: false,
};

function windows(family: AmiFamily, windowsBuild: string): ImageFamilyFacts {
  return {
    family,
    alias: family.toLowerCase(),
    rootDevice: '/dev/sda1',
    ephemeralDevice: '/dev/sda1',
    defaultMappings: [{ deviceName: '/dev/sda1', ebs: { volumeSize: '50Gi', ...GP3 } }],
    windowsBuild,
    podsPerCore: 'applied',
    memoryReservedFor: 'max-pods',
    hasGpuImages: false,
  };
}

export const IMAGE_FAMILIES: Readonly<Record<AmiFamily, ImageFamilyFacts>> = {
  AL2,
  AL2023: { ...AL2, family: 'AL2023', alias: 'al2023' },
  Bottlerocket: BOTTLEROCKET,
  Custom: CUSTOM,
  Windows2019: windows('Windows2019', '10.0.17763'),
  Windows2022: windows('Windows2022', '10.0.20348'),
  Windows2025: windows('Windows2025', '10.0.26100'),
};

/** What Karpenter knows of the AMI family that a node class resolves to. */
export function resolveImageFamily(
  spec: Pick<Ec2NodeClassSpec, 'amiFamily' | 'amiSelectorTerms'>,
): ImageFamilyFacts {
  return IMAGE_FAMILIES[amiFamilyOf(spec)];
}
