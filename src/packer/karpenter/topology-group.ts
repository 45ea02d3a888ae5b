import type { LabelSelector } from '../../kubernetes/api/label-selector.ts';
import { type Labels, selectorTest } from '../../kubernetes/label-selector.ts';
import type { Requirement } from '../../kubernetes/requirement.ts';
import { HOSTNAME } from './core-labels.ts';
import type { Hosts } from './hosts.ts';
import type { TopologyFilter } from './topology-filter.ts';

export type TopologyKind = 'spread' | 'affinity' | 'anti-affinity';

const MAX_INT32 = 2 ** 31 - 1;

/** `never`: not now and not later. */
export type HostVerdict = 'yes' | 'no' | 'never';

export interface TopologyGroupFields {
  readonly kind: TopologyKind;
  readonly key: string;
  readonly namespaces: ReadonlySet<string>;
  readonly selector: LabelSelector | undefined;
  readonly maxSkew?: number;
  readonly minDomains?: number | undefined;
  readonly filter: TopologyFilter;
  readonly domains: Iterable<string>;
  readonly hosts: Hosts;
}

/**
 * Pods counted by domain for one constraint, shared by all pods with an equal one. Hostnames, which can be thousands,
 * are counted by number; other domains by name.
 */
export class TopologyGroup {
  readonly kind: TopologyKind;
  readonly key: string;
  readonly byHost: boolean;
  readonly namespaces: ReadonlySet<string>;
  readonly selector: LabelSelector | undefined;
  readonly filter: TopologyFilter;
  readonly #maxSkew: number;
  readonly #minDomains: number | undefined;
  readonly #test: (labels: Labels | undefined) => boolean;
  readonly #hosts: Hosts;
  /** Known domains; zero for those without a pod. */
  readonly #counts = new Map<string, number>();
  #hostCounts = new Int32Array(64);
  #occupied = 0;

  constructor(fields: TopologyGroupFields) {
    this.kind = fields.kind;
    this.key = fields.key;
    this.byHost = fields.key === HOSTNAME;
    this.namespaces = fields.namespaces;
    this.selector = fields.selector;
    this.filter = fields.filter;
    this.#maxSkew = fields.maxSkew ?? MAX_INT32;
    this.#minDomains = fields.minDomains;
    this.#test = selectorTest(fields.selector);
    this.#hosts = fields.hosts;
    for (const domain of fields.domains) this.register(domain);
  }

  /** Pods by domain; zero for those without a pod. Empty for hostnames. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** How far the counts may differ. Spread only. */
  get maxSkew(): number {
    return this.#maxSkew;
  }

  selects(namespace: string, labels: Labels | undefined): boolean {
    return this.namespaces.has(namespace) && this.#test(labels);
  }

  /** Makes a domain known. Hostnames need not be: a node can always be added. */
  register(domain: string): void {
    if (!this.byHost && !this.#counts.has(domain)) this.#counts.set(domain, 0);
  }

  record(domain: string): void {
    if (this.byHost) {
      this.recordHost(this.#hosts.id(domain));
      return;
    }
    const count = this.#counts.get(domain) ?? 0;
    if (count === 0) this.#occupied++;
    this.#counts.set(domain, count + 1);
  }

  recordHost(host: number): void {
    if (host >= this.#hostCounts.length) {
      const grown = new Int32Array(Math.max(this.#hostCounts.length * 2, host + 1));
      grown.set(this.#hostCounts);
      this.#hostCounts = grown;
    }
    const count = this.#hostCounts[host] as number;
    if (count === 0) this.#occupied++;
    this.#hostCounts[host] = count + 1;
  }

  /** Whether a pod may join a host; `self` says whether the group counts the pod. Counts only grow, so some stay full. */
  allowsHost(host: number, podDomains: Requirement | undefined, self: boolean): HostVerdict {
    const count = this.#hostCounts[host] ?? 0;
    if (this.kind === 'anti-affinity') return count === 0 ? 'yes' : 'never';
    // A node can always be added, so the emptiest host has no pod.
    if (this.kind === 'spread') return count + (self ? 1 : 0) <= this.#maxSkew ? 'yes' : 'never';
    if (podDomains !== undefined && !podDomains.has(this.#hosts.name(host))) return 'never';
    return count > 0 || (self && this.#mayBootstrap(podDomains)) ? 'yes' : 'no';
  }

  /** The domains that a pod may go to on a node with `nodeDomains`; none if it cannot. Not for hostnames. */
  allowed(
    podDomains: Requirement | undefined,
    nodeDomains: Requirement | undefined,
    self: boolean,
  ): readonly string[] {
    if (this.kind === 'spread') return this.#spread(podDomains, nodeDomains, self);
    if (this.kind === 'affinity') return this.#affinity(podDomains, nodeDomains, self);
    return [...this.#counts.keys()].filter(
      (domain) => this.#counts.get(domain) === 0 && allows(nodeDomains, domain) && allows(podDomains, domain),
    );
  }

  /** The emptiest domain within the skew. Where several are, Karpenter takes any; this takes the first by name. */
  #spread(
    podDomains: Requirement | undefined,
    nodeDomains: Requirement | undefined,
    self: boolean,
  ): readonly string[] {
    const least = this.#leastCount(podDomains);
    const own = self ? 1 : 0;
    let best: string | undefined;
    let bestCount = MAX_INT32;
    for (const [domain, count] of this.#counts) {
      if (!allows(nodeDomains, domain) || count + own - least > this.#maxSkew) continue;
      if (count + own < bestCount || (count + own === bestCount && best !== undefined && domain < best)) {
        best = domain;
        bestCount = count + own;
      }
    }
    return best === undefined || best === '' ? [] : [best];
  }

  #leastCount(podDomains: Requirement | undefined): number {
    let least = MAX_INT32;
    let supported = 0;
    for (const [domain, count] of this.#counts) {
      if (!allows(podDomains, domain)) continue;
      supported++;
      if (count < least) least = count;
    }
    return this.#minDomains !== undefined && supported < this.#minDomains ? 0 : least;
  }

  #affinity(
    podDomains: Requirement | undefined,
    nodeDomains: Requirement | undefined,
    self: boolean,
  ): readonly string[] {
    const shared = [...this.#counts.keys()].filter(
      (domain) => allows(podDomains, domain) && allows(nodeDomains, domain),
    );
    const populated = shared.filter((domain) => (this.#counts.get(domain) ?? 0) > 0);
    if (populated.length > 0 || !self || !this.#mayBootstrap(podDomains)) return populated;
    // Karpenter takes any domain of the node, and then any domain of the pod besides.
    const first = smallest(shared);
    const anywhere = smallest([...this.#counts.keys()].filter((domain) => allows(podDomains, domain)));
    return [...new Set([first, anywhere].filter((domain) => domain !== undefined))];
  }

  /** No pod to be near to, or none where this one may go: it may be the first. */
  #mayBootstrap(podDomains: Requirement | undefined): boolean {
    if (this.#occupied === 0) return true;
    if (podDomains === undefined) return false;
    if (!this.byHost) {
      for (const [domain, count] of this.#counts) if (count > 0 && podDomains.has(domain)) return false;
      return true;
    }
    return !this.#hostCounts.some((count, host) => count > 0 && podDomains.has(this.#hosts.name(host)));
  }
}

function allows(requirement: Requirement | undefined, domain: string): boolean {
  return requirement === undefined || requirement.has(domain);
}

function smallest(domains: readonly string[]): string | undefined {
  let best: string | undefined;
  for (const domain of domains) if (best === undefined || domain < best) best = domain;
  return best;
}
