import type { LabelSelector } from '../../kubernetes/api/label-selector.ts';
import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import type { ObjectMeta } from '../../kubernetes/api/object-meta.ts';
import type { Pod, PodAffinityTerm, TopologySpreadConstraint } from '../../kubernetes/api/pod.ts';
import { selectorTest } from '../../kubernetes/label-selector.ts';
import { type Requirement, requirementOf } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import { HOSTNAME } from './core-labels.ts';
import type { DomainUniverse } from './domain-universe.ts';
import { Hosts } from './hosts.ts';
import { isTerminal } from './is-terminal.ts';
import type { Level, PodClass, TopologyFailure } from './pod-class.ts';
import type { NodeKind, RequirementSpace, RequirementState } from './requirement-space.ts';
import { oneOf } from './requirement-space.ts';
import { TopologyFilter, withoutPairs } from './topology-filter.ts';
import { TopologyGroup, type TopologyKind } from './topology-group.ts';

/** A node that exists, as topology counts it. */
export interface CountedNode {
  readonly name: string;
  /** Those of the Node object. */
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly NodeTaint[];
  /** Those of the state node: a node that has not registered has its NodeClaim's. */
  readonly stateLabels: Readonly<Record<string, string>>;
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
    level.groups = [
      ...new Set([
        ...spreads.map((spread) => this.#spreadGroup(level, spread)),
        ...near.map((term) => this.#affinityGroup('affinity', term, level)),
        ...apart.map((term) => this.#affinityGroup('anti-affinity', term, level)),
      ]),
    ];
  }

  /** Whether hostname constraints let a pod onto a host. */
  allowsHost(level: Level, host: number): boolean {
    const { podClass } = level;
    for (const group of level.groups ?? []) {
      if (!group.byHost) continue;
      const self = group.kind !== 'anti-affinity' && group.selects(podClass.namespace, podClass.labels);
      const domains = level.strict.has(HOSTNAME) ? level.strict.get(HOSTNAME) : undefined;
      if (!group.allowsHost(host, domains, self)) return false;
    }
    for (const group of this.#repelling(podClass)) {
      if (group.byHost && !group.allowsHost(host, undefined, false)) return false;
    }
    return true;
  }

  /** Narrows a node's requirements to the domains that the constraints other than hostname allow. */
  tighten(level: Level, state: RequirementState, kind: NodeKind): RequirementState | TopologyFailure {
    const { tightened } = level;
    if (tightened.epoch !== this.epoch) level.tightened = { epoch: this.epoch, results: [] };
    return (level.tightened.results[state.id] ??= this.#tighten(level, state, kind));
  }

  #tighten(level: Level, state: RequirementState, kind: NodeKind): RequirementState | TopologyFailure {
    const { podClass } = level;
    const found = new Map<string, Requirement>();
    for (const group of [...(level.groups ?? []), ...this.#repelling(podClass)]) {
      if (group.byHost) continue;
      const { key } = group;
      const nodeDomains = state.set.has(key) ? state.set.get(key) : undefined;
      const podDomains = level.strict.has(key) ? level.strict.get(key) : undefined;
      const domains = group.allowed(podDomains, nodeDomains, group.selects(podClass.namespace, podClass.labels));
      if (domains.length === 0) return 'topology-unsatisfiable';
      const allowed = oneOf(key, domains);
      found.set(key, found.get(key)?.intersection(allowed) ?? nodeDomains?.intersection(allowed) ?? allowed);
    }
    if (found.size === 0) return state;
    const narrowed = state.narrow(this.#input.space.intern(Requirements.of(found.values())), kind);
    return typeof narrowed === 'string' ? 'topology-conflict' : narrowed;
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
    const requirement = state.set.get(group.key);
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

  /** Inverse groups that keep pods of a class away. */
  #repelling(podClass: PodClass): readonly TopologyGroup[] {
    for (; podClass.seenInverse < this.#inverse.length; podClass.seenInverse++) {
      const group = this.#inverse[podClass.seenInverse] as TopologyGroup;
      if (group.selects(podClass.namespace, podClass.labels)) podClass.repelledBy.push(group);
    }
    return podClass.repelledBy;
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

  #affinityGroup(
    kind: 'affinity' | 'anti-affinity',
    term: PodAffinityTerm,
    level: Level,
  ): TopologyGroup {
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
    const identity = identityOf(wanted);
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
    const identity = identityOf(fields);
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
      if (terms.length === 0 || node === undefined) continue;
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
      Requirements.of(
        Object.entries(node.labels).map(([key, value]) =>
          requirementOf({ key, operator: 'In', values: [value] }, this.#input.aliases),
        ),
      );
    const counted = new Set<CountedNode>();
    for (const node of this.#input.nodes) {
      if (!group.filter.trivial && !group.filter.matches(node.taints, labelsOf(node))) continue;
      counted.add(node);
      const domain = node.stateLabels[group.key];
      if (domain !== undefined) group.register(domain);
    }
    // A selector that is absent lists everything here, although it selects nothing later.
    const listed = selectorTest(group.selector ?? {});
    for (const pod of this.#input.boundPods) {
      if (!isCounted(pod) || this.#input.excludedUids.has(pod.metadata.uid ?? '')) continue;
      if (!group.namespaces.has(pod.metadata.namespace ?? 'default') || !listed(pod.metadata.labels)) continue;
      const node = this.#nodesByName.get(pod.spec.nodeName ?? '');
      if (node === undefined || !counted.has(node)) continue;
      const domain = node.labels[group.key] ?? (group.byHost ? node.name : undefined);
      if (domain !== undefined) group.record(domain);
    }
  }
}

function isCounted(pod: Pod): boolean {
  const isBound = (pod.spec.nodeName ?? '') !== '';
  return isBound && !isTerminal(pod) && pod.metadata.deletionTimestamp === undefined;
}

/** Label keys of the constraint become part of its selector, with the pod's own values. */
function withLabelKeys(
  spread: TopologySpreadConstraint,
  labels: Readonly<Record<string, string>>,
): LabelSelector | undefined {
  const { labelSelector: selector, matchLabelKeys = [] } = spread;
  const added = matchLabelKeys
    .filter((key) => Object.hasOwn(labels, key))
    .map((key) => ({ key, operator: 'In' as const, values: [labels[key] ?? ''] }));
  if (selector === undefined || added.length === 0) return selector;
  return { ...selector, matchExpressions: [...(selector.matchExpressions ?? []), ...added] };
}

/** Equal for constraints that Karpenter takes for the same; `minDomains` plays no part. */
function identityOf(group: {
  readonly kind: TopologyKind;
  readonly key: string;
  readonly namespaces: ReadonlySet<string>;
  readonly selector: LabelSelector | undefined;
  readonly maxSkew?: number;
  readonly filter: TopologyFilter;
}): string {
  return JSON.stringify([
    group.kind,
    group.key,
    [...group.namespaces].sort(),
    group.maxSkew ?? null,
    group.filter.identity(),
    selectorIdentity(group.selector),
  ]);
}

function selectorIdentity(selector: LabelSelector | undefined): unknown {
  if (selector === undefined) return null;
  const labels = Object.entries(selector.matchLabels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const expressions = (selector.matchExpressions ?? []).map(({ key, operator, values = [] }) =>
    JSON.stringify([key, operator, withoutPairs(values)]),
  );
  return [labels, [...new Set(expressions)].sort()];
}
