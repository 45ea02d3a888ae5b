import { describe, expect, it } from 'vitest';
import { awsProviderVersion } from '../../../src/providers/aws/versions.ts';

describe('a Karpenter version', () => {
  it.each(['1.14', '1.14.1', 'v1.14.9'])('%s is the entry of its minor version', (text) => {
    expect(awsProviderVersion(text).name).toBe('1.14');
  });

  it('that nobody knows gets the oldest entry', () => {
    expect(awsProviderVersion('0.37').name).toBe('1.14');
    expect(awsProviderVersion('soon').name).toBe('1.14');
  });

  it('has its labels', () => {
    expect(awsProviderVersion('1.14').labels.has('karpenter.k8s.aws/instance-family')).toBe(true);
    expect(awsProviderVersion('1.14').labels.has('karpenter.k8s.aws/nitro-sandbox')).toBe(false);
  });
});
