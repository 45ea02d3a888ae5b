import type { Node } from '../kubernetes/api/node.ts';
import type { NodeGroup } from '../model/node-group.ts';

export interface GroupMembers {
  /** By name of the group; groups without a live node are missing. */
  readonly byGroup: ReadonlyMap<string, readonly Node[]>;
  /** Nodes of Cluster API of which nothing tells the group. */
  readonly unknown: readonly Node[];
}

/**
 * Which live nodes belong to which node groups. Cluster API writes the MachineSet and the Machine on the Node, and their
 * names start with that of the MachineDeployment. Where those annotations are missing, a node belongs to the only group of
 * its instance type, zone and capacity type whose pool it names.
 */
export function groupMembers(nodes: readonly Node[], groups: readonly NodeGroup[]): GroupMembers {
  const byName = new Map(groups.map((group) => [group.name, group]));
  const byGroup = new Map<string, Node[]>();
  const unknown: Node[] = [];
  for (const node of nodes) {
    const owner = ownerOf(node);
    const group =
      owner === undefined
        ? groupByLabels(node, groups)
        : // Of a topology, the MachineDeployment's own name has a random part as well.
          (byName.get(owner) ?? byName.get(owner.replace(RANDOM, '')));
    if (group !== undefined) byGroup.set(group.name, [...(byGroup.get(group.name) ?? []), node]);
    // A MachineDeployment of somebody else's is known well enough.
    else if (owner === undefined && isOfClusterApi(node)) unknown.push(node);
  }
  return { byGroup, unknown };
}

/** A MachineSet is called `<MachineDeployment>-<5 characters>`, a Machine `<MachineSet>-<5 characters>`. */
function ownerOf({ metadata }: Node): string | undefined {
  const { annotations = {} } = metadata;
  const set = annotations['cluster.x-k8s.io/owner-name'];
  // Of a control plane: no group has that name.
  if ((annotations['cluster.x-k8s.io/owner-kind'] ?? 'MachineSet') !== 'MachineSet') return '';
  if (set !== undefined) return set.replace(RANDOM, '');
  const machine = annotations['cluster.x-k8s.io/machine'];
  if (machine === undefined) return undefined;
  return machine
    .slice(machine.lastIndexOf('/') + 1)
    .replace(RANDOM, '')
    .replace(RANDOM, '');
}

const RANDOM = /-[a-z0-9]{5}$/;

function groupByLabels({ metadata }: Node, groups: readonly NodeGroup[]): NodeGroup | undefined {
  const { labels = {} } = metadata;
  const fitting = groups.filter(
    ({ instanceType, offering, nodeLabels }) =>
      labels['node.kubernetes.io/instance-type'] === instanceType.name &&
      labels['topology.kubernetes.io/zone'] === offering.zone &&
      (labels['karpenter.sh/capacity-type'] ?? 'on-demand') === offering.capacityType &&
      Object.entries(nodeLabels).every(([key, value]) => !isOwnKey(key) || labels[key] === value),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Which pool and shape it is: what tells groups apart that are the same machine otherwise. */
function isOwnKey(key: string): boolean {
  return key.startsWith('node.cluster.x-k8s.io/');
}

function isOfClusterApi({ metadata: { annotations = {}, labels = {} } }: Node): boolean {
  return [...Object.keys(annotations), ...Object.keys(labels)].some(
    (key) => key.startsWith('cluster.x-k8s.io/') || isOwnKey(key),
  );
}
