import { addAmounts, type NanoAmounts, podRequests } from '../../kubernetes/pod-requests.ts';
import { exactAmounts } from '../../packer/cluster-autoscaler/amounts.ts';
import type { Problem } from '../../packer/cluster-autoscaler/problem.ts';
import type { GroupView } from './group-view.ts';

/** A live node that stands for the new ones of its group. */
export interface WarmTemplate {
  readonly allocatableNano: NanoAmounts;
  /** Of the pods that every node runs. */
  readonly requestsNano: NanoAmounts;
}

/** By id of the group; groups whose new nodes are what annotations say are missing. */
export function warmTemplates({
  nodeGroups,
}: Pick<Problem, 'nodeGroups'>): ReadonlyMap<string, WarmTemplate> {
  return new Map(
    nodeGroups.flatMap(({ id, template }) => {
      if (template?.warm !== true) return [];
      const requestsNano = new Map<string, bigint>();
      for (const { spec, status } of template.pods ?? []) addAmounts(requestsNano, podRequests(spec, status));
      return [
        [
          id,
          { allocatableNano: exactAmounts(template.allocatable ?? template.capacity), requestsNano },
        ] as const,
      ];
    }),
  );
}

/** Whether a live node has more for pods than the annotations of its group say. */
export function exceedsAnnotations(
  { allocatableNano }: WarmTemplate,
  { believed }: Pick<GroupView, 'believed'>,
): boolean {
  return [...allocatableNano].some(([name, nano]) => nano > (believed?.capacity.get(name) ?? 0n));
}
