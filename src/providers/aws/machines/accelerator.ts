import type { Resources } from '../../../kubernetes/resources.ts';
import type { Accelerator } from '../../../model/provider.ts';

/** In order of preference: what a type has of several is told by the first. */
const ACCELERATORS = ['nvidia.com/gpu', 'amd.com/gpu', 'habana.ai/gaudi', 'aws.amazon.com/neuron'];

export function accelerator({ extended }: Resources): Accelerator | undefined {
  for (const name of ACCELERATORS) {
    const count = Object.hasOwn(extended, name) ? (extended[name] ?? 0) : 0;
    if (count > 0) return { name, count };
  }
  return undefined;
}
