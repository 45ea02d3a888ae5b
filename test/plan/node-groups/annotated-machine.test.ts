import { describe, expect, it } from 'vitest';
import { autoscalerMachine, karpenterMachine } from '../../../src/plan/node-groups/annotated-machine.ts';

const PREFIX = 'capacity.cluster-autoscaler.kubernetes.io';
const ANNOTATIONS = { [`${PREFIX}/cpu`]: '4', [`${PREFIX}/memory`]: '16Gi' };

function podsOf(read: ReturnType<typeof karpenterMachine>): readonly [bigint | undefined, number] {
  if (!read.ok) throw new Error(read.problem);
  return [read.machine.capacity.get('pods'), read.machine.resources.pods];
}

describe('a machine whose annotations do not say how many pods it takes', () => {
  it('takes none with Karpenter’s provider for Cluster API', () => {
    expect(podsOf(karpenterMachine(ANNOTATIONS))).toEqual([0n, 0]);
    expect(podsOf(karpenterMachine({ ...ANNOTATIONS, [`${PREFIX}/maxPods`]: '58' }))).toEqual([
      58_000_000_000n,
      58,
    ]);
  });

  it('takes 110 with the Cluster Autoscaler', () => {
    expect(podsOf(autoscalerMachine(ANNOTATIONS))).toEqual([110_000_000_000n, 110]);
  });
});
