import { describe, expect, it } from 'vitest';
import { blamed, findings, messages, onePool } from '../harness.ts';

function gpuPool(nodeClass: string, beside = ''): string {
  const lines = `gpu_enabled: true\n${nodeClass}`.trim().split('\n');
  return onePool(`${beside}\nnode_class:\n${lines.map((line) => `  ${line}`).join('\n')}`.trim());
}

describe('GPU images', () => {
  it.each([
    ['ami: al2023@v20260101', 0, 0],
    ['ami: bottlerocket@1.50.0', 0, 0],
    ['ami: al2023@v20260101\nami_family: Custom', 0, 0],
    ['ami: al2@v20260101', 1, 0],
    ['ami: windows2022@latest', 1, 0],
    ['ami_family: Custom\nami: [{id: ami-1}]', 0, 1],
    ['ami_family: AL2023\nami: [{id: ami-1}]', 0, 1],
  ])('%s', (text, errors, warnings) => {
    expect(messages(gpuPool(text), 'PW3401')).toHaveLength(errors);
    expect(messages(gpuPool(text), 'PW3402')).toHaveLength(warnings);
  });

  it('matter to GPU pools only', () => {
    const text = gpuPool('ami: windows2022@latest').replace('gpu_enabled: true', 'gpu_enabled: false');
    expect(messages(text, 'PW3401')).toEqual([]);
  });
});

describe('GPU disks', () => {
  it.each([
    ['public: false', 1],
    ['volumeSize: 20Gi', 0],
    ['block_device_mappings: [{device_name: /dev/xvda, ebs: {volume_size: 20Gi}}]', 0],
  ])('%s', (text, count) => {
    const found = findings(gpuPool(text), 'PW3403');
    expect(found).toHaveLength(count);
    for (const one of found) expect(blamed(one)).toBe('true');
  });
});

describe('GPU prerequisites', () => {
  it('are said of every GPU pool', () => {
    expect(messages(gpuPool('public: false'), 'PW3404')).toHaveLength(1);
  });

  it.each([
    ['', 1],
    ['taints: [{key: nvidia.com/gpu, value: "true", effect: NoSchedule}]', 0],
    ['taints: [{key: team, value: ml, effect: NoExecute}]', 0],
    ['taints: [{key: team, value: ml, effect: PreferNoSchedule}]', 1],
  ])('suggest a taint: %s', (beside, count) => {
    expect(messages(gpuPool('public: false', beside), 'PW3405')).toHaveLength(count);
  });
});

describe('GPU types in other pools', () => {
  const family = (...values: string[]) =>
    onePool(
      `requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [${values.join(', ')}]}]`,
    );

  it('are listed', () => {
    expect(messages(family('m7i', 'g5g'), 'PW3406')).toEqual([]);
    const arm = family('m7i', 'g6f').replace(
      'requirements: [',
      'labels: {kubernetes.io/arch: amd64}\n      requirements: [',
    );
    const [message] = messages(arm, 'PW3406');
    expect(message).toMatch(/^pool `default` is not for GPUs but admits \d+ GPU types: `g6f\./);
  });

  it('are no matter where there are none, or where they are asked for', () => {
    expect(messages(family('m7i'), 'PW3406')).toEqual([]);
    expect(messages(gpuPool('public: false'), 'PW3406')).toEqual([]);
  });
});
