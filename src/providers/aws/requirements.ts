import type { InstanceType } from '../../model/instance-type.ts';
import type { Pool, PoolRequirement } from '../../model/pool.ts';
import type { BuiltInRequirement, NodeClassObject } from '../../model/provider.ts';
import { resolveImageFamily } from './image-family.ts';
import { ARCH, CAPACITY_TYPE, OS, awsLabel } from './label-keys.ts';
import { LABEL_ALIASES } from './labels.ts';

const GPU_MANUFACTURER = awsLabel('instance-gpu-manufacturer');
const GPU_COUNT = awsLabel('instance-gpu-count');

/**
 * Requirements of the built-in set, if it is not 0: amd64, the system of the image, on-demand; each only where nothing constrains its key.
 * Without them arm64 types win on price and spot is preferred, silently.
 */
export function builtInRequirements(
  pool: Pool,
  nodeClass: NodeClassObject | undefined,
): readonly BuiltInRequirement[] {
  if (pool.builtInSet === 0) return [];
  const windows = nodeClass !== undefined && resolveImageFamily(nodeClass.spec).windowsBuild !== undefined;
  const constrained = constrainedKeys(pool);
  const wanted: readonly BuiltInRequirement[] = [
    { key: ARCH, operator: 'In', values: ['amd64'] },
    { key: OS, operator: 'In', values: [windows ? 'windows' : 'linux'] },
    { key: CAPACITY_TYPE, operator: 'In', values: ['on-demand'] },
  ];
  return wanted.filter(({ key }) => !constrained.has(key));
}

function constrainedKeys(pool: Pool): ReadonlySet<string> {
  const written = [...pool.requirements.map(({ key }) => key.value), ...pool.labels.keys()];
  return new Set(written.map((key) => LABEL_ALIASES.get(key) ?? key));
}

/**
 * What `gpu_enabled: true` adds while the pool still admits a type without `nvidia.com/gpu`. The count matters: `g6f`
 * types have a fraction of a GPU, carry the count 0 and expose no such resource.
 */
export function derivedRequirements(
  pool: Pool,
  admitted: readonly InstanceType[],
): readonly BuiltInRequirement[] {
  if (!pool.nodeClass.gpuEnabled.value || admitted.every(hasNvidiaGpu)) return [];
  const wanted: readonly BuiltInRequirement[] = [
    { key: GPU_MANUFACTURER, operator: 'In', values: ['nvidia'] },
    { key: GPU_COUNT, operator: 'Gt', values: ['0'] },
  ];
  return wanted.filter((requirement) => !pool.requirements.some((written) => says(written, requirement)));
}

/** Whether a written requirement is the same as one to be added. */
function says({ key, operator, values, minValues }: PoolRequirement, wanted: BuiltInRequirement): boolean {
  return (
    key.value === wanted.key &&
    operator.value === wanted.operator &&
    minValues === undefined &&
    values.length === wanted.values.length &&
    values.every(({ value }, i) => value === wanted.values[i])
  );
}

function hasNvidiaGpu(type: InstanceType): boolean {
  const count = type.labels.get(GPU_COUNT)?.[0];
  return type.labels.get(GPU_MANUFACTURER)?.[0] === 'nvidia' && count !== undefined && count !== '0';
}
