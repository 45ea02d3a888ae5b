import { describe, expect, it } from 'vitest';
import { jsonPointer } from '../../../src/diagnostics/json-pointer.ts';
import { nodeClassSchema } from '../../../src/providers/aws/node-class-schema.ts';
import { blamed, cameFrom, compileNodeClass, findingsIn, specOf } from './node-class-harness.ts';

describe('nodeClass', () => {
  it('writes every built-in value out', () => {
    const { object, diagnostics } = compileNodeClass('{}');
    expect(object).toMatchObject({
      apiVersion: 'karpenter.k8s.aws/v1',
      kind: 'EC2NodeClass',
      name: 'main',
      pool: 'main',
    });
    expect(object?.spec).toEqual({
      amiSelectorTerms: [{ alias: 'al2023@latest' }],
      subnetSelectorTerms: [
        { tags: { 'karpenter.sh/discovery': 'demo', 'kubernetes.io/role/internal-elb': '1' } },
      ],
      securityGroupSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'demo' } }],
      associatePublicIPAddress: false,
      role: 'KarpenterNodeRole-demo',
      blockDeviceMappings: [
        {
          deviceName: '/dev/xvda',
          ebs: { volumeSize: '20Gi', volumeType: 'gp3', encrypted: true, deleteOnTermination: true },
        },
      ],
      metadataOptions: {
        httpEndpoint: 'enabled',
        httpProtocolIPv6: 'disabled',
        httpPutResponseHopLimit: 1,
        httpTokens: 'required',
      },
    });
    expect(diagnostics.map((found) => `${found.code} ${blamed(found)}`)).toEqual(['PW3111 main']);
  });

  it('takes every field in both spellings', () => {
    const snake = specOf(EVERYTHING_IN_OUR_SPELLING);
    const camel = specOf(EVERYTHING_IN_THE_PROVIDERS_SPELLING);
    expect(snake).toEqual(camel);
    expect(Object.keys(snake)).toEqual(
      Object.keys(nodeClassSchema.shape).filter((field) => !['role'].includes(field)),
    );
    expect(findingsIn(EVERYTHING_IN_OUR_SPELLING)).toEqual([]);
  });

  it('emits keys in one order, whatever the order of writing', () => {
    const forward =
      'tags: {b: x, a: y}\nkubelet: {max_pods: 5, cluster_dns: [a]}\ncontext: c\nami: al2023@v1';
    const backward =
      'ami: al2023@v1\ncontext: c\nkubelet: {cluster_dns: [a], max_pods: 5}\ntags: {a: y, b: x}';
    expect(JSON.stringify(specOf(forward))).toBe(JSON.stringify(specOf(backward)));
    expect(Object.keys(specOf(forward).tags ?? {})).toEqual(['a', 'b']);
    expect(Object.keys(specOf(forward))).toEqual([
      'amiSelectorTerms',
      'subnetSelectorTerms',
      'securityGroupSelectorTerms',
      'associatePublicIPAddress',
      'role',
      'tags',
      'kubelet',
      'blockDeviceMappings',
      'metadataOptions',
      'context',
    ]);
  });

  it('leaves out what is empty or null, because Karpenter hashes it differently from what is absent', () => {
    const spec = specOf('tags: {}\nkubelet: {eviction_hard: {}}\nnetwork_interfaces: []\ncontext: null');
    expect(spec).toEqual(specOf('{}'));
    expect(findingsIn('kubelet: {eviction_hard: {}}\ncontext: null')).toEqual([]);
  });

  it('knows where every leaf comes from', () => {
    const compiled = compileNodeClass(`${EVERYTHING_IN_OUR_SPELLING}\nvolumeSize: 7Gi\ntags: {a: b}`);
    const leaves = [...leafPointers(compiled.object?.spec)];
    expect(leaves.length).toBeGreaterThan(50);
    expect(leaves.filter((leaf) => !compiled.object?.origins.has(leaf))).toEqual([]);
    expect(leaves.filter((leaf) => cameFrom(compiled, leaf).startsWith('undefined'))).toEqual([]);
    expect(cameFrom(compiled, '/spec/tags/a')).toBe('pool: b');
    expect(cameFrom(compiled, '/spec/kubelet/evictionHard/memory.available')).toBe('pool: 5%');
    expect(cameFrom(compiled, '/spec/amiSelectorTerms/0/tags/team')).toBe('pool: web');
    expect(cameFrom(compiled, '/metadata/name')).toBe('pool: main');
  });

  it('blames the built-in set for its values, at the pool', () => {
    const compiled = compileNodeClass('metadata_options: {http_tokens: optional}');
    for (const pointer of [
      '/spec/role',
      '/spec/amiSelectorTerms/0/alias',
      '/spec/associatePublicIPAddress',
      '/spec/metadataOptions/httpEndpoint',
      '/spec/blockDeviceMappings/0/ebs/volumeSize',
      '/spec/subnetSelectorTerms/0/tags/karpenter.sh~1discovery',
      '/spec/subnetSelectorTerms/0/tags/kubernetes.io~1role~1internal-elb',
      '/spec/securityGroupSelectorTerms/0',
    ]) {
      expect([pointer, cameFrom(compiled, pointer)]).toEqual([pointer, 'built-in: main']);
    }
    expect(cameFrom(compiled, '/spec/metadataOptions/httpTokens')).toBe('pool: optional');
  });

  it('merges layers by key and names the layer', () => {
    const compiled = compileNodeClass('metadata_options: {http_tokens: required}', {
      settings:
        'node_class: {role: nodes, metadata_options: {http_put_response_hop_limit: 2, http_tokens: optional}}',
    });
    expect(compiled.object?.spec.metadataOptions).toMatchObject({
      httpPutResponseHopLimit: 2,
      httpTokens: 'required',
    });
    expect(cameFrom(compiled, '/spec/metadataOptions/httpPutResponseHopLimit')).toBe('node_class: 2');
    expect(cameFrom(compiled, '/spec/metadataOptions/httpTokens')).toBe('pool: required');
    expect(cameFrom(compiled, '/spec/role')).toBe('node_class: nodes');
  });

  it('takes an inherited value back with null', () => {
    const around = { settings: 'node_class: {role: nodes, ami: al2023@v20260101}' };
    expect(specOf('role: null\ninstance_profile: p', around)).toMatchObject({ instanceProfile: 'p' });
    expect(specOf('role: null\ninstance_profile: p', around).role).toBeUndefined();
    expect(specOf('ami: null', around).amiSelectorTerms).toEqual([{ alias: 'al2023@latest' }]);
  });

  it('shows the pool beside an inherited mistake', () => {
    const { diagnostics } = compileNodeClass('ami: al2023@v20260101', {
      settings: 'node_class: {metadata_options: {http_tokens: maybe}}',
    });
    const [found] = diagnostics;
    expect(diagnostics).toHaveLength(1);
    expect(found && blamed(found)).toBe('maybe');
    expect(found?.related.map(({ message }) => message)).toEqual(['pool `main` takes it from `node_class`']);
  });
});

function* leafPointers(value: unknown, pointer = '/spec'): Generator<string> {
  if (typeof value !== 'object' || value === null) {
    yield pointer;
    return;
  }
  for (const [key, child] of Object.entries(value)) yield* leafPointers(child, pointer + jsonPointer(key));
}

const EVERYTHING_IN_OUR_SPELLING = `
ami_family: Custom
ami:
  - {name: golden, owner: self, tags: {team: web}}
  - {id: ami-1}
  - {ssm_parameter: /images/golden}
subnet_selector_terms: [{id: subnet-1}, {tags: {team: web}}]
security_group_selector_terms: [{id: sg-1}, {name: nodes}, {tags: {team: web}}]
capacity_reservation_selector_terms:
  - {id: cr-1}
  - {tags: {team: web}, owner_id: "012345678901", instance_match_criteria: targeted}
placement_group_selector: {name: fast}
associate_public_ip_address: true
ip_prefix_count: 2
instance_profile: nodes
kubelet:
  cluster_dns: [10.0.0.10]
  max_pods: 110
  pods_per_core: 10
  system_reserved: {cpu: 100m, memory: 100Mi, ephemeral-storage: 1Gi, pid: "1000"}
  kube_reserved: {cpu: 200m}
  eviction_hard: {memory.available: 5%, nodefs.inodesFree: 10%}
  eviction_soft: {memory.available: 500Mi}
  eviction_soft_grace_period: {memory.available: 1m30s}
  eviction_max_pod_grace_period: 60
  image_gc_high_threshold_percent: 85
  image_gc_low_threshold_percent: 80
  cpu_cfs_quota: false
block_device_mappings:
  - device_name: /dev/xvda
    root_volume: true
    ebs: {volume_type: io2, iops: 4000, kms_key_id: alias/disks, volume_size: 50Gi, delete_on_termination: false}
  - device_name: /dev/xvdb
    ebs: {snapshot_id: snap-1, throughput: 200, volume_initialization_rate: 150}
instance_store_policy: RAID0
network_interfaces: [{network_card_index: 0, device_index: 0, interface_type: interface}]
detailed_monitoring: true
metadata_options: {http_endpoint: enabled, http_protocol_ipv6: enabled, http_put_response_hop_limit: 2, http_tokens: optional}
connection_tracking: {tcp_established_timeout: 60, udp_stream_timeout: 60, udp_timeout: 30}
context: reserved
cpu_options: {nested_virtualization: enabled}
user_data: "#!/bin/sh"
`.trim();

const EVERYTHING_IN_THE_PROVIDERS_SPELLING = `
amiFamily: Custom
amiSelectorTerms:
  - {name: golden, owner: self, tags: {team: web}}
  - {id: ami-1}
  - {ssmParameter: /images/golden}
subnetSelectorTerms: [{id: subnet-1}, {tags: {team: web}}]
securityGroupSelectorTerms: [{id: sg-1}, {name: nodes}, {tags: {team: web}}]
capacityReservationSelectorTerms:
  - {id: cr-1}
  - {tags: {team: web}, ownerID: "012345678901", instanceMatchCriteria: targeted}
placementGroupSelector: {name: fast}
associatePublicIPAddress: true
ipPrefixCount: 2
instanceProfile: nodes
kubelet:
  clusterDNS: [10.0.0.10]
  maxPods: 110
  podsPerCore: 10
  systemReserved: {cpu: 100m, memory: 100Mi, ephemeral-storage: 1Gi, pid: "1000"}
  kubeReserved: {cpu: 200m}
  evictionHard: {memory.available: 5%, nodefs.inodesFree: 10%}
  evictionSoft: {memory.available: 500Mi}
  evictionSoftGracePeriod: {memory.available: 1m30s}
  evictionMaxPodGracePeriod: 60
  imageGCHighThresholdPercent: 85
  imageGCLowThresholdPercent: 80
  cpuCFSQuota: false
blockDeviceMappings:
  - deviceName: /dev/xvda
    rootVolume: true
    ebs: {volumeType: io2, iops: 4000, kmsKeyID: alias/disks, volumeSize: 50Gi, deleteOnTermination: false}
  - deviceName: /dev/xvdb
    ebs: {snapshotID: snap-1, throughput: 200, volumeInitializationRate: 150}
instanceStorePolicy: RAID0
networkInterfaces: [{networkCardIndex: 0, deviceIndex: 0, interfaceType: interface}]
detailedMonitoring: true
metadataOptions: {httpEndpoint: enabled, httpProtocolIPv6: enabled, httpPutResponseHopLimit: 2, httpTokens: optional}
connectionTracking: {tcpEstablishedTimeout: 60, udpStreamTimeout: 60, udpTimeout: 30}
context: reserved
cpuOptions: {nestedVirtualization: enabled}
userData: "#!/bin/sh"
`.trim();
