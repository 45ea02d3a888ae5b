import type { Node } from '../../kubernetes/api/node.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { ClusterReviewInput } from '../../model/review-input.ts';
import { groupMembers } from '../../selection/group-members.ts';
import { poolObjects } from '../compiled-objects.ts';

const NODE_POOL = 'karpenter.sh/nodepool';

/** The nodes of a pool that run, by their NodePool or their MachineDeployment. Undefined: nobody said which there are. */
export function nodesOfPool(
  compiled: CompiledPool,
  { live, base }: Pick<ClusterReviewInput, 'live' | 'base'>,
): readonly Node[] | undefined {
  const nodes = live?.nodes ?? base?.workloads?.nodes;
  if (nodes === undefined || nodes.length === 0) return undefined;
  const names = new Set(
    poolObjects(compiled).flatMap(({ kind, name }) => (kind === 'NodePool' ? [name] : [])),
  );
  if (names.size > 0) return nodes.filter(({ metadata }) => names.has(metadata.labels?.[NODE_POOL] ?? ''));
  return [...groupMembers(nodes, compiled.machines?.nodeGroups ?? []).byGroup.values()].flat();
}
