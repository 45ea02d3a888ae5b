import type {
  Chance,
  Decision,
  ExistingNodeDecision,
  GrownNodeGroup,
  PodFailure,
  ScaleUp,
} from './decision.ts';
import type { Encoded } from './encode.ts';
import type { SimNode } from './sim-node.ts';

/** Where a run ended, in words of the problem. */
export function decide(end: {
  readonly encoded: Encoded;
  readonly nodes: readonly SimNode[];
  /** By index of the node: indexes of pods. */
  readonly podsOn: readonly (readonly number[] | undefined)[];
  readonly loops: readonly ScaleUp[];
  readonly unschedulable: ReadonlyMap<string, PodFailure>;
  readonly chance: Chance;
}): Decision {
  const { pods, problem, starting, ignored } = end.encoded;
  const uidsOn = ({ index }: SimNode) => (end.podsOn[index] ?? []).map((i) => pods[i]?.uid ?? '');
  const grown = problem.nodeGroups.map((): { podUids: readonly string[] }[] => []);
  const existingNodes: ExistingNodeDecision[] = [];
  for (const node of end.nodes) {
    const { group, name } = node.kind;
    const podUids = uidsOn(node);
    if (node.index >= starting.length) {
      if (group !== undefined) grown[group]?.push({ podUids });
    } else if (podUids.length > 0) {
      existingNodes.push({
        name: name ?? node.hostname ?? '',
        nodeGroup: group === undefined ? undefined : problem.nodeGroups[group]?.id,
        upcoming: starting[node.index]?.live === undefined,
        podUids,
      });
    }
  }
  const nodeGroups = problem.nodeGroups.flatMap(({ id }, i): readonly GrownNodeGroup[] => {
    const nodes = grown[i] ?? [];
    if (nodes.length === 0) return [];
    return [{ id, add: nodes.length, podUids: nodes.flatMap(({ podUids }) => podUids), nodes }];
  });
  const { loops, unschedulable, chance } = end;
  return { loops, nodeGroups, existingNodes, unschedulable, ignored, chance };
}
