import { describe, expect, it } from 'vitest';
import { builtInProvider } from '../../../../src/create-provider.ts';
import type { Resources } from '../../../../src/kubernetes/resources.ts';
import { compileNodeClass } from '../node-class-harness.ts';
import { infrastructureOf } from './harness.ts';
import { MACHINES } from '../../../../src/providers/aws/machines/index.ts';

const resources = (extended: Resources['extended']): Resources => ({
  cpuMilli: 1000,
  memoryBytes: 1,
  ephemeralStorageBytes: 1,
  pods: 1,
  extended,
});

describe('accelerators', () => {
  it('are named by the resource that pods ask for', () => {
    expect(MACHINES.accelerator(resources({ 'nvidia.com/gpu': 4 }))).toEqual({
      name: 'nvidia.com/gpu',
      count: 4,
    });
    expect(
      MACHINES.accelerator(resources({ 'aws.amazon.com/neuroncore': 8, 'aws.amazon.com/neuron': 2 })),
    ).toEqual({ name: 'aws.amazon.com/neuron', count: 2 });
    expect(MACHINES.accelerator(resources({ 'vpc.amazonaws.com/pod-eni': 9 }))).toBeUndefined();
    expect(MACHINES.accelerator(resources({ 'nvidia.com/gpu': 0 }))).toBeUndefined();
  });
});

describe('values for a ClusterClass', () => {
  const values = (text: string) => {
    const { template } = infrastructureOf(text);
    return template === undefined ? undefined : MACHINES.topologyValues?.(template.spec);
  };

  it('are those of the template', () => {
    expect(values('volumeSize: 100G')).toEqual({ volumeSizeGiB: 94 });
    expect(values('ami: [{id: ami-1}]\nami_family: AL2023\nsubnet_selector_terms: [{id: subnet-1}]')).toEqual(
      { imageId: 'ami-1', volumeSizeGiB: 20, subnetId: 'subnet-1' },
    );
  });

  it('name a subnet only where there is one', () => {
    expect(values('subnet_selector_terms: [{id: subnet-1}, {id: subnet-2}]')).toEqual({ volumeSizeGiB: 20 });
  });
});

describe('labels', () => {
  it.each([
    ['nvidia.com/gpu', { 'cluster-api/accelerator': 'nvidia' }],
    // The autoscaler waits for NVIDIA's device plugin.
    ['amd.com/gpu', {}],
    ['aws.amazon.com/neuron', {}],
  ])('mark nodes with %s for the autoscaler', (name, expected) => {
    expect(MACHINES.nodeLabels?.({ name, count: 1 })).toEqual(expected);
  });

  it('are none without an accelerator, such as a fraction of a GPU, which no annotation promises either', () => {
    const table = builtInProvider().instanceTable(compileNodeClass('').cluster, compileNodeClass('').object);
    const type = table.types.find(({ name }) => name === 'g6f.large');
    if (type === undefined) throw new Error('no type g6f.large');
    const accelerator = MACHINES.accelerator(table.resourcesOf(type).capacity);
    expect(accelerator).toBe(undefined);
    expect(MACHINES.nodeLabels?.(accelerator)).toEqual({});
  });
});
