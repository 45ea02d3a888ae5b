import type { ResourceList } from '../kubernetes/api/pod.ts';
import type { Resources } from '../kubernetes/resources.ts';

/** Resources as an API object lists them. */
export function resourceList(resources: Resources): ResourceList {
  const { cpuMilli, memoryBytes, ephemeralStorageBytes, pods, extended } = resources;
  const list: Record<string, string> = {
    cpu: `${cpuMilli}m`,
    memory: `${memoryBytes}`,
    'ephemeral-storage': `${ephemeralStorageBytes}`,
    pods: `${pods}`,
  };
  for (const name in extended) list[name] = `${extended[name] ?? 0}`;
  return list;
}
