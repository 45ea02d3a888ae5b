import { describe, expect, it } from 'vitest';
import { applyFixes } from '../../../src/documents/apply-fixes.ts';
import { compileNodeClass, findingsIn } from './node-class-harness.ts';

describe('what the schema refuses', () => {
  it.each([
    ['rolle: x', 'PW2001 at rolle: unknown key `rolle` in `node_class`'],
    ['kubelet: {maxPod: 1}', 'PW2001 at maxPod: unknown key `maxPod` in `kubelet`'],
    ['kubelet: {eviction_hard: {memory: 1Gi}}', 'PW2001 at memory: unknown key `memory` in `eviction_hard`'],
    ['kubelet: {system_reserved: {gpu: 1Gi}}', 'PW2001 at gpu: unknown key `gpu` in `system_reserved`'],
    [
      'kubelet: {cpuManagerPolicy: static}',
      'PW3001 at cpuManagerPolicy: `cpuManagerPolicy` in `kubelet` needs a Karpenter newer than 1.14',
    ],
    [
      'kubelet: {container_log_max_size: 1Mi}',
      'PW3001 at container_log_max_size: `container_log_max_size` in `kubelet` needs a Karpenter newer than 1.14',
    ],
    ['kubelet: {max_pods: -1}', 'PW2023 at -1: `max_pods` must be at least 0, not `-1`'],
    ['kubelet: {maxPods: 1.5}', 'PW2021 at 1.5: `maxPods` must be an integer, not the number `1.5`'],
    [
      'kubelet: {kube_reserved: {cpu: "-1"}}',
      'PW2023 at "-1": `cpu` must be a quantity such as `100m` or `300Mi`, not negative',
    ],
    [
      'kubelet: {eviction_hard: {memory.available: 101%}}',
      'PW2023 at 101%: `memory.available` must be a percentage or a quantity, such as `5%` or `100Mi`',
    ],
    [
      'kubelet: {eviction_soft_grace_period: {memory.available: soon}}',
      'PW2023 at soon: `memory.available` must be a duration such as `90s` or `1m30s`',
    ],
    [
      'kubelet: {image_gc_high_threshold_percent: 101}',
      'PW2023 at 101: `image_gc_high_threshold_percent` must be at most 100, not `101`',
    ],
    [
      'metadata_options: {http_tokens: yes}',
      'PW2022 at yes: `http_tokens` must be one of `required`, `optional`, not `yes`',
    ],
    [
      'metadata_options: {http_put_response_hop_limit: 65}',
      'PW2023 at 65: `http_put_response_hop_limit` must be at most 64, not `65`',
    ],
    [
      'block_device_mappings: [{ebs: {volume_size: 1Gi}}]',
      'PW2020 at ebs: `device_name` is missing in this item of `block_device_mappings`',
    ],
    [
      'network_interfaces: [{network_card_index: 0, device_index: 0}]',
      'PW2020 at network_card_index: `interface_type` is missing in this item of `network_interfaces`',
    ],
    ['connection_tracking: {udp_timeout: 61}', 'PW2023 at 61: `udp_timeout` must be at most 60, not `61`'],
    ['ip_prefix_count: -1', 'PW2023 at -1: `ip_prefix_count` must be at least 0, not `-1`'],
    ['role: ""', 'PW2023 at "": `role` must not be empty'],
    ['instance_store_policy: raid0', 'PW2022 at raid0: `instance_store_policy` must be `RAID0`, not `raid0`'],
    [
      'capacity_reservation_selector_terms: [{owner_id: "1"}]',
      'PW2023 at "1": `owner_id` must be an account id of 12 digits',
    ],
    ['kubelet: [a]', 'PW2021 at [a]: `kubelet` must be a map, not a list'],
    ['user_data: {a: b}', 'PW2021 at {a: b}: `user_data` must be a string, not a map'],
  ])('%s', (text, finding) => {
    expect(findingsIn(text)).toEqual([finding]);
  });

  it('reports everything at once and keeps what is sound', () => {
    const { object, diagnostics } = compileNodeClass(
      'ami: al2023@v1\nrolle: x\nkubelet: {max_pods: many}\ndetailed_monitoring: true\nuser_data: 3',
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['PW2001', 'PW2021', 'PW2024']);
    expect(object?.spec).toMatchObject({ detailedMonitoring: true, userData: '3' });
    expect(object?.spec.kubelet).toBeUndefined();
  });

  it('puts no default in the place of an invalid field', () => {
    const spec = compileNodeClass(
      'role: ""\nsubnet_selector_terms: [{id: x}]\nsecurity_group_selector_terms: 3\nmetadata_options: 3\nblock_device_mappings: 3',
    ).object?.spec;
    expect(spec).toMatchObject({ subnetSelectorTerms: [], securityGroupSelectorTerms: [] });
    expect(Object.keys(spec ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(role|metadataOptions|blockDeviceMappings)$/)]),
    );
  });

  it('offers the nearest name in our spelling', () => {
    const helps = [
      'user_dat: x',
      'metadataOption: {}',
      'volume-size: 1Gi',
      'gpu_enable: true',
      'zzzzzz: 1',
    ].map((text) => compileNodeClass(`ami: al2023@v1\n${text}`).diagnostics[0]?.help);
    expect(helps.slice(0, 4)).toEqual([
      'Did you mean `user_data`?',
      'Did you mean `metadata_options`?',
      'Did you mean `volumeSize`?',
      'Did you mean `gpu_enabled`?',
    ]);
    expect(helps[4]).toMatch(/^Known keys: `ami`, `ami_family`, .*`volumeSize`\.$/);
  });

  it.each([
    ['kubelet: {max_pods: "110"}', 'kubelet: {max_pods: 110}'],
    ['detailed_monitoring: "true"', 'detailed_monitoring: true'],
    ['metadata_options: {http_tokens: Optional}', 'metadata_options: {http_tokens: optional}'],
    ['userData: x', 'user_data: x'],
    ['User_Data: x', 'user_data: x'],
    ['ami_family: AL2023\nami: [{owner: 123456789012}]', 'ami: [{owner: "123456789012"}]'],
    ['ami_family: AL2023\nami: [{owner: 012345678901}]', 'ami: [{owner: "012345678901"}]'],
  ])('mends %s', (text, mended) => {
    const [found] = compileNodeClass(text).diagnostics;
    if (found?.fix === undefined) throw new Error('no fix');
    expect(applyFixes(found.span.source, [found.fix]).text).toContain(mended);
  });
});

describe('spelling', () => {
  it("notes the provider's spelling beside our keys only", () => {
    expect(findingsIn('metadataOptions: {httpTokens: optional}')).toEqual([
      'PW2029 at metadataOptions: `metadataOptions` is spelt `metadata_options` beside the keys of a pool',
    ]);
    expect(findingsIn('metadata_options: {httpTokens: optional}')).toEqual([]);
  });

  it('refuses two spellings of one field', () => {
    expect(findingsIn('kubelet: {maxPods: 1, max_pods: 2}')).toEqual([
      'PW2030 at max_pods: `max_pods` and `maxPods` are two spellings of one field',
    ]);
    expect(findingsIn('ami: al2023@v1\nami_selector_terms: [{alias: al2023@v2}]')).toEqual([
      'PW2030 at ami_selector_terms: `ami_selector_terms` and `ami` are two spellings of one field',
    ]);
  });

  it('lets a layer spell a field otherwise than the layers below', () => {
    const settings = 'node_class: {kubelet: {max_pods: 1}, ami_selector_terms: [{alias: al2023@v1}]}';
    const { object, diagnostics } = compileNodeClass('kubelet: {maxPods: 2}\nami: al2023@v2', { settings });
    expect(diagnostics).toEqual([]);
    expect(object?.spec).toMatchObject({
      kubelet: { maxPods: 2 },
      amiSelectorTerms: [{ alias: 'al2023@v2' }],
    });
  });
});

describe('numbers and booleans where text is wanted', () => {
  it('are taken as text, with a note', () => {
    expect(findingsIn('kubelet: {system_reserved: {cpu: 1}}')).toEqual([
      'PW2024 at 1: the number `1` is taken as text',
    ]);
    expect(findingsIn('subnet_selector_terms: [{tags: {private: true}}]')).toEqual([
      'PW2024 at true: the boolean `true` is taken as text',
    ]);
  });

  it('get a warning where YAML has read something else', () => {
    const { object, diagnostics } = compileNodeClass(
      'ami_family: AL2023\nami: [{id: ami-1}, {owner: 012345678901}]',
    );
    expect(diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      ['PW2025', 'warning', '`012345678901` without quotes is the number 12345678901 to YAML'],
    ]);
    expect(object?.spec.amiSelectorTerms[1]).toEqual({ owner: '012345678901' });
  });
});
