import { describe, expect, it } from 'vitest';
import { blamed, findings, messages, onePool } from '../harness.ts';

function nodeClass(text: string): string {
  const lines = text.trim().split('\n');
  return onePool(`node_class:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

const disks = (...mappings: string[]) => nodeClass(`block_device_mappings: [${mappings.join(', ')}]`);

describe('disks', () => {
  it('have one root volume', () => {
    const disk = (name: string, root: boolean) =>
      `{device_name: ${name}, root_volume: ${root}, ebs: {volume_size: 9Gi}}`;
    expect(messages(disks(disk('/dev/xvda', true), disk('/dev/xvdb', false)), 'PW3310')).toEqual([]);
    const found = findings(disks(disk('/dev/xvda', true), disk('/dev/xvdb', true)), 'PW3310');
    expect(found.map((one) => [blamed(one), one.message])).toEqual([
      ['true', '2 disks are marked as the root volume'],
    ]);
  });

  it('have a size or a snapshot', () => {
    expect(messages(disks('{device_name: /dev/xvda}'), 'PW3311')).toEqual([
      'the disk `/dev/xvda` has neither a size nor a snapshot',
    ]);
    expect(messages(disks('{device_name: /dev/xvda, ebs: {snapshot_id: snap-1}}'), 'PW3311')).toEqual([]);
  });

  it('are initialised from a snapshot only', () => {
    const disk = (more: string) =>
      `{device_name: /dev/xvda, ebs: {volume_size: 9Gi, volume_initialization_rate: 100${more}}}`;
    expect(messages(disks(disk('')), 'PW3312')).toHaveLength(1);
    expect(messages(disks(disk(', snapshot_id: snap-1')), 'PW3312')).toEqual([]);
  });

  it('have devices of their own', () => {
    const disk = (name: string) => `{device_name: ${name}, ebs: {volume_size: 9Gi}}`;
    expect(messages(disks(disk('/dev/xvda'), disk('/dev/xvdb'), disk('/dev/xvda')), 'PW3313')).toEqual([
      'the device `/dev/xvda` is mapped twice',
    ]);
  });

  it.each([
    ['volume_type: gp2, iops: 3000', ['volumes of type `gp2` take no `iops`']],
    ['throughput: 200, volume_type: io2, iops: 3000', ['volumes of type `io2` take no `throughput`']],
    ['volume_type: io1', ['volumes of type `io1` need `iops`']],
    ['iops: 3000, throughput: 200', []],
    ['volume_type: st1', []],
  ])('have the performance settings of their type: %s', (ebs, expected) => {
    expect(messages(disks(`{device_name: /dev/xvda, ebs: {volume_size: 125Gi, ${ebs}}}`), 'PW3314')).toEqual(
      expected,
    );
  });
});

describe('tags', () => {
  const tagged = (tags: string, more = 'role: nodes') => nodeClass(`${more}\ntags: {${tags}}`);

  it.each([
    ['karpenter.sh/nodepool'],
    ['karpenter.sh/nodeclaim'],
    ['karpenter.k8s.aws/ec2nodeclass'],
    ['eks:eks-cluster-name'],
    ['kubernetes.io/cluster/demo'],
    ['kubernetes.io/clusters'],
    ['""'],
  ])('%s is not free', (key) => {
    const [found, ...others] = findings(tagged(`${key}: x`), 'PW3320');
    expect(others).toEqual([]);
    expect(found && blamed(found)).toBe(key);
  });

  it.each([['Name'], ['karpenter.sh/discovery'], ['kubernetes.io/role']])('%s is free', (key) => {
    expect(messages(tagged(`${key}: x`), 'PW3320')).toEqual([]);
  });

  it.each([
    ['a: b', []],
    ['aws:x: b', ['the tag `aws:x` begins with `aws:`']],
    ['a: "b\\u0007"', ['the value of the tag `a` has a character that IAM does not take']],
    ['"a*": b', ['the tag `a*` has a character that IAM does not take']],
    [`a: ${'x'.repeat(257)}`, ['the value of the tag `a` is longer than 256 characters']],
    ['ünï cödé: "ja, nein"', ['the value of the tag `ünï cödé` has a character that IAM does not take']],
    ['ünï cödé: ja', []],
    ['a: ""', []],
  ])('{%s}', (tags, expected) => {
    expect(messages(tagged(tags), 'PW3321')).toEqual(expected);
  });

  it('need no IAM characters where Karpenter makes no instance profile', () => {
    expect(messages(tagged('a: "b,c"', 'instance_profile: p'), 'PW3321')).toEqual([]);
  });

  it('are fifty with those of Karpenter', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `t${i}: x`).join(', ');
    expect(messages(tagged(many(44)), 'PW3322')).toEqual([]);
    expect(messages(tagged(many(45)), 'PW3322')).toEqual([
      "45 tags and Karpenter's 6 are more than the 50 that EC2 takes",
    ]);
    expect(messages(tagged(`${many(44)}, Name: x`), 'PW3322')).toEqual([]);
  });
});

describe('kubelet', () => {
  const kubelet = (text: string, ami = 'al2023@v20260101') => nodeClass(`ami: ${ami}\nkubelet: {${text}}`);

  it.each([
    ['image_gc_high_threshold_percent: 80, image_gc_low_threshold_percent: 80', 1],
    ['image_gc_high_threshold_percent: 80', 1],
    ['image_gc_low_threshold_percent: 85', 1],
    ['image_gc_high_threshold_percent: 81', 0],
    ['image_gc_high_threshold_percent: 50, image_gc_low_threshold_percent: 40', 0],
    ['max_pods: 5', 0],
  ])('collects images in order: %s', (text, count) => {
    expect(messages(kubelet(text), 'PW3330')).toHaveLength(count);
  });

  it('pairs soft thresholds with grace periods, both ways', () => {
    const text = kubelet(
      'eviction_soft: {memory.available: 5%, pid.available: 5%}, eviction_soft_grace_period: {memory.available: 1m, nodefs.available: 1m}',
    );
    expect(findings(text, 'PW3331').map((found) => [blamed(found), found.message])).toEqual([
      ['pid.available', 'the soft eviction signal `pid.available` has no grace period'],
      ['nodefs.available', 'the soft eviction signal `nodefs.available` has a grace period but no threshold'],
    ]);
  });

  it.each([
    ['bottlerocket@1.50.0', 'pods_per_core: 5', ['`pods_per_core` has no effect on Bottlerocket']],
    ['al2023@v20260101', 'pods_per_core: 5', []],
    [
      'bottlerocket@1.50.0',
      'cluster_dns: [a, b]',
      ['only the first DNS address reaches `Bottlerocket` nodes'],
    ],
    ['al2023@v20260101', 'cluster_dns: [a, b]', []],
  ])('has no effect on every image: %s, %s', (ami, text, expected) => {
    expect(messages(kubelet(text, ami), 'PW3332')).toEqual(expected);
  });

  it('is left to user data on custom images', () => {
    const text = nodeClass('ami_family: Custom\nami: [{id: ami-1}]\nkubelet: {max_pods: 5}');
    expect(messages(text, 'PW3332')).toHaveLength(1);
  });
});
