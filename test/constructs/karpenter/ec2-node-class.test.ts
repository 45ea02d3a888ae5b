import { describe, expect, it } from 'vitest';
import type { Ec2NodeClassSpec } from '../../../constructs/index.ts';
import { NODE_CLASS, synthNodeClass } from '../harness.ts';

describe('Ec2NodeClass', () => {
  it('writes what it was given, every field of it', () => {
    const spec: Ec2NodeClassSpec = {
      amiFamily: 'AL2023',
      amiSelectorTerms: [
        { id: 'ami-1', ssmParameter: '/x' },
        { name: 'n', owner: 'self', tags: { a: '*' } },
      ],
      subnetSelectorTerms: [{ id: 'subnet-1' }, { tags: { a: 'b', c: 'd' } }],
      securityGroupSelectorTerms: [{ id: 'sg-1' }, { name: 'group' }, { tags: { a: 'b' } }],
      capacityReservationSelectorTerms: [{ ownerID: '123456789012', instanceMatchCriteria: 'open' }],
      placementGroupSelector: { name: 'pg' },
      associatePublicIPAddress: false,
      ipPrefixCount: 0,
      instanceProfile: 'profile',
      tags: { constructor: 'x', Name: '' },
      kubelet: { maxPods: 0, evictionHard: { 'memory.available': '5%' }, cpuCFSQuota: false },
      blockDeviceMappings: [
        { deviceName: '/dev/xvda', rootVolume: true, ebs: { volumeSize: '20Gi', encrypted: false } },
        { deviceName: '/dev/xvdb', ebs: { snapshotID: 'snap-1', volumeInitializationRate: 100 } },
      ],
      instanceStorePolicy: 'RAID0',
      networkInterfaces: [{ networkCardIndex: 0, deviceIndex: 0, interfaceType: 'interface' }],
      detailedMonitoring: false,
      metadataOptions: { httpTokens: 'required', httpPutResponseHopLimit: 1 },
      connectionTracking: { udpTimeout: 30 },
      context: '',
      cpuOptions: { nestedVirtualization: 'enabled' },
      userData: '#!/bin/bash\necho "yes"\n',
    };
    expect(synthNodeClass(spec)).toEqual({
      apiVersion: 'karpenter.k8s.aws/v1',
      kind: 'EC2NodeClass',
      metadata: { name: expect.any(String) },
      spec,
    });
  });

  it.each<[string, object, string]>([
    ['no image', { amiSelectorTerms: [] }, 'spec.amiSelectorTerms needs at least one term'],
    [
      'an alias beside another term',
      { amiSelectorTerms: [{ alias: 'al2023@latest' }, { id: 'ami-1' }] },
      'spec.amiSelectorTerms: an alias must be the only term',
    ],
    [
      'an alias beside a name',
      { amiSelectorTerms: [{ alias: 'al2023@latest', name: 'x' }] },
      'spec.amiSelectorTerms[0]: alias stands alone',
    ],
    [
      'an id beside tags',
      { amiFamily: 'AL2023', amiSelectorTerms: [{ id: 'ami-1', tags: { a: 'b' } }] },
      'spec.amiSelectorTerms[0]: id stands alone',
    ],
    [
      'an owner alone',
      { amiFamily: 'AL2023', amiSelectorTerms: [{ owner: 'self' }] },
      'spec.amiSelectorTerms[0] selects nothing',
    ],
    [
      'no family and no alias',
      { amiSelectorTerms: [{ id: 'ami-1' }] },
      'spec.amiFamily is required where no image term has an alias',
    ],
    ['no subnets', { subnetSelectorTerms: [] }, 'spec.subnetSelectorTerms needs at least one term'],
    [
      'one mixed subnet term among others, which the CRD admits',
      { subnetSelectorTerms: [{ tags: { a: 'b' } }, { id: 'subnet-1', tags: { a: 'b' } }] },
      'spec.subnetSelectorTerms[1]: id stands alone',
    ],
    [
      'a security group by name and tags',
      { securityGroupSelectorTerms: [{ name: 'a', tags: { a: 'b' } }] },
      'spec.securityGroupSelectorTerms[0]: name stands alone',
    ],
    [
      'an empty tag value in a term',
      { securityGroupSelectorTerms: [{ tags: { a: '' } }] },
      'spec.securityGroupSelectorTerms[0].tags has an empty key or value: write "*" for any value',
    ],
    [
      'neither role nor profile',
      { role: undefined },
      'exactly one of spec.role and spec.instanceProfile is required',
    ],
    [
      'both role and profile',
      { instanceProfile: 'p' },
      'exactly one of spec.role and spec.instanceProfile is required',
    ],
    [
      'two root volumes',
      {
        blockDeviceMappings: [
          { rootVolume: true, ebs: { volumeSize: '1Gi' } },
          { rootVolume: true, ebs: { volumeSize: '1Gi' } },
        ],
      },
      'spec.blockDeviceMappings: only one of them can be the root volume',
    ],
    [
      'a disk without a size',
      { blockDeviceMappings: [{ ebs: { encrypted: true } }] },
      'spec.blockDeviceMappings[0].ebs needs volumeSize or snapshotID',
    ],
    [
      'an initialisation rate without a snapshot',
      { blockDeviceMappings: [{ ebs: { volumeSize: '1Gi', volumeInitializationRate: 100 } }] },
      'spec.blockDeviceMappings[0].ebs.volumeInitializationRate needs snapshotID',
    ],
    [
      "Karpenter's own tag",
      { tags: { 'karpenter.sh/nodepool': 'x' } },
      'spec.tags: "karpenter.sh/nodepool" belongs to Karpenter',
    ],
    ['an empty role', { role: '' }, 'spec.role is empty'],
    ...['al2023', 'al2023@', 'AL2023@latest', 'ubuntu@latest'].map((alias): [string, object, string] => [
      `the alias ${alias}`,
      { amiSelectorTerms: [{ alias }] },
      `spec.amiSelectorTerms[].alias: "${alias}" is not like al2023@v20260715`,
    ]),
    [
      'a pinned Windows alias',
      { amiSelectorTerms: [{ alias: 'windows2022@v1' }] },
      'spec.amiSelectorTerms[].alias: "windows2022@v1" has a version, and Windows takes only latest',
    ],
    [
      'a family that is not the alias’s',
      { amiFamily: 'Bottlerocket' },
      'spec.amiFamily Bottlerocket is not the family of the alias "al2023@v20260715"',
    ],
    [
      'a strange subnet id',
      { subnetSelectorTerms: [{ id: 'foo' }] },
      'spec.subnetSelectorTerms[0].id: "foo" is not like subnet-0123abcd',
    ],
    [
      'a hop limit of 65',
      { metadataOptions: { httpPutResponseHopLimit: 65 } },
      'spec.metadataOptions.httpPutResponseHopLimit: 65 is not an integer between 1 and 64',
    ],
    [
      'a metadata setting that does not exist',
      { metadataOptions: { httpTokens: 'on' } },
      'spec.metadataOptions.httpTokens: "on" is none of required, optional',
    ],
    [
      'a negative number of pods',
      { kubelet: { maxPods: -1 } },
      'spec.kubelet.maxPods: -1 is not an integer of at least 0',
    ],
    [
      'a soft eviction without grace period',
      { kubelet: { evictionSoft: { 'memory.available': '5%' } } },
      'spec.kubelet.evictionSoft["memory.available"] has no evictionSoftGracePeriod',
    ],
    [
      'a reservation that is no quantity',
      { kubelet: { kubeReserved: { cpu: '1x' } } },
      'spec.kubelet.kubeReserved["cpu"]: "1x" is not a quantity',
    ],
    [
      'image collection that ends above its start',
      { kubelet: { imageGCHighThresholdPercent: 50, imageGCLowThresholdPercent: 60 } },
      'spec.kubelet: imageGCHighThresholdPercent 50 is not higher than imageGCLowThresholdPercent 60',
    ],
    ...['65Ti', '18Ti', 'Ti', '0.5Gi', '100Mi', '59001Gi', '65T'].map((size): [string, object, string] => [
      `the size ${size}`,
      { blockDeviceMappings: [{ ebs: { volumeSize: size } }] },
      `spec.blockDeviceMappings[0].ebs.volumeSize: "${size}" is not like 100Gi, 1Gi to 59000Gi`,
    ]),
  ])('catches %s', (_title, change, message) => {
    expect(() => synthNodeClass({ ...NODE_CLASS, ...change })).toThrow(`[chart/class] ${message}`);
  });

  it.each(['1Gi', '59000Gi', '64000G', '64T', '58Ti', '17Ti'])('takes the size %s', (volumeSize) => {
    expect(() =>
      synthNodeClass({ ...NODE_CLASS, blockDeviceMappings: [{ ebs: { volumeSize } }] }),
    ).not.toThrow();
  });

  it('takes a whole kubelet', () => {
    const kubelet = {
      kubeReserved: { cpu: '100m', pid: '10' },
      evictionSoft: { 'memory.available': '5%', 'nodefs.available': '1Gi' },
      evictionSoftGracePeriod: { 'memory.available': '1m30s', 'nodefs.available': '2m' },
      imageGCHighThresholdPercent: 100,
      imageGCLowThresholdPercent: 0,
    };
    expect(() => synthNodeClass({ ...NODE_CLASS, kubelet })).not.toThrow();
  });
});
