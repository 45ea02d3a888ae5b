import { describe, expect, it } from 'vitest';
import { originAt } from '../../../../src/diagnostics/origin-at.ts';
import { findings, infrastructureOf, show } from './harness.ts';

describe('an AWSMachineTemplate', () => {
  it('has what the built-in node class has', () => {
    expect(show(infrastructureOf('gpu_enabled: false'))).toMatchInlineSnapshot(`
      "# infrastructure.cluster.x-k8s.io/v1beta2 AWSMachineTemplate
      instanceType: m5.xlarge
      ami:
        eksLookupType: AmazonLinux2023
      iamInstanceProfile: nodes.cluster-api-provider-aws.sigs.k8s.io
      rootVolume:
        size: 20
        type: gp3
        encrypted: true
      instanceMetadataOptions:
        httpEndpoint: enabled
        httpPutResponseHopLimit: 1
        httpTokens: required
        httpProtocolIpv6: disabled
      cloudInit:
        insecureSkipSecretsManager: true"
    `);
  });

  it('has every field that has a counterpart', () => {
    const text = `
ami: [{id: ami-0123456789abcdef0}]
ami_family: AL2023
instance_profile: nodes
public: true
extra_securitygroup_ids: [sg-1]
subnet_selector_terms: [{id: subnet-2}, {id: subnet-1}]
tags: {team: data}
block_device_mappings:
  - {device_name: /dev/xvda, ebs: {volume_size: 100G, iops: 4000, throughput: 200, kms_key_id: key}}
  - {device_name: /dev/xvdb, ebs: {volume_size: 50Gi, encrypted: false, volume_type: gp2}}
metadata_options: {http_tokens: optional, http_protocol_ipv6: enabled}
placement_group_selector: {name: group}
cpu_options: {nested_virtualization: enabled}`;
    expect(show(infrastructureOf(text))).toMatchInlineSnapshot(`
      "# infrastructure.cluster.x-k8s.io/v1beta2 AWSMachineTemplate
      instanceType: m5.xlarge
      ami:
        id: ami-0123456789abcdef0
      iamInstanceProfile: nodes
      rootVolume:
        size: 94
        type: gp3
        encrypted: true
        encryptionKey: key
        iops: 4000
        throughput: 200
      nonRootVolumes:
        - deviceName: /dev/xvdb
          size: 50
          type: gp2
          encrypted: false
      subnet:
        filters:
          - name: subnet-id
            values:
              - subnet-2
              - subnet-1
      additionalSecurityGroups:
        - id: sg-1
      publicIP: true
      placementGroupName: group
      additionalTags:
        team: data
      instanceMetadataOptions:
        httpEndpoint: enabled
        httpPutResponseHopLimit: 1
        httpTokens: optional
        httpProtocolIpv6: enabled
      cpuOptions:
        nestedVirtualization: enabled
      cloudInit:
        insecureSkipSecretsManager: true"
    `);
  });

  it('says where its values come from', () => {
    const { template } = infrastructureOf('volumeSize: 100Gi\ntags: {a: b}');
    const origins = template?.origins ?? new Map();
    expect(originAt(origins, '/spec/template/spec/additionalTags').layer).toMatchObject({ kind: 'pool' });
    expect(originAt(origins, '/spec/template/spec/rootVolume/size').layer).toMatchObject({
      kind: 'built-in',
    });
  });

  it('is bought as spot, or from a reservation', () => {
    const reservation = 'capacity_reservation_selector_terms: [{id: cr-1}]';
    expect(show(infrastructureOf('public: false', { capacityType: 'spot' }))).toMatch(
      /\nmarketType: Spot\n(?:.*\n)*spotMarketOptions: \{\}\n/,
    );
    const reserved = show(infrastructureOf(reservation, { capacityType: 'reserved' }));
    expect(reserved).toMatch(/\ncapacityReservationId: cr-1\n/);
    expect(show(infrastructureOf(reservation))).not.toMatch(/capacityReservation|Market|market/);
  });

  it('has no secret to fetch with the images of EKS, and one with kubeadm', () => {
    expect(show(infrastructureOf('public: false'))).toMatch('insecureSkipSecretsManager: true');
    const kubeadm = { clusterApi: 'bootstrap: kubeadm' };
    expect(show(infrastructureOf('public: false', kubeadm))).not.toMatch(/cloudInit|\nami:/);
  });
});

describe('the image', () => {
  const images = [
    ['al2023@latest', {}],
    ['al2023@latest', { type: 'm7g.large' }],
    ['al2023@latest', { type: 'g5.xlarge' }],
    ['al2023@latest', { type: 'g5g.xlarge' }],
    ['al2023@latest', { type: 'inf2.xlarge' }],
    ['al2023@v20260101', {}],
    ['al2@latest', { clusterApi: 'bootstrap: eks' }],
    ['al2@latest', { clusterApi: 'bootstrap: eks', type: 'inf2.xlarge' }],
    ['al2@latest', {}],
    ['al2023@latest', { clusterApi: 'bootstrap: eks' }],
    ['al2023@latest', { clusterApi: 'bootstrap: kubeadm' }],
    ['bottlerocket@latest', {}],
    ['windows2022@latest', {}],
  ] as const;

  it.each(images)('of %s, %j', (alias, input) => {
    expect(imageOf(`ami: ${alias}`, input)).toMatchSnapshot();
  });

  it('may be searched by name and owner', () => {
    expect(
      imageOf('ami: [{name: "k8s-{{.K8sVersion}}-*", owner: "123456789012"}]\nami_family: AL2023'),
    ).toMatchInlineSnapshot(`
      "imageLookupFormat: "k8s-{{.K8sVersion}}-*"
      imageLookupOrg: "123456789012"
      "
    `);
  });

  it('is one', () => {
    for (const ami of [
      '[{id: ami-1}, {id: ami-2}]',
      '[{name: a}]',
      '[{name: a, owner: self}]',
      '[{tags: {a: b}}]',
      '[{ssm_parameter: /a}]',
    ]) {
      expect(imageOf(`ami: ${ami}\nami_family: AL2023`), ami).toMatch(/^\nerror PW9501 at /);
    }
  });

  function imageOf(text: string, input = {}): string {
    const shown = show(infrastructureOf(text, input));
    const image = /^(?:ami:\n {2}.*|imageLookup.*(?:\n|$))+/m.exec(shown)?.[0].trim() ?? '';
    return `${image}\n${findings(infrastructureOf(text, input))}`;
  }
});

describe('what has no counterpart', () => {
  it('is said at its line, where somebody wrote it', () => {
    const text = `
role: mine
ip_prefix_count: 1
detailed_monitoring: true
connection_tracking: {tcp_established_timeout: 60}
context: c
network_interfaces: [{network_card_index: 0, device_index: 0, interface_type: interface}]
instance_store_policy: RAID0
user_data: "echo"
security_group_selector_terms: [{id: sg-1}, {name: web}, {tags: {a: b, c: "*"}}]
subnet_selector_terms: [{tags: {a: b}}, {id: subnet-1}]
placement_group_selector: {id: pg-1}
capacity_reservation_selector_terms: [{tags: {a: b}}]
block_device_mappings:
  - {device_name: /dev/xvda, ebs: {volume_size: 4Gi, snapshot_id: snap-1, delete_on_termination: false}}
  - {device_name: /dev/xvdb, ebs: {volume_type: gp3}}
tags: {"aws:x": y, "b!": c}`;
    expect(findings(infrastructureOf(text, { capacityType: 'reserved' }))).toMatchInlineSnapshot(`
      "error PW9504 at role: Cluster API takes an instance profile, and \`role\` is none
      warning PW9505 at ip_prefix_count: Cluster API has no \`ip_prefix_count\`
      warning PW9505 at detailed_monitoring: Cluster API has no \`detailed_monitoring\`
      warning PW9505 at connection_tracking: Cluster API has no \`connection_tracking\`
      warning PW9505 at context: Cluster API has no \`context\`
      error PW9506 at network_interfaces: Cluster API has no \`network_interfaces\`
      error PW9506 at instance_store_policy: Cluster API has no \`instance_store_policy\`
      error PW9506 at user_data: Cluster API has no \`user_data\`
      warning PW9512 at security_group_selector_terms: Cluster API adds these security groups to those of the Cluster, which nodes get in any case
      error PW9507 at [{tags: {a: b}}, {id: subnet-1}]: Cluster API cannot select subnets by one of several terms
      error PW9507 at {id: pg-1}: Cluster API takes a placement group by its name
      error PW9507 at [{tags: {a: b}}]: Cluster API takes one capacity reservation, by its id
      error PW9508 at 4Gi: a volume of 4 GiB is smaller than Cluster API makes
      error PW9506 at snapshot_id: volumes of Cluster API have no \`snapshot_id\`
      error PW9506 at delete_on_termination: volumes of Cluster API have no \`delete_on_termination\`
      error PW9508 at {volume_type: gp3}: a volume of Cluster API needs its size
      error PW9509 at y: the tag \`aws:x\` begins with \`aws:\`, which is reserved
      error PW9509 at c: the tag \`b!\` has characters other than letters, digits, spaces and \`_ . : = + - @ /\`"
    `);
  });

  it('is not said of what is off', () => {
    expect(findings(infrastructureOf('detailed_monitoring: false'))).toBe('');
  });

  it('names the pool that inherits it', () => {
    const [found] = infrastructureOf('public: false', { settings: 'node_class: {context: c}' }).diagnostics;
    expect(found?.related.map(({ message }) => message)).toEqual(['pool `main` takes it from `node_class`']);
  });
});

describe('tags', () => {
  it('are as many and as long as EC2 takes them', () => {
    const many = Array.from({ length: 51 }, (_, i) => `t${i}: x`).join(', ');
    expect(findings(infrastructureOf(`tags: {${many}}`))).toMatch(/^error PW9509 at .*more than 50 tags/);
    expect(findings(infrastructureOf(`tags: {${'k'.repeat(129)}: x}`))).toMatch('a key of more than 128');
    expect(findings(infrastructureOf(`tags: {k: ${'v'.repeat(257)}}`))).toMatch('a value of more than 256');
    expect(
      findings(infrastructureOf(`tags: {${'k'.repeat(128)}: ${'ü'.repeat(256)}, "a b": "_.:=+-@/"}`)),
    ).toBe('');
  });
});
