import type { LabelSelector } from '../../kubernetes/api/label-selector.ts';
import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import type { ObjectMeta } from '../../kubernetes/api/object-meta.ts';
import type { Pod, PodAffinityTerm, TopologySpreadConstraint } from '../../kubernetes/api/pod.ts';
import { selectorTest } from '../../kubernetes/label-selector.ts';
import { labelRequirements, type Requirement } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import { HOSTNAME } from './core-labels.ts';
import type { DomainUniverse } from './domain-universe.ts';
import { groupIdentity } from './group-identity.ts';
import { Hosts } from './hosts.ts';
import { isTerminal } from './is-terminal.ts';
import type { Level, OwnedGroup, PodClass, TopologyFailure } from './pod-class.ts';
import type {
  NodeKind,
  RequirementFailure,
  RequirementSpace,
  RequirementState,
} from './requirement-space.ts';
import { oneOf } from './requirement-space.ts';
import { TopologyFilter } from './topology-filter.ts';
import { type HostVerdict, TopologyGroup, type TopologyKind } from './topology-group.ts';
import { withLabelKeys } from './with-label-keys.ts';

/** A node that exists, as topology counts it. */
export interface CountedNode {
  readonly name: string;
  /** Those of the Node object. */
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly NodeTaint[];
  /** Whether Karpenter's cluster state has it. */
  readonly isTracked: boolean;
  /** If it is there to stay, the labels it counts with: until it has registered, those of its NodeClaim. */
  readonly stateLabels: Readonly<Record<string, string>> | undefined;
}

export interface TopologyInput {
  readonly space: RequirementSpace;
  readonly policy: 'Respect' | 'Ignore';
  readonly universe: DomainUniverse;
  readonly nodes: readonly CountedNode[];
  readonly boundPods: readonly Pod[];
  readonly namespaces: readonly { readonly metadata: ObjectMeta }[];
  /** Pods that are being scheduled are not counted where they are now. */
  readonly excludedUids: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, string>;
}

/** Spread constraints, affinity and anti-affinity of all pods (Karpenter 1.14, scheduling/topology.go). */
export class Topology {
  readonly hosts = new Hosts();
  /** Moves whenever a count by name changes: what was tightened before is out of date. */
  epoch = 0;
  readonly #input: TopologyInput;
  readonly #groups: TopologyGroup[] = [];
  readonly #inverse: TopologyGroup[] = [];
  readonly #byIdentity = new Map<string, TopologyGroup>();
  readonly #inverseByIdentity = new Map<string, TopologyGroup>();
  readonly #nodesByName: ReadonlyMap<string, CountedNode>;
  readonly #filtered = new Map<TopologyFilter, Map<readonly NodeTaint[], (boolean | undefined)[]>>();

  constructor(input: TopologyInput) {
    this.#input = input;
    this.#nodesByName = new Map(input.nodes.map((node) => [node.name, node]));
    this.#countBoundAntiAffinity();
  }

  /** How many groups there are: a new one may change what fits. */
  get size(): number {
    return this.#groups.length + this.#inverse.length;
  }

  /** Whether anti-affinity by hostname may keep a pod off a host that it has no constraint against itself. */
  get keepsHostsApart(): boolean {
    return this.#inverse.some(({ byHost }) => byHost);
  }

  /** Gives a level its groups, making those that do not exist yet. */
  register(level: Level): void {
    if (level.groups !== undefined) return;
    const { podClass } = level;
    if (podClass.inverse.length === 0 && podClass.requiredAntiAffinity.length > 0) {
      podClass.inverse = podClass.requiredAntiAffinity.map((term) =>
        this.#inverseGroup(term, podClass.namespace, level.preferences.tolerations),
      );
    }
    const respect = this.#input.policy === 'Respect';
    const { preferences } = level;
    const spreads = preferences.spreads.filter(
      (spread) => respect || spread.whenUnsatisfiable === 'DoNotSchedule',
    );
    const near = [
      ...podClass.requiredAffinity,
      ...(respect ? preferences.preferredAffinity.map((term) => term.podAffinityTerm) : []),
    ];
    const apart = [
      ...podClass.requiredAntiAffinity,
      ...(respect ? preferences.preferredAntiAffinity.map((term) => term.podAffinityTerm) : []),
    ];
    const groups = new Set([
      ...spreads.map((spread) => this.#spreadGroup(level, spread)),
      ...near.map((term) => this.#affinityGroup('affinity', term, level)),
      ...apart.map((term) => this.#affinityGroup('anti-affinity', term, level)),
    ]);
    const owned = [...groups].map((group) => ({
      group,
      self: group.selects(podClass.namespace, podClass.labels),
      podDomains: level.strict.find(group.key),
    }));
    level.groups = {
      byHost: owned.filter(({ group }) => group.byHost),
      byName: owned.filter(({ group }) => !group.byHost),
    };
  }

  /** Whether hostname constraints let a pod onto a host. */
  allowsHost(level: Level, host: number): HostVerdict {
    const { podClass } = level;
    this.#catchUp(podClass);
    let verdict: HostVerdict = 'yes';
    for (const { group, podDomains, self } of level.groups?.byHost ?? NONE) {
      const own = group.allowsHost(host, podDomains, self);
      if (own === 'never') return 'never';
      if (own === 'no') verdict = 'no';
    }
    for (const { group } of podClass.repelledByHost) {
      if (group.allowsHost(host, undefined, false) === 'never') return 'never';
    }
    return verdict;
  }

  /** Narrows a node's requirements to the domains that the constraints other than hostname allow. */
  tighten(level: Level, state: RequirementState, kind: NodeKind): RequirementState | TopologyFailure {
    const { podClass, tightened, tightenedAt } = level;
    this.#catchUp(podClass);
    const owned = level.groups?.byName ?? NONE;
    if (owned.length === 0 && podClass.repelledByName.length === 0) return state;
    while (tightened.length <= state.id) {
      tightened.push(undefined);
      tightenedAt.push(-1);
    }
    let result = tightened[state.id];
    if (result === undefined || tightenedAt[state.id] !== this.epoch) {
      result = this.#tighten([...owned, ...podClass.repelledByName], level, state, kind);
      tightened[state.id] = result;
      tightenedAt[state.id] = this.epoch;
    }
    return result;
  }

  #tighten(
    owned: readonly OwnedGroup[],
    level: Level,
    state: RequirementState,
    kind: NodeKind,
  ): RequirementState | TopologyFailure {
    const found = new Map<string, Requirement>();
    for (const { group, self } of owned) {
      // Karpenter looks domains up under the key as it is written, and means the current one when it constrains the node.
      const key = this.#input.aliases.get(group.key) ?? group.key;
      const nodeDomains = state.set.find(group.key);
      const domains = group.allowed(level.strict.find(group.key), nodeDomains, self);
      const [first] = domains;
      if (first === undefined) return 'topology-unsatisfiable';
      if (owned.length === 1 && domains.length === 1) return orConflict(state.pin(key, first, kind));
      const allowed = oneOf(key, domains);
      found.set(
        key,
        found.get(key)?.intersection(allowed) ?? state.set.find(key)?.intersection(allowed) ?? allowed,
      );
    }
    return orConflict(state.narrow(this.#input.space.intern(Requirements.of(found.values())), kind));
  }

  /** Counts a pod that was placed on a host with these final requirements. */
  record(podClass: PodClass, host: number, state: RequirementState, taints: readonly NodeTaint[]): void {
    for (const group of this.#counting(podClass)) {
      if (this.#matches(group.filter, state, taints, host)) this.#recordIn(group, host, state);
    }
    for (const group of podClass.inverse) this.#recordIn(group, host, state);
  }

  #recordIn(group: TopologyGroup, host: number, state: RequirementState): void {
    if (group.byHost) {
      group.recordHost(host);
      return;
    }
    const requirement = state.set.find(group.key);
    if (requirement === undefined) return;
    // Spread and affinity wait until the domain is certain; anti-affinity blocks every domain it may become, or, for
    // NotIn, those that Karpenter takes for it.
    const certain = !requirement.complement && requirement.values.size === 1;
    if (group.kind !== 'anti-affinity' && !certain) return;
    for (const domain of requirement.values) group.record(domain);
    if (requirement.values.size > 0) this.epoch++;
  }

  #matches(
    filter: TopologyFilter,
    state: RequirementState,
    taints: readonly NodeTaint[],
    host: number,
  ): boolean {
    if (filter.trivial) return true;
    if (filter.usesHostname) {
      const named = state.set.add([oneOf(HOSTNAME, [this.hosts.name(host)])]);
      return filter.matches(taints, named);
    }
    let byTaints = this.#filtered.get(filter);
    if (byTaints === undefined) this.#filtered.set(filter, (byTaints = new Map()));
    let byState = byTaints.get(taints);
    if (byState === undefined) byTaints.set(taints, (byState = []));
    return (byState[state.id] ??= filter.matches(taints, state.set));
  }

  /** Groups that count pods of a class. */
  #counting(podClass: PodClass): readonly TopologyGroup[] {
    for (; podClass.seenGroups < this.#groups.length; podClass.seenGroups++) {
      const group = this.#groups[podClass.seenGroups] as TopologyGroup;
      if (group.selects(podClass.namespace, podClass.labels)) podClass.countedBy.push(group);
    }
    return podClass.countedBy;
  }

  /** Inverse groups keep the pods away that they select; new ones may have come since. */
  #catchUp(podClass: PodClass): void {
    for (; podClass.seenInverse < this.#inverse.length; podClass.seenInverse++) {
      const group = this.#inverse[podClass.seenInverse] as TopologyGroup;
      if (!group.selects(podClass.namespace, podClass.labels)) continue;
      const list = group.byHost ? podClass.repelledByHost : podClass.repelledByName;
      list.push({ group, self: false, podDomains: undefined });
    }
  }

  #spreadGroup(level: Level, spread: TopologySpreadConstraint): TopologyGroup {
    const { podClass, preferences } = level;
    const filter = TopologyFilter.of(
      {
        nodeSelector: podClass.spec.nodeSelector,
        requiredTerms: preferences.requiredTerms,
        tolerations: preferences.tolerations,
        aliases: this.#input.aliases,
      },
      spread,
    );
    return this.#group({
      kind: 'spread',
      key: spread.topologyKey,
      namespaces: new Set([podClass.namespace]),
      selector: withLabelKeys(spread, podClass.labels),
      maxSkew: spread.maxSkew,
      minDomains: spread.minDomains,
      filter,
      level,
    });
  }

  #affinityGroup(kind: 'affinity' | 'anti-affinity', term: PodAffinityTerm, level: Level): TopologyGroup {
    return this.#group({
      kind,
      key: term.topologyKey,
      namespaces: this.#namespacesOf(term, level.podClass.namespace),
      selector: term.labelSelector,
      filter: TopologyFilter.none,
      level,
    });
  }

  #group(wanted: {
    readonly kind: TopologyKind;
    readonly key: string;
    readonly namespaces: ReadonlySet<string>;
    readonly selector: LabelSelector | undefined;
    readonly maxSkew?: number;
    readonly minDomains?: number | undefined;
    readonly filter: TopologyFilter;
    readonly level: Level;
  }): TopologyGroup {
    const identity = groupIdentity(wanted);
    let group = this.#byIdentity.get(identity);
    if (group === undefined) {
      const { tolerations } = wanted.level.preferences;
      const domains =
        wanted.filter.taintPolicy === 'Ignore'
          ? this.#input.universe.all(wanted.key)
          : this.#input.universe.tolerated(wanted.key, tolerations);
      group = new TopologyGroup({ ...wanted, domains, hosts: this.hosts });
      this.#countExisting(group);
      this.#byIdentity.set(identity, group);
      this.#groups.push(group);
      this.epoch++;
    }
    return group;
  }

  #inverseGroup(
    term: PodAffinityTerm,
    namespace: string,
    tolerations: Level['preferences']['tolerations'],
  ): TopologyGroup {
    const fields = {
      kind: 'anti-affinity' as const,
      key: term.topologyKey,
      namespaces: this.#namespacesOf(term, namespace),
      selector: term.labelSelector,
      filter: TopologyFilter.none,
    };
    const identity = groupIdentity(fields);
    let group = this.#inverseByIdentity.get(identity);
    if (group === undefined) {
      const domains = this.#input.universe.tolerated(term.topologyKey, tolerations);
      group = new TopologyGroup({ ...fields, domains, hosts: this.hosts });
      this.#inverseByIdentity.set(identity, group);
      this.#inverse.push(group);
      this.epoch++;
    }
    return group;
  }

  #namespacesOf(term: PodAffinityTerm, namespace: string): ReadonlySet<string> {
    const listed = term.namespaces ?? [];
    if (term.namespaceSelector === undefined) return new Set(listed.length === 0 ? [namespace] : listed);
    const test = selectorTest(term.namespaceSelector);
    const selected = this.#input.namespaces.filter(({ metadata }) => test(metadata.labels));
    return new Set([...selected.map(({ metadata }) => metadata.name), ...listed]);
  }

  #countBoundAntiAffinity(): void {
    for (const pod of this.#input.boundPods) {
      // A pod that is going away still keeps others out.
      if (isTerminal(pod) || this.#input.excludedUids.has(pod.metadata.uid ?? '')) continue;
      const terms = pod.spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
      const node = this.#nodesByName.get(pod.spec.nodeName ?? '');
      if (terms.length === 0 || node?.isTracked !== true) continue;
      for (const term of terms) {
        const namespace = pod.metadata.namespace ?? 'default';
        const group = this.#inverseGroup(term, namespace, pod.spec.tolerations ?? []);
        const domain = node.labels[term.topologyKey];
        if (domain !== undefined) group.record(domain);
      }
    }
  }

  /** Domains of nodes that count, and the pods that run there. */
  #countExisting(group: TopologyGroup): void {
    const labelsOf = (node: CountedNode) =>
      Requirements.of(labelRequirements(node.labels, this.#input.aliases));
    const counted = new Set<CountedNode>();
    for (const node of this.#input.nodes) {
      if (!group.filter.trivial && !group.filter.matches(node.taints, labelsOf(node))) continue;
      counted.add(node);
      const domain = node.stateLabels?.[group.key];
      if (domain !== undefined) group.register(domain);
    }
    // A selector that is absent lists everything here, although it selects nothing later.
    const listed = selectorTest(group.selector ?? {});
    for (const pod of this.#input.boundPods) {
      if (!isCounted(pod) || this.#input.excludedUids.has(pod.metadata.uid ?? '')) continue;
      if (!group.namespaces.has(pod.metadata.namespace ?? 'default') || !listed(pod.metadata.labels))
        continue;
      const node = this.#nodesByName.get(pod.spec.nodeName ?? '');
      if (node === undefined || !counted.has(node)) continue;
      const domain = node.labels[group.key] ?? (group.byHost ? node.name : undefined);
      if (domain !== undefined) group.record(domain);
    }
  }
}

const NONE: readonly OwnedGroup[] = [];

function orConflict(narrowed: RequirementState | RequirementFailure): RequirementState | TopologyFailure {
  return typeof narrowed === 'string' ? 'topology-conflict' : narrowed;
}

function isCounted(pod: Pod): boolean {
  const isBound = (pod.spec.nodeName ?? '') !== '';
  return isBound && !isTerminal(pod) && pod.metadata.deletionTimestamp === undefined;
}
