import type { NodeSelectorTerm } from '../../kubernetes/api/pod.ts';
import type { Requirement } from '../../kubernetes/requirement.ts';
import { HOSTNAME } from '../karpenter/core-labels.ts';
import type { Level } from '../karpenter/pod-class.ts';
import { pointer } from './pointer.ts';
import type { Reference } from './step.ts';

/** What a pod asks of a node's labels, one entry a key, with the places that say so. */
export interface Ask {
  readonly key: string;
  readonly requirement: Requirement;
  readonly references: readonly Reference[];
  /** All of the places are preferences. */
  readonly preferred: boolean;
}

const NODE_AFFINITY = ['spec', 'affinity', 'nodeAffinity'] as const;

/** In the order in which Karpenter reads them; hostname first, which is looked at before all others. */
export function asksOf(level: Level): readonly Ask[] {
  const { aliases } = level.podClass.context.labels;
  const places = new Map<string, { readonly references: Reference[]; preferred: boolean }>();
  const add = (key: string, at: string, preferred: boolean) => {
    const current = aliases.get(key) ?? key;
    const place = places.get(current) ?? { references: [], preferred: true };
    place.references.push({ in: 'pod', pointer: at });
    place.preferred &&= preferred;
    places.set(current, place);
  };
  for (const key of Object.keys(level.podClass.spec.nodeSelector ?? {})) {
    add(key, pointer('spec', 'nodeSelector', key), false);
  }
  for (const term of countedTerms(level)) {
    term.term.matchExpressions?.forEach(({ key }, at) =>
      add(key, `${term.at}/matchExpressions/${at}`, term.preferred),
    );
  }
  const asks = [...level.full.all.set.entries()].map((requirement): Ask => {
    const place = places.get(requirement.key) ?? { references: [], preferred: false };
    return { key: requirement.key, requirement, ...place };
  });
  return [...asks.filter(({ key }) => key === HOSTNAME), ...asks.filter(({ key }) => key !== HOSTNAME)];
}

interface CountedTerm {
  readonly term: NodeSelectorTerm;
  readonly at: string;
  readonly preferred: boolean;
}

/** The terms of node affinity that count at a level: one of the required alternatives, one preference. */
function countedTerms({ podClass, preferences, relaxed }: Level): readonly CountedTerm[] {
  const found: CountedTerm[] = [];
  const { nodeAffinity } = podClass.spec.affinity ?? {};
  const [preferred] = podClass.context.policy === 'Respect' ? preferences.preferredNode : [];
  if (preferred !== undefined) {
    const name = 'preferredDuringSchedulingIgnoredDuringExecution';
    const index = nodeAffinity?.[name]?.indexOf(preferred) ?? -1;
    const at = pointer(...NODE_AFFINITY, name, Math.max(0, index), 'preference');
    found.push({ term: preferred.preference ?? {}, at, preferred: true });
  }
  const [required] = preferences.requiredTerms ?? [];
  if (required !== undefined) {
    const dropped = relaxed.filter((one) => one === 'required-node-affinity-term').length;
    const name = 'requiredDuringSchedulingIgnoredDuringExecution';
    const at = pointer(...NODE_AFFINITY, name, 'nodeSelectorTerms', dropped);
    found.push({ term: required, at, preferred: false });
  }
  return found;
}
