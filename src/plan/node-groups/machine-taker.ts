import { labelRequirements } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import type { NewNodeClaim } from '../../packer/karpenter/decision.ts';
import { labelRules } from '../label-rules.ts';
import type { PoolView } from '../pool-view.ts';
import { type KnownGroup, knownGroups } from './group-table.ts';

/** Hands out machines of MachineDeployments, and remembers how many of each. */
export interface MachineTaker {
  /** By name of the group. */
  readonly added: ReadonlyMap<string, number>;
  /** The group whose machine a NodeClaim gets; undefined where none has one left that fits. */
  readonly take: (claim: NewNodeClaim) => KnownGroup | undefined;
}

/**
 * As Karpenter's provider for Cluster API creates a machine: of the MachineDeployments that meet the NodeClaim's requirements,
 * are large enough and below their maximum, the first by lower-cased name of the instance type. Where several have that name it
 * takes any; this takes the first by name of the MachineDeployment.
 */
export function machineTaker(
  views: ReadonlyMap<string, PoolView>,
  vocabulary: LabelVocabulary,
): MachineTaker {
  const allowUndefined = labelRules(vocabulary).wellKnown;
  const added = new Map<string, number>();
  const inOrder = new Map([...views].map(([name, { groups = [] }]) => [name, candidates(groups)]));
  return {
    added,
    take(claim) {
      const types = new Set(claim.instanceTypes);
      const found = inOrder.get(claim.nodePool)?.find(({ type, view, requirements }) => {
        const { group, members, isAvailable, believed } = view;
        if (!isAvailable || members.length + (added.get(group.name) ?? 0) >= group.maxSize) return false;
        if (!types.has(type) || !claim.requirements.compatible(requirements, { allowUndefined }))
          return false;
        return [...claim.requestsNano].every(([name, nano]) => nano <= (believed.capacity.get(name) ?? 0n));
      })?.view;
      if (found !== undefined) added.set(found.group.name, (added.get(found.group.name) ?? 0) + 1);
      return found;
    },
  };
}

interface Candidate {
  readonly type: string;
  readonly view: KnownGroup;
  readonly requirements: Requirements;
}

function candidates(groups: NonNullable<PoolView['groups']>): readonly Candidate[] {
  return knownGroups(groups)
    .map((view) => ({
      type: view.believed.labels.get('node.kubernetes.io/instance-type') ?? '',
      view,
      requirements: Requirements.of(labelRequirements(Object.fromEntries(view.believed.labels))),
    }))
    .sort((a, b) => {
      const [left, right] = [a.type.toLowerCase(), b.type.toLowerCase()];
      if (left !== right) return left < right ? -1 : 1;
      return a.view.group.name < b.view.group.name ? -1 : 1;
    });
}
